private import Glibc
public import Spaces

/// An error of the tap that seeds a tracker.
///
/// The clip is run with the tap as it should be, moved by a quarter and by half a box in twelve directions, and with the box scaled.
public struct TapError: Hashable, Sendable {
    /// What to call it: `exact`, `30-half`, `scale-0.9`.
    public var name: String
    /// How far the box is moved to the right, as a share of its width.
    public var dx: Double
    /// How far it is moved down, as a share of its height.
    public var dy: Double
    /// The factor by which it is scaled.
    public var scale: Double

    /// Number of directions.
    static let directions = 12
    /// How far the tap is off, in half boxes' terms: shares of the box.
    static let distances = [0.25, 0.5]
    /// The factors.
    static let scales = [0.8, 0.9, 1.1, 1.2]

    /// All errors, the exact tap first.
    public static let all: [TapError] = {
        var errors = [TapError(name: "exact", dx: 0, dy: 0, scale: 1)]
        for (word, distance) in zip(["quarter", "half"], distances) {
            for k in 0..<directions {
                let degrees = k * 360 / directions
                let angle = Double(degrees) * .pi / 180
                errors.append(.init(name: "\(degrees)-\(word)", dx: distance * cos(angle), dy: distance * sin(angle), scale: 1))
            }
        }
        return errors + scales.map { .init(name: "scale-\($0)", dx: 0, dy: 0, scale: $0) }
    }()

    /// The seed that this error makes of a box.
    public func applied(to box: PixelRect) -> PixelRect {
        let center = box.center + Vector(dx: dx * box.width, dy: dy * box.height)
        return PixelRect(center: center, size: .init(width: scale * box.width, height: scale * box.height))
    }
}

extension EvaluationSequence {
    /// The run with a wrong tap; nil when the target is not seen at the frame.
    func run(_ error: TapError, from frame: Int, width: Double) -> PlannedRun? {
        guard var planned = run(error.name, from: frame) else { return nil }
        planned.seed = .rect(error.applied(to: seedBox(of: planned.seed, pictureWidth: width)))
        return planned
    }
}
