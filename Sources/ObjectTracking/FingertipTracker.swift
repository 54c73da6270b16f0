private import Glibc
internal import Imaging
internal import Spaces

/// Follows a fingertip from one tap by the shape of the hand's region about it, and says how sure it is.
///
/// The article on the fingertip tracker has the method. Held or lost, each picture is searched as a whole: a fast finger moves by more
/// than its size between two pictures, and one that was lost may come back anywhere.
struct FingertipTracker {
    /// Score from which on a place is believed, and how much more is asked for after a loss.
    static let least = (held: 0.5, lost: 0.6)
    /// How much better than any other place it must be.
    static let lead = 0.05
    /// Places nearer than this, in boxes, are the same.
    static let apart = 0.7
    /// How much less the way counts with each frame since the tip was seen.
    static let forgetting = 0.5
    /// A tap's box is square: a drawn one that is longer than this is about something else than a fingertip.
    static let longest = 1.1
    /// A tap that is nearer to the end of the finger than the first, in boxes, says where the tip is; beyond the second it missed.
    static let taps = (sure: 0.3, missed: 0.5)
    /// A nail lies behind the end, in line with the finger: so far behind a tap is sure, when it is no farther beside, in boxes.
    static let nail = (behind: 0.42, beside: 0.12)
    /// How much of a sure tap's way from the end is believed, of one in line with a nail and of others: the end is the better guess, the
    /// more the less people hit.
    static let belief = (nail: 0.85, other: 0.8)
    /// How much of a change of the finger's direction is believed in a frame.
    static let turning = 0.5
    /// Chance from which on a place is held, while it is and after a loss, and from which on it is learned from.
    static let leastChance = (held: 0.25, lost: 0.5, learned: 0.5)
    /// Of the logit of the chance: for nothing; for the outline, between its limits; for the seed's agreement; for the rings' difference
    /// up to its limit; for the lead up to its limit.
    ///
    /// Fitted by maximum likelihood, each clip with equal weight, and judged by leaving clips out.
    static let evidence = (bias: -4.76, outline: 6.49, seed: 3.05, rings: -50.2, lead: 0.77)
    static let limits = (outline: 0.3...0.9, rings: 0.05, lead: 0.6)

    private let shape: FingertipShape
    private var steady: SteadyTip
    private let size: PixelSize
    private let side: Double
    private let reacquires: Bool
    private var last: PixelPoint
    private var direction: Vector<PixelSpace>
    private let seedDirection: Vector<PixelSpace>
    /// From the end of the finger to what was tapped: along the finger and across it, pixels.
    private let offset: (along: Double, across: Double)
    /// Frames since the tip was seen.
    private var lostFrames = 0

    /// Seeds a tracker; nil when the box is not about the end of a finger that can be told from what is round it.
    ///
    /// - Parameters:
    ///   - box: round the tap, pixels.
    ///   - picture: in which the finger is.
    ///   - reacquires: whether a lost tip is looked for; otherwise it stays lost.
    init?(box: PixelRect, in picture: Picture, reacquires: Bool) throws {
        let aspect = max(box.width, box.height) / min(box.width, box.height)
        guard box.isFinite, aspect <= Self.longest, PixelRect(covering: picture.size).contains(box.center),
            let shape = try FingertipShape(tappedIn: box, in: picture)
        else { return nil }
        self.shape = shape
        self.reacquires = reacquires
        size = box.size
        side = box.area.squareRoot()
        last = shape.tip.place
        direction = shape.tip.direction
        seedDirection = direction
        let away = box.center - last
        let along = away.dx * direction.dx + away.dy * direction.dy
        let across = away.dy * direction.dx - away.dx * direction.dy
        let isNail = along < 0 && abs(across) < Self.nail.beside * side
        let sure = isNail ? Self.nail.behind : Self.taps.sure
        let belief = isNail ? Self.belief.nail : Self.belief.other
        let kept = belief * min(max(1 - (away.length / side - sure) / (Self.taps.missed - sure), 0), 1)
        offset = (along: along * kept, across: across * kept)
        steady = SteadyTip(last + away * kept, side: side)
        try shape.begin(at: steady.place, in: picture)
    }

    /// Looks for the tip in the next picture.
    mutating func update(_ picture: Picture) throws -> TrackResult {
        if lostFrames > 0, !reacquires { return lost(chance: 0) }
        let pull = 1 / (1 + Self.forgetting * Double(lostFrames))
        let places = try shape.places(in: picture, from: last, pull: pull, most: 24)
        guard let best = places.first else { return lost(chance: 0) }
        let second = places.first { $0.center.distance(to: best.center) > Self.apart * side }
        let lead = best.score - (second?.score ?? -1)
        guard best.score >= (lostFrames > 0 ? Self.least.lost : Self.least.held), lead >= Self.lead else {
            return lost(chance: 0)
        }
        let tip = try shape.refine(best, in: picture)
        let direction = turned(to: tip.direction)
        let tapped = tapped(from: tip.place, along: direction)
        let turn = seedDirection.turn(to: direction)
        let guess = steady.guess(at: tapped, turn: turn)
        let look = try shape.look(
            at: guess, in: picture, turn: turn, angle: lostFrames > 0 ? turn : steady.angle, moves: lostFrames == 0)
        let chance = Self.chance(look, lead: lead)
        guard chance >= (lostFrames > 0 ? Self.leastChance.lost : Self.leastChance.held) else { return lost(chance: chance) }
        last = tip.place
        self.direction = direction
        steady.take(look, at: tapped, turn: turn)
        try shape.keep(steady.place)
        // What is doubted is held for a while, and teaches nothing: it may be another finger.
        if chance >= Self.leastChance.learned { try shape.follow() }
        let state: TrackState = lostFrames > 0 ? .reacquired : .tracked
        lostFrames = 0
        return TrackResult(box: box, confidence: chance, state: state)
    }

    /// The box about what was tapped.
    private var box: PixelRect { .init(center: steady.place, size: size) }

    /// Where what was tapped is when a finger ends at a place and points in a direction.
    private func tapped(from end: PixelPoint, along direction: Vector<PixelSpace>) -> PixelPoint {
        end + direction * offset.along + Vector(dx: -direction.dy, dy: direction.dx) * offset.across
    }

    private func turned(to seen: Vector<PixelSpace>) -> Vector<PixelSpace> {
        let mean = direction * (1 - Self.turning) + seen * Self.turning
        return mean.length > 0 ? mean * (1 / mean.length) : direction
    }

    private mutating func lost(chance: Double) -> TrackResult {
        lostFrames += 1
        return TrackResult(box: box, confidence: chance, state: .lost)
    }

    /// The chance that a place is the tip.
    static func chance(_ look: FingertipShape.Look, lead: Double) -> Double {
        let outline = min(max(look.outline, limits.outline.lowerBound), limits.outline.upperBound)
        let logit =
            evidence.bias + evidence.outline * outline + evidence.seed * max(look.seedAgreement, 0)
            + evidence.rings * min(look.rings, limits.rings) + evidence.lead * min(lead, limits.lead)
        return 1 / (1 + exp(-logit))
    }
}
