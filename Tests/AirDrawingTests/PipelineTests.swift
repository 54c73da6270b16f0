import AirDrawing
import Imaging
import ObjectTracking
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

/// The first frames of a rendered recording through the pipeline.
private func frames(_ count: Int, of name: String, _ change: (inout DrawOptions) -> Void) throws -> [DrawnFrame] {
    var options = DrawOptions()
    change(&options)
    let recording = try Recording(opening: repository + "/recordings/" + name)
    let session = try Session(running: recording)
    let pipeline = try DrawPipeline(session: session, options: options)
    var frames: [DrawnFrame] = []
    while frames.count < count, let frame = try pipeline.next() { frames.append(frame) }
    return frames
}

@Suite struct PipelineTests {
    @Test(
        "A tap at (200, 300) tracks (190, 290, 20, 20), and one box width to the right as the tutorial does it",
        arguments: [(false, 190.0), (true, 210)])
    func flip(tutorialExact: Bool, x: Double) throws {
        let frame = try #require(
            frames(1, of: "square") {
                $0.taps = [.init(point: .init(x: 200, y: 300))]
                $0.tutorialExact = tutorialExact
            }.first)
        let header = try Recording(opening: repository + "/recordings/square").header
        let box = header.viewport.viewFromPixel(try #require(frame.box))
        #expect(header.viewportSize == .init(width: 375, height: 667))
        for (found, expected) in zip([box.minX, box.minY, box.width, box.height], [x, 290, 20, 20]) {
            #expect(abs(found - expected) < 1e-9)
        }
    }

    @Test("The tutorial's pen is 30 points left of the tap and 30 below it")
    func tutorialPen() throws {
        // The recording is not tracking normally at first; from frame 10 on it is.
        let all = try frames(16, of: "square") {
            $0.taps = [.init(point: .init(x: 200, y: 300), time: 0.5)]
            $0.tutorialExact = true
        }
        let pen = try #require(all.last?.pen)
        #expect(abs(pen.x - 170) < 1e-9 && abs(pen.y - 330) < 1e-9)
    }

    @Test("The tip may be given as an offset, as a place, or be the middle of the box")
    func tips() throws {
        func pen(_ tip: DrawOptions.Tip) throws -> ViewPoint {
            try #require(
                frames(16, of: "square") {
                    $0.taps = [.init(point: .init(x: 200, y: 300), time: 0.5)]
                    $0.pen = .finger(tip)
                }.last?.pen)
        }
        #expect(try pen(.offset(.zero)).distance(to: .init(x: 200, y: 300)) < 1e-9)
        #expect(try pen(.offset(.init(dx: 3, dy: -7))).distance(to: .init(x: 203, y: 293)) < 1e-9)
        #expect(try pen(.at(.init(x: 210, y: 280))).distance(to: .init(x: 210, y: 280)) < 1e-9)
    }

    @Test("Before the tap a frame is not seeded; the session's own state comes first after it")
    func outcomes() throws {
        let all = try frames(16, of: "square") { _ in }
        #expect(all[0].outcome == .notSeeded && all[14].outcome == .notSeeded)
        #expect(all[15].outcome == .penUp && all[15].state == .seed)
        let early = try frames(1, of: "square") { $0.taps = [.init(point: .init(x: 118, y: 412))] }
        #expect(early[0].outcome == .trackingNotNormal)
    }

    @Test("A recording without taps asks for one")
    func noTaps() throws {
        try withTemporaryFolder { folder in
            let header = RecordingHeader(
                name: "x", imageSize: .init(width: 64, height: 64), viewportSize: .init(width: 64, height: 64),
                orientation: .landscapeRight, pictures: .images)
            let picture = try Picture(width: 64, height: 64, bgr: .init(repeating: 90, count: 64 * 64 * 3))
            let writer = try RecordingWriter(folder: folder + "/r", header: header)
            try writer.write(picture.encoded(as: .png), as: "images/0.png")
            let camera = Camera(
                model: .init(intrinsics: .init(fx: 60, fy: 60, cx: 31.5, cy: 31.5)), imageSize: header.imageSize,
                worldFromCamera: .identity)
            try writer.write(FrameRecord(index: 0, time: 0, picture: .file("images/0.png"), camera: camera))
            try writer.commit()
            let recording = try Recording(opening: folder + "/r")
            let session = try Session(running: recording)
            let failure = #expect(throws: DrawFailure.self) { try DrawPipeline(session: session, options: .init()) }
            #expect(failure?.description.contains("--click X,Y@SECONDS") == true)
        }
    }
}

@Suite struct PenSmoothingTests {
    @Test("A pen at any steady speed lags by less than 0.3 mm", arguments: [0.01, 0.05, 0.1, 0.2, 0.4, 1])
    func lag(speed: Double) {
        var smoothing = PenSmoothing(isOn: true)
        var last = WorldPoint(.zero)
        var raw = last
        for i in 0..<120 {
            raw = .init(x: speed * Double(i) / 30, y: 0, z: 0)
            last = smoothing(raw, at: Double(i) / 30)
        }
        #expect(raw.distance(to: last) < 0.0003)
        #expect(raw.distance(to: last) > 0)
    }

    @Test("A pen that rests shakes less than its tracker")
    func rest() {
        var random = SeededGenerator(seed: 1)
        var smoothing = PenSmoothing(isOn: true)
        var raw: [Double] = []
        var smooth: [Double] = []
        for i in 0..<600 {
            // Half a millimetre of noise, as a tracker that gives whole pixels has it.
            let p = WorldPoint(x: (random.unit() - 0.5) * 0.001, y: 0, z: 0)
            raw.append(p.x)
            smooth.append(smoothing(p, at: Double(i) / 30).x)
        }
        func spread(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
        #expect(spread(smooth) < 0.75 * spread(raw))
    }

    @Test("Switched off, or after a lift, a point stays where it is")
    func off() {
        var off = PenSmoothing(isOn: false)
        let a = WorldPoint(x: 0, y: 0, z: 0)
        let b = WorldPoint(x: 0.1, y: 0, z: 0)
        _ = off(a, at: 0)
        #expect(off(b, at: 0.03) == b)
        var on = PenSmoothing(isOn: true)
        _ = on(a, at: 0)
        on.reset()
        #expect(on(b, at: 0.03) == b)
    }
}
