private import Glibc
internal import Imaging
internal import Spaces

/// A fingertip's place that does not tremble or creep, from one that is only as fine as the shape of the hand tells.
///
/// The shape says which place it is, and never drifts off the finger, but slides some pixels along it. What the finger shows says the
/// rest: what was tapped, aligned as it is now, draws the place to where it was tapped; where that is not to be recognized, what the
/// picture before showed carries it on, and the shape draws it back. The difference from the shape turns with the finger.
struct SteadyTip {
    /// Agreement from which on what was tapped, and what was seen last, say where they are.
    static let least = (seed: 0.5, previous: 0.7)
    /// Part of the way to what was tapped in a frame.
    static let seedPull = 0.5
    /// The most that the tip may lie off the shape's place, in boxes, and turned from the way it points, radians.
    static let reach = (place: 0.3, angle: 0.6)
    /// Difference from the shape's place that may be the shape's, in boxes.
    static let zone = 0.15
    /// Part of the way back to the shape's place in a frame, of what may be the shape's and of what is more.
    static let pull = (inside: 0.03, more: 0.5)
    /// Part of the difference that is kept in a frame in which the finger shows nothing.
    static let kept = 0.5

    /// The tip, pixels.
    private(set) var place: PixelPoint
    /// How what was tapped is turned, radians.
    private(set) var angle = 0.0
    /// From the shape's place to the tip, pixels, as if the finger were not turned.
    private var difference = Vector<PixelSpace>.zero
    private let side: Double

    /// Starts at what was tapped.
    ///
    /// - Parameters:
    ///   - side: of the box about it, pixels.
    init(_ place: PixelPoint, side: Double) {
        self.place = place
        self.side = side
    }

    /// Where the tip should be when the shape's place and turn are known.
    func guess(at shape: PixelPoint, turn: Double) -> PixelPoint { shape + difference.turned(turn) }

    /// Takes in what a look at the guess shows.
    mutating func take(_ look: FingertipShape.Look, at shape: PixelPoint, turn: Double) {
        let moved = look.previousAgreement > Self.least.previous ? look.previous - shape : nil
        let tapped = look.seed - shape
        var offset: Vector<PixelSpace>
        if look.seedAgreement > Self.least.seed, tapped.length < Self.reach.place * side,
            abs(look.seedAngle - turn) < Self.reach.angle
        {
            offset = moved.map { $0 + (tapped + $0 * -1) * Self.seedPull } ?? tapped
            angle = look.seedAngle
        } else {
            offset = moved.map(drawnBack) ?? difference.turned(turn) * Self.kept
            angle = turn
        }
        let length = offset.length
        if length > Self.reach.place * side { offset = offset * (Self.reach.place * side / length) }
        place = shape + offset
        difference = offset.turned(-turn)
    }

    private func drawnBack(_ offset: Vector<PixelSpace>) -> Vector<PixelSpace> {
        let length = offset.length
        guard length > 0 else { return offset }
        let inside = min(length, Self.zone * side)
        let rest = inside * (1 - Self.pull.inside) + (length - inside) * (1 - Self.pull.more)
        return offset * (rest / length)
    }
}

extension Vector where S == PixelSpace {
    /// The vector turned by an angle, radians from x to y.
    func turned(_ angle: Double) -> Self {
        .init(dx: cos(angle) * dx - sin(angle) * dy, dy: sin(angle) * dx + cos(angle) * dy)
    }

    /// The angle to another vector, radians from x to y.
    func turn(to other: Self) -> Double { atan2(dx * other.dy - dy * other.dx, dx * other.dx + dy * other.dy) }
}
