internal import Files

/// A kind of file that holds a flat drawing in millimetres, for cutters and plotters, chosen by the ending of a name.
public enum FlatFormat: String, CaseIterable, Sendable {
    /// Scalable Vector Graphics, at real size.
    case svg
    /// Drawing Exchange Format.
    case dxf

    /// The format that a name ends in; nil for another.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }

    /// Writes a flat drawing as a file, which appears when it is complete; the same drawing gives the same bytes.
    ///
    /// - Parameters:
    ///   - drawing: what to write.
    ///   - path: what is there is replaced.
    ///   - comments: lines for the head of the file.
    ///   - progress: told every few thousand corners how many are done, of how many; what it throws ends the writing.
    /// - Throws: ``MeshFailure`` before anything is written, `FileFailure`, and what `progress` throws.
    @discardableResult
    public func write(
        _ drawing: FlatDrawing, to path: String, comments: [String] = [], progress: MeshProgress = { _, _ in }
    ) throws -> FlatCounts {
        try drawing.validate()
        let file = try AtomicFile(path: path)
        var lines = FlatLines(file: file, total: drawing.layers.lazy.flatMap(\.rings).reduce(0) { $0 + $1.corners.count })
        switch self {
        case .svg: try SVGWriter.write(drawing, comments, to: &lines, progress)
        case .dxf: try DXFWriter.write(drawing, comments, to: &lines, progress)
        }
        lines.drain()
        try file.commit()
        var counts = FlatCounts()
        for layer in drawing.layers {
            counts.layers += 1
            for ring in layer.rings where ring.corners.count > 1 {
                if ring.isClosed { counts.outlines += 1 } else { counts.lines += 1 }
                counts.corners += ring.corners.count
            }
        }
        counts.bytes = lines.bytes
        if let (low, high) = drawing.bounds { counts.size = high - low }
        return counts
    }
}

/// What was written to a file of a flat drawing.
public struct FlatCounts: Hashable, Sendable {
    /// Layers.
    public var layers = 0
    /// Closed outlines, those of holes included.
    public var outlines = 0
    /// Open lines.
    public var lines = 0
    /// Corners of both.
    public var corners = 0
    /// Width and height of the drawing, millimetres.
    public var size = SIMD2<Double>.zero
    /// Bytes of the file.
    public var bytes = 0

    /// Makes counts of nothing.
    public init() {}
}

extension FlatDrawing {
    /// The box round all corners, millimetres; nil when there are none.
    public var bounds: (low: SIMD2<Double>, high: SIMD2<Double>)? {
        var low = SIMD2<Double>(repeating: .infinity)
        var high = SIMD2<Double>(repeating: -.infinity)
        for corner in layers.lazy.flatMap(\.rings).flatMap(\.corners) {
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        return low.x <= high.x ? (low, high) : nil
    }

    /// Makes sure that every corner can be written.
    ///
    /// - Throws: ``MeshFailure``.
    func validate() throws {
        for layer in layers {
            for (index, p) in layer.rings.lazy.flatMap(\.corners).enumerated() {
                // A comparison with what is no number is false.
                guard abs(p.x) <= DecimalText.farthest, abs(p.y) <= DecimalText.farthest else {
                    throw MeshFailure.flatCoordinate(layer: layer.name, index: index, x: p.x, y: p.y)
                }
            }
        }
    }
}

/// Text on its way to a file of a flat drawing.
struct FlatLines {
    /// Bytes so far.
    private(set) var bytes = 0
    private let file: AtomicFile
    private let total: Int
    private var done = 0
    private var text = DecimalText(capacity: 1 << 16)

    init(file: AtomicFile, total: Int) {
        self.file = file
        self.total = total
    }

    /// Appends text.
    mutating func put(_ words: String) { text.append(words) }

    /// Appends a number with seven places, and counts.
    mutating func put(millimetres: Double) {
        text.reserve(20)
        text.putDecimal(millimetres)
    }

    /// Counts a corner, and asks the caller now and then.
    mutating func advance(_ progress: MeshProgress) throws {
        done += 1
        if text.count > 60_000 { drain() }
        if done % OBJWriter.stride == 0 {
            if file.hasFailed { try file.finish() }
            try progress(done, total)
        }
    }

    /// Gives the file what is left.
    mutating func drain() {
        bytes += text.count
        file.write(text.bytes)
        text.removeAll()
    }
}
