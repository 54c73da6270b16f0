import AirDrawing
import FoundationEssentials
import Imaging
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

/// A real finger that draws loops on a mouse pad, and where two cameras and a hand model saw its tip (`desk/mousepad`).
@Suite(.serialized, .enabled(if: realData != nil, "AIRDRAW_DATA is not set: no real desk to draw on"))
struct RealDeskTests {
    @Test(
        "Seeded with a box of 56 px, the pen is within 2.5 mm of the triangulated tip in the median, 6 mm at the 95th percentile")
    func largeBox() throws {
        let errors = try draw(boxSize: 56)
        print(
            "MEASURED desk, box 56: \(errors.count) points, median \(rounded(quantile(errors, 0.5))) mm, 95th percentile "
                + "\(rounded(quantile(errors, 0.95))) mm")
        #expect(errors.count > 60)
        #expect(quantile(errors, 0.5) <= 2.5)
        #expect(quantile(errors, 0.95) <= 6)
    }

    @Test("With boxes of 32 and 40 px at most 5 % of the drawn points are more than 15 mm off", arguments: [32.0, 40])
    func smallBoxes(size: Double) throws {
        let errors = try draw(boxSize: size)
        let off = Double(errors.filter { $0 > 15 }.count) / Double(max(errors.count, 1))
        print(
            "MEASURED desk, box \(Int(size)): \(errors.count) points, \(rounded(off * 100)) % more than 15 mm off, median "
                + "\(rounded(quantile(errors, 0.5))) mm")
        #expect(errors.count >= 10)
        #expect(off <= 0.05)
    }

    /// Distances along the plane between the pen and the triangulated tip, millimetres, for frames that drew themselves.
    private func draw(boxSize: Double) throws -> [Double] {
        try withTemporaryFolder { folder in
            let desk = try Desk(in: folder)
            let first = try #require(desk.tips.keys.filter { $0 >= 27 }.min())
            let tip = try #require(desk.tips[first])
            var options = DrawOptions()
            // The picture is the view: pixel centres are half a point from their corner.
            options.taps = [.init(point: .init(x: tip.pixel.x + 0.5, y: tip.pixel.y + 0.5), time: Double(first) / desk.rate)]
            options.boxSize = boxSize
            options.drawRanges = [0...(140 / desk.rate)]
            let recording = try Recording(opening: desk.recording)
            let session = try Session(running: recording)
            let pipeline = try DrawPipeline(session: session, options: options)
            var errors: [Double] = []
            while let frame = try pipeline.next(), frame.session.index <= 140 {
                guard frame.outcome == .drawn || frame.outcome == .alreadyThere, let pen = frame.world,
                    let truth = desk.tips[frame.session.index]
                else { continue }
                let plane = try #require(frame.session.planes.first)
                let a = plane.local(pen)
                let b = plane.local(truth.world)
                errors.append(((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z)).squareRoot() * 1000)
            }
            return errors
        }
    }
}

/// The folder of real clips; nil when it is not named.
let realData = environment("AIRDRAW_DATA")

/// The desk as a recording, and the truth about its fingertip.
private struct Desk {
    struct Tip {
        var pixel: PixelPoint
        var world: WorldPoint
    }
    /// Side of a square of the board that lay on the desk, metres (the data's own note).
    static let unit = 0.0319
    let recording: String
    var tips: [Int: Tip] = [:]
    let rate: Double

    init(in folder: String) throws {
        let source = try #require(realData) + "/desk/mousepad"
        let camera = try numbers(source + "/c0.dat")
        let pose = try numbers(source + "/rot_trans_c0.dat")
        let json = """
            {"fx": \(camera[0]), "fy": \(camera[4]), "cx": \(camera[2]), "cy": \(camera[5]),
             "distortion": {"k1": \(camera[9]), "k2": \(camera[10]), "p1": \(camera[11]), "p2": \(camera[12]), "k3": \(camera[13])},
             "image_size": [720, 720],
             "board": {"rotation": [\(pose[0..<3].json), \(pose[3..<6].json), \(pose[6..<9].json)],
                       "translation": \(pose[9..<12].json), "unit": \(Self.unit)},
             "planes": [{"id": "pad", "extent": [2, 2], "point": [0, 0, 0.352], "normal": [-0.0456, -0.0077, -1]}]}
            """
        try Data(json.utf8).write(to: URL(filePath: folder + "/camera.json"))
        let film = try VideoFile(path: source + "/video.mp4")
        rate = try #require(film.framesPerSecond)
        var count = 0
        while try film.skip() { count += 1 }
        recording = folder + "/desk"
        try importVideo(
            source + "/video.mp4", description: VideoDescription(opening: folder + "/camera.json"), frameCount: count,
            imageSize: film.size, framesPerSecond: rate, to: recording)
        // Board to world: the board's z goes into the desk, the world's y up; x is shared, so y of the board is z of the world.
        let text = try String(contentsOfFile: source + "/index_tip.csv", encoding: .utf8)
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard fields.count == 8, let frame = fields[0], let x = fields[1], let y = fields[2], let wx = fields[5],
                let wy = fields[6], let wz = fields[7]
            else { continue }
            tips[Int(frame)] = Tip(
                pixel: .init(x: x, y: y), world: .init(x: wx * Self.unit, y: -wz * Self.unit, z: wy * Self.unit))
        }
    }
}

extension ArraySlice<Double> {
    fileprivate var json: String { "[" + map { "\($0)" }.joined(separator: ", ") + "]" }
}

/// All numbers of a text file, words left out.
private func numbers(_ path: String) throws -> [Double] {
    try String(contentsOfFile: path, encoding: .utf8).split { $0.isWhitespace }.compactMap { Double($0) }
}
