import AirDrawing
import FoundationEssentials
import Imaging
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

/// The rendered recordings of the repository; `AIRDRAW_RENDERED` names another folder of them, such as one of other seeds.
let renderedFolder = environment("AIRDRAW_RENDERED") ?? repository + "/recordings"

/// What drawing a rendered recording gave, held against its truth.
struct Measured {
    /// What is kept of a frame: not its picture.
    struct Frame {
        var index: Int
        var time: Double
        var outcome: FrameOutcome
    }
    let drawing: Drawing
    let frames: [Frame]
    let truth: [TruthFrame]
    let viewport: Viewport

    init(
        _ name: String, planes: SessionConfiguration.SceneSource = .automatic, change: (inout DrawOptions) -> Void = { _ in }
    ) throws {
        var options = DrawOptions()
        change(&options)
        let recording = try Recording(opening: renderedFolder + "/" + name)
        let session = try Session(running: recording)
        var configuration = SessionConfiguration.best(for: recording.header)
        configuration.sceneSource = planes
        try session.run(configuration)
        let pipeline = try DrawPipeline(session: session, options: options)
        var frames: [Frame] = []
        while let frame = try pipeline.next() {
            let record = frame.session
            frames.append(.init(index: record.index, time: record.timestamp, outcome: frame.outcome))
        }
        self.frames = frames
        drawing = pipeline.drawing()
        viewport = pipeline.viewport
        let reader = try (#require(try RecordingTruth(opening: recording.folder))).frames()
        var truth: [TruthFrame] = []
        while let frame = try reader.next() { truth.append(frame) }
        self.truth = truth
    }

    /// Where the tip was at a time, between frames in proportion.
    func tip(at time: Double) -> WorldPoint? {
        guard let after = frames.firstIndex(where: { $0.time >= time }) else { return nil }
        guard after > 0, frames[after].time > time else { return truth[after].tipWorld }
        let t0 = frames[after - 1].time
        let share = (time - t0) / (frames[after].time - t0)
        guard let a = truth[after - 1].tipWorld, let b = truth[after].tipWorld else { return nil }
        return a + (b - a) * share
    }

    /// How far each point is from where the tip was at its time, millimetres.
    var errors: [Double] {
        drawing.strokes.flatMap(\.points).compactMap { point in
            tip(at: point.time).map { $0.distance(to: point.position) * 1000 }
        }
    }
}

/// The value below which a share of the values lies.
func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

@Suite(.serialized) struct RenderedRecordingTests {
    @Test("The pen is within 2 mm of the true tip in the median and 5 mm at the 95th percentile", arguments: rendered)
    func penError(name: String) throws {
        let measured = try Measured(name)
        let errors = measured.errors
        #expect(errors.count > 20)
        #expect(quantile(errors, 0.5) <= 2, "median \(quantile(errors, 0.5)) mm")
        #expect(quantile(errors, 0.95) <= 5, "95th percentile \(quantile(errors, 0.95)) mm")
        let blind = try Measured(name) { $0.pen = .finger(.offset(.zero)) }.errors
        print(
            "MEASURED \(name): pen error median \(rounded(quantile(errors, 0.5))) mm, 95th percentile "
                + "\(rounded(quantile(errors, 0.95))) mm; without the known tip offset \(rounded(quantile(blind, 0.5))) and "
                + "\(rounded(quantile(blind, 0.95))) mm; \(measured.drawing.outcomes.sorted { $0.key.rawValue < $1.key.rawValue })"
        )
    }

    @Test(
        "On planes found in the pictures alone the pen is within 3 mm in the median and 8 mm at the 95th percentile",
        arguments: rendered)
    func planesFromPictures(name: String) throws {
        let measured = try Measured(name, planes: .pictures)
        let errors = measured.errors
        #expect(errors.count > 20)
        #expect(quantile(errors, 0.5) <= 3, "median \(quantile(errors, 0.5)) mm")
        #expect(quantile(errors, 0.95) <= 8, "95th percentile \(quantile(errors, 0.95)) mm")
        print(
            "MEASURED \(name): on planes from the pictures, pen error median \(rounded(quantile(errors, 0.5))) mm, "
                + "95th percentile \(rounded(quantile(errors, 0.95))) mm, "
                + "\(measured.drawing.hitCounts.map { "\($0.key.name ?? "") \($0.value)" }.sorted().joined(separator: ", "))")
    }

    @Test("Nothing is drawn while the finger is out of the picture, and the pen draws again after it came back")
    func outOfPicture() throws {
        let measured = try Measured("return")
        let gone = Set(measured.truth.filter { $0.nailBox == nil }.map(\.index))
        #expect(gone.count >= 15, "the finger must leave for this test to mean something")
        let drawnBlind = measured.frames.filter { frame in
            gone.contains(frame.index) && (frame.outcome == .drawn || frame.outcome == .alreadyThere)
        }
        #expect(drawnBlind.isEmpty, "drawn without a finger in frames \(drawnBlind.map(\.index))")
        #expect(!measured.drawing.strokes.flatMap(\.points).contains { gone.contains($0.frame) })
        let last = try #require(gone.max())
        let again = measured.frames.first { $0.index > last && $0.outcome == .drawn }
        #expect(again != nil)
        if let again {
            let seconds = again.time - measured.frames[last].time
            print("MEASURED return: drawn again \(rounded(seconds)) s after the last frame without the nail")
        }
        #expect(measured.drawing.strokes.flatMap(\.points).contains { $0.frame > last })
    }

    @Test("The square has sides of 100 ± 2 mm and corners of 90 ± 2°")
    func square() throws {
        let measured = try Measured("square")
        let stroke = try (#require(try RecordingTruth(opening: renderedFolder + "/square"))).strokes()[0]
        let corners = cornersOfSquare(stroke)
        let points = measured.drawing.strokes.flatMap(\.points).map(\.position)
        // A line through the points of each side; points within 8 mm of a corner belong to no side for sure.
        let sides = (0..<4).map { i -> (WorldPoint, WorldVector) in
            let a = corners[i]
            let b = corners[(i + 1) % 4]
            let own = points.filter { p in
                let along = (p - a).dot((b - a).normalized)
                return along > 0.008 && along < a.distance(to: b) - 0.008
                    && ((p - a) - (b - a).normalized * along).length < 0.01
            }
            return fitLine(own)
        }
        let found = (0..<4).map { i in meet(sides[(i + 3) % 4], sides[i]) }
        for i in 0..<4 {
            let a = found[i]
            let side = a.distance(to: found[(i + 1) % 4]) * 1000
            let cosine = (found[(i + 1) % 4] - a).normalized.dot((found[(i + 3) % 4] - a).normalized)
            let angle = 90 - cosine * 180 / .pi  // small angles: asin x = x
            #expect(abs(side - 100) <= 2, "side \(i) is \(side) mm")
            #expect(abs(angle - 90) <= 2, "corner \(i) is \(angle)°")
            print("MEASURED square: side \(i) \(rounded(side)) mm, corner \(i) \(rounded(angle))°")
        }
    }

    @Test("The extruded height is within 2 % of the formula on the true nail box")
    func extrudedHeight() throws {
        let measured = try Measured("square")
        var expected = Extrusion(viewHeight: measured.viewport.size.height)
        for (frame, truth) in zip(measured.frames, measured.truth) where frame.outcome == .extruding {
            let box = try #require(truth.nailBox)
            expected.update(fingerY: measured.viewport.viewFromPixel(box).center.y)
        }
        let height = try #require(expected.height)
        #expect(abs(measured.drawing.height / height - 1) <= 0.02, "\(measured.drawing.height) m instead of \(height) m")
        print(
            "MEASURED square: height \(rounded(measured.drawing.height * 1000)) mm, on the true nail \(rounded(height * 1000)) mm"
        )
    }

    @Test("Drawing twice gives the same drawing, also with the truth deleted")
    func repeatable() throws {
        try withTemporaryFolder { folder in
            let first = try draw(renderedFolder + "/letter")
            try FileManager.default.copyItem(atPath: renderedFolder + "/letter", toPath: folder + "/blind")
            try FileManager.default.removeItem(atPath: folder + "/blind/truth")
            let blind = try draw(folder + "/blind")
            #expect(first.pointCount > 20)
            #expect(blind == first)
        }
    }
}

/// The drawing of a recording with default options.
private func draw(_ path: String) throws -> Drawing {
    let recording = try Recording(opening: path)
    let session = try Session(running: recording)
    let pipeline = try DrawPipeline(session: session, options: .init())
    while try pipeline.next() != nil {}
    return pipeline.drawing()
}

private let rendered = ["square", "spiral", "letter", "return"]

func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

/// The corners of a closed square path: the points farthest from its middle, one in each quarter round it.
private func cornersOfSquare(_ path: [WorldPoint]) -> [WorldPoint] {
    let middle = WorldPoint(path.reduce(SIMD3<Double>.zero) { $0 + $1.coordinates } / Double(path.count))
    guard let first = path.max(by: { $0.distance(to: middle) < $1.distance(to: middle) }) else { return [] }
    let u = (first - middle).normalized
    let v = WorldVector(x: u.z, y: 0, z: -u.x)
    return [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)].compactMap { (a, b) in
        path.max { (u * a + v * b).dot($0 - middle) < (u * a + v * b).dot($1 - middle) }
    }
}

/// The line through points of a level plane: their mean, and the direction in which they spread most.
private func fitLine(_ points: [WorldPoint]) -> (WorldPoint, WorldVector) {
    let mean = points.reduce(SIMD3<Double>.zero) { $0 + $1.coordinates } / Double(points.count)
    var xx = 0.0
    var xz = 0.0
    var zz = 0.0
    for p in points {
        let d = p.coordinates - mean
        xx += d.x * d.x
        xz += d.x * d.z
        zz += d.z * d.z
    }
    // The larger eigenvector of a symmetric 2 × 2 matrix.
    let larger = (xx + zz) / 2 + (((xx - zz) / 2) * ((xx - zz) / 2) + xz * xz).squareRoot()
    let direction =
        abs(xz) > 1e-15 ? WorldVector(x: larger - zz, y: 0, z: xz) : xx > zz ? .init(x: 1, y: 0, z: 0) : .init(x: 0, y: 0, z: 1)
    return (.init(mean), direction.normalized)
}

/// Where two lines of a level plane meet.
private func meet(_ a: (WorldPoint, WorldVector), _ b: (WorldPoint, WorldVector)) -> WorldPoint {
    let w = b.0 - a.0
    let t = (w.x * b.1.z - w.z * b.1.x) / (a.1.x * b.1.z - a.1.z * b.1.x)
    return a.0 + a.1 * t
}
