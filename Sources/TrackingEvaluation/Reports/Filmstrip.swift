internal import Imaging
internal import Spaces

/// A few pictures of a run, with the tracker's box and the truth drawn in.
struct Filmstrip: Sendable {
    /// One picture.
    struct Frame: Sendable {
        /// The sequence's frame.
        var frame: Int
        /// The overlap of box and truth; nil without truth.
        var overlap: Double?
        /// Whether the tracker said that it holds the target.
        var isHeld: Bool
        /// The picture as a JPEG file.
        var jpeg: [UInt8]
    }

    /// The tracker.
    var tracker: String
    /// The sequence.
    var sequence: String
    /// What it scored, as text.
    var score: String
    /// The pictures in the run's order.
    var frames: [Frame]

    /// Bluish green, for the truth.
    static let truthColor = Color(red: 0, green: 200, blue: 140)
    /// Vermilion, for what the tracker says.
    static let saidColor = Color(red: 255, green: 110, blue: 30)
    /// Width of a picture, pixels.
    static let width = 240.0

    /// Draws the pictures.
    ///
    /// - Parameters:
    ///   - sequence: with its pictures.
    ///   - run: over it.
    ///   - tracker: name of the tracker.
    ///   - score: what it scored, as text.
    ///   - count: how many pictures, spread evenly over the run, its ends included.
    /// - Throws: `ImagingFailure` when a picture cannot be read.
    init(of sequence: EvaluationSequence, run: TrackRun, tracker: String, score: String, count: Int = 6) throws {
        self.tracker = tracker
        self.sequence = sequence.name
        self.score = score
        frames = []
        let length = run.predictions.count
        guard length > 0 else { return }
        let steps = max(min(count, length) - 1, 1)
        let chosen = Set((0...steps).map { (Double($0) * Double(length - 1) / Double(steps)).rounded() }.map { Int($0) })
        let pictures = try RunPictures(of: sequence, from: run.start, forward: run.forward)
        for index in 0..<length {
            guard let picture = try pictures.next() else { return }
            guard chosen.contains(index) else { continue }
            let frame = run.frame(of: index)
            let truth = sequence.truth.indices.contains(frame) ? sequence.truth[frame].region : nil
            let prediction = run.predictions[index]
            frames.append(
                Frame(
                    frame: frame, overlap: truth.flatMap { Self.overlap($0, prediction.region) }, isHeld: prediction.isHeld,
                    jpeg: try Self.draw(picture, truth: truth, said: prediction)))
        }
    }

    private static func overlap(_ truth: Region, _ said: Region?) -> Double? {
        if case .point = truth { return nil }
        return said.map { continuousOverlap($0.bounds, truth.bounds) } ?? 0
    }

    /// Shrinks first, so that lines keep their width.
    private static func draw(_ picture: Picture, truth: Region?, said: Prediction) throws -> [UInt8] {
        let scale = min(width / Double(picture.width), 1)
        let size = (
            width: Int((Double(picture.width) * scale).rounded()), height: Int((Double(picture.height) * scale).rounded())
        )
        let map = AffineTransform<PixelSpace, ViewSpace>(a: scale, b: 0, c: 0, d: scale, tx: scale / 2, ty: scale / 2)
        let canvas = try Canvas(try picture.warped(map, width: max(size.width, 1), height: max(size.height, 1)))
        if let truth { try mark(truth, scale, truthColor, 2, on: canvas) }
        if let region = said.region {
            try mark(region, scale, said.isHeld ? saidColor : Color(red: 170, green: 170, blue: 170), 2, on: canvas)
        }
        return try canvas.picture().encoded(as: .jpeg, quality: 78)
    }

    private static func mark(_ region: Region, _ scale: Double, _ color: Color, _ thickness: Int, on canvas: Canvas) throws {
        func scaled(_ p: PixelPoint) -> PixelPoint { .init(x: (p.x + 0.5) * scale - 0.5, y: (p.y + 0.5) * scale - 0.5) }
        func outline(_ points: [PixelPoint]) throws {
            try canvas.polyline(points, closed: true, color: .black, thickness: thickness + 2)
            try canvas.polyline(points, closed: true, color: color, thickness: thickness)
        }
        switch region {
        case .point(let point):
            try canvas.circle(center: scaled(point), radius: 5, color: .black, thickness: thickness + 2)
            try canvas.circle(center: scaled(point), radius: 5, color: color, thickness: thickness)
        case .polygon(let corners) where corners.allSatisfy(\.isFinite): try outline(corners.map(scaled))
        case .rect(let box) where box.isFinite:
            let far = scaled(.init(x: box.maxX, y: box.maxY))
            let near = scaled(box.origin)
            try outline([near, .init(x: far.x, y: near.y), far, .init(x: near.x, y: far.y)])
        default: break
        }
    }
}
