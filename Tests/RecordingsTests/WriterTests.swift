import FoundationEssentials
import Glibc
import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Writing a recording")
struct WriterTests {
    private static func pose<A: Space3D, B: Space3D>(_ random: inout SeededGenerator) -> RigidTransform<A, B> {
        .init(
            eulerAngles: .init(pitch: random.unit() - 0.5, yaw: random.unit(), roll: random.unit()),
            translation: .init(random.unit(), random.unit(), random.unit()))
    }

    /// A recording with everything in it, from a seed.
    private struct Sample {
        var header: RecordingHeader
        var frames: [FrameRecord] = []
        var anchors: [AnchorEvent] = []
        var events: [UserEvent]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            header = .init(
                name: "a \"name\"\n", source: "é", license: "CC0-1.0", imageSize: .init(width: 640, height: 480),
                viewportSize: .init(width: 375.5, height: 812), orientation: .landscapeLeft, worldAlignment: .gravityAndHeading,
                timeBase: "first frame", pictures: .video("films/video.mp4"), distortion: .init(k1: 0.1, k3: -1e-7),
                frameDefaults: .init(fx: 500, tracking: .limited(.relocalizing)), tipOffset: .init(dx: 0.1, dy: -3))
            let states: [TrackingState] = [.normal, .notAvailable] + TrackingState.Reason.allCases.map { .limited($0) }
            for index in 0..<30 {
                let camera = Camera(
                    model: .init(
                        intrinsics: .init(fx: index % 2 == 0 ? 500 : 501.25, fy: 500 + random.unit(), cx: 320, cy: 239.5),
                        distortion: header.distortion),
                    imageSize: header.imageSize, worldFromCamera: WriterTests.pose(&random))
                let light = [
                    nil, LightEstimate(ambientIntensity: 1000.0 / 3, ambientColorTemperature: 6500),
                    .init(ambientIntensity: nil, ambientColorTemperature: 4000),
                ][index % 3]
                frames.append(
                    .init(
                        index: index, time: Double(index) / 29.97, picture: .videoFrame(index * 2), camera: camera,
                        tracking: states[index % states.count], light: light))
            }
            let plane = PlaneAnchorRecord(
                id: "p", alignment: .vertical, worldFromAnchor: WriterTests.pose(&random), center: .init(x: 0.1, y: 0, z: -0.2),
                extentX: 0.5, extentZ: 1.0 / 3, boundary: [[0, 0], [1, 0], [0.1, 1]])
            var bare = plane
            bare.boundary = nil
            let other = OtherAnchorRecord(id: "o", type: "image", worldFromAnchor: WriterTests.pose(&random))
            anchors = [
                .init(time: 0, id: "p", change: .add(.plane(plane))), .init(time: 0, id: "o", change: .add(.other(other))),
                .init(time: 0.25, id: "p", change: .update(.plane(bare))),
                .init(time: 0.5, id: "o", change: .remove(mergedInto: "p")),
                .init(time: 0.5, id: "p", change: .remove(mergedInto: nil)),
            ]
            events = [
                .init(time: 0, kind: .tap(.init(x: 1.0 / 3, y: 2))), .init(time: 0.1, kind: .draw(true)),
                .init(time: 0.2, kind: .extrude(true)), .init(time: 0.3, kind: .interruption(false)),
            ]
        }

        func write(to folder: String, film: String, replacing: Bool = false) throws {
            let writer = try RecordingWriter(folder: folder, header: header, replacing: replacing)
            try writer.copy(film, as: "films/video.mp4", linking: true)
            for frame in frames { try writer.write(frame) }
            for anchor in anchors { try writer.write(anchor) }
            for event in events { try writer.write(event) }
            try writer.commit()
        }
    }

    private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    @Test("gives back what was written, and the same bytes each time", arguments: UInt64(1)...5)
    func roundTrip(seed: UInt64) throws {
        let place = try Fixture()
        let sample = Sample(seed: seed)
        let folder = place.root + "/new"
        try sample.write(to: folder, film: place.folder + "/video.mp4")
        let recording = try Recording(opening: folder)
        #expect(recording.header == sample.header)
        let frames = try recording.frames()
        for frame in sample.frames { #expect(try frames.next() == frame) }
        #expect(try frames.next() == nil)
        let anchors = try recording.anchors()
        for anchor in sample.anchors {
            let read = try #require(try anchors.next())
            // An anchor of another type gains the text it was read from.
            if case .add(.other(var other)) = read.change {
                other.json = nil
                #expect(AnchorEvent(time: read.time, id: read.id, change: .add(.other(other))) == anchor)
            } else {
                #expect(read == anchor)
            }
        }
        let events = try recording.events()
        for event in sample.events { #expect(try events.next() == event) }
        try sample.write(to: place.root + "/again", film: place.folder + "/video.mp4")
        for name in ["recording.json", "frames.jsonl", "anchors.jsonl", "events.jsonl"] {
            #expect(bytes(folder + "/" + name) == bytes(place.root + "/again/" + name))
        }
        #expect(checkText(folder).isEmpty)
    }

    @Test("refuses a name that is taken, replaces a recording when told, and never anything else")
    func taken() throws {
        let place = try Fixture()
        let sample = Sample(seed: 1)
        let film = place.folder + "/video.mp4"
        func message(_ folder: String, _ replacing: Bool) -> String? {
            do {
                try sample.write(to: folder, film: film, replacing: replacing)
                return nil
            } catch { return place.plain("\(error)") }
        }
        #expect(message(place.folder, false) == "r: it exists already; choose another name, or allow it to be replaced")
        #expect(message(film, true) == "r/video.mp4: there is a file of this name")
        #expect(message(place.root, true) == "root: it exists and is not a recording, so it is not replaced")
        #expect(message(place.root + "/no/new", false) == "cannot write into root/no: it does not exist")
        try Data().write(to: URL(filePath: place.root + "/film.mp4"))
        try sample.write(to: place.folder, film: place.root + "/film.mp4", replacing: true)
        #expect(try Recording(opening: place.folder).header.name == sample.header.name)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).sorted() == ["film.mp4", "r"])
    }

    @Test("names the recording and not its working name when the disk is full", .timeLimit(.minutes(15)))
    func diskFull() async throws {
        // The limit on file sizes stands in for a full disk; it holds for a whole process, so a process of its own is used.
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let place = try Fixture()
            let sample = Sample(seed: 1)
            var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            do {
                let writer = try RecordingWriter(folder: place.root + "/new", header: sample.header)
                for _ in 0..<10_000 { try writer.write(sample.frames[0]) }
                Issue.record("more was written than there is room for")
            } catch { #expect(place.plain("\(error)") == "cannot write root/new/frames.jsonl: File too large") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.root) == ["r"])
        }
    }

    @Test("leaves nothing behind when it is dropped or what was written does not read")
    func broken() throws {
        let place = try Fixture()
        let sample = Sample(seed: 1)
        do {
            let writer = try RecordingWriter(folder: place.root + "/new", header: sample.header)
            try writer.write(sample.frames[0])
        }
        do {
            let writer = try RecordingWriter(folder: place.root + "/new", header: sample.header)
            try writer.copy(place.folder + "/video.mp4", as: "films/video.mp4")
            try writer.write(sample.frames[1])
            try writer.commit()
            Issue.record("a recording that begins with frame 1 was written")
        } catch let error as RecordingFailure {
            #expect(
                place.plain(error.description)
                    == "root/new/frames.jsonl:1: key index: expected 0, found 1; frames count 0, 1, 2 … without gaps")
        }
        let writer = try RecordingWriter(folder: place.root + "/new", header: sample.header)
        #expect(throws: RecordingFailure.self) { try writer.copy(place.folder + "/video.mp4", as: "../a") }
        #expect(throws: RecordingFailure.self) { try writer.copy(place.folder + "/no", as: "a") }
        _ = consume writer
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root) == ["r"])
    }
}
