public import Imaging
public import Spaces

/// Follows one target from a box that somebody drew round it, says how sure it is, and finds it again when it was lost.
///
/// A ready-made tracker says where the target might be; everything else is ours: the confidence, the fine position, the loss, the
/// search. Not `Sendable`: one thread at a time.
public final class ObjectTracker {
    /// The result of the frame with the seed.
    public let seedResult: TrackResult

    private let kind: CorrelationTrackerKind
    /// Follows instead of all the rest where the target is a fingertip.
    private var fingertip: FingertipTracker?
    private let reacquires: Bool
    private let appearance: TargetAppearance
    private let whole: PixelRect
    /// What was seeded; the tracked box is the part of it in the picture, in whole pixels.
    private let seed: (size: PixelSize, shift: Vector<PixelSpace>, side: Double)

    private var tracker: CorrelationTracker
    private var steady: SteadyBox
    private var confidence = TrackingConfidence()
    private var loss = LossRule()
    private var hasBeenLost = false
    /// The box of the last frame in which the target was held for certain.
    private var held: PixelRect
    private var lost: Loss?

    /// What is known while the target is lost.
    private struct Loss {
        /// Where it was.
        var last: TrackResult
        var search: TargetSearch
        /// The chance of a find that the next frame has to confirm.
        var find: Double?
    }

    /// Seeds a tracker.
    ///
    /// - Parameters:
    ///   - box: round the target, pixels. The part of it that lies in the picture is tracked.
    ///   - picture: in which the target is.
    ///   - kind: what says where the target might be.
    ///   - reacquires: whether a lost target is looked for; otherwise it stays lost.
    /// - Throws: `ImagingFailure` of code `box` when the tracker cannot take the box.
    public init(
        box: PixelRect, in picture: Picture, kind: TrackerKind = .csrt, reacquires: Bool = true
    ) throws {
        whole = PixelRect(covering: picture.size)
        let inside = box.wholePixels(in: whole)
        tracker = try CorrelationTracker(kind.correlation, picture: picture, box: inside)
        appearance = try TargetAppearance(of: inside, in: picture)
        seed = (box.size, box.center - inside.center, inside.area.squareRoot())
        steady = SteadyBox(inside)
        held = inside
        seedResult = TrackResult(box: box, confidence: 1, state: .seed)
        self.kind = kind.correlation
        fingertip = kind == .fingertip ? try FingertipTracker(box: box, in: picture, reacquires: reacquires) : nil
        self.reacquires = reacquires
    }

    /// Looks for the target in the next picture.
    ///
    /// - Throws: `ImagingFailure` when the picture has another size than the first.
    public func update(_ picture: Picture) throws -> TrackResult {
        if let result = try fingertip?.update(picture) { return result }
        guard var loss = lost else { return try hold(picture) }
        if let find = loss.find, let result = try confirm(find, in: picture) { return result }
        loss.find = nil
        if reacquires { try search(picture, &loss) }
        lost = loss
        return loss.last
    }

    // MARK: - Held

    private func hold(_ picture: Picture) throws -> TrackResult {
        let look = try step(picture)
        if look == nil || loss.isLost(confidence: confidence.value) {
            let chance = look == nil ? 0 : min(confidence.value, 0.1)
            let last = TrackResult(box: reported(steady.box), confidence: chance, state: .lost)
            lost = Loss(last: last, search: TargetSearch(last: held))
            hasBeenLost = true
            // The search begins with the frame of the loss.
            return try update(picture)
        }
        if let look, confidence.value >= LossRule.gate {
            held = steady.box
            // What was found again is not learned from: a wrong find would teach the wrong finger.
            if !hasBeenLost, confidence.value > 0.7, TrackingConfidence.alone(look) > 0.6 { appearance.learn() }
        }
        return TrackResult(box: reported(steady.box), confidence: confidence.value, state: .tracked)
    }

    /// Moves on by one picture; nil when the tracker gives up.
    private func step(_ picture: Picture) throws -> TargetAppearance.Look? {
        guard let found = try tracker.update(picture), whole.contains(found.center) else { return nil }
        let (box, jump) = steady.move(to: found)
        let look = try appearance.look(at: box, in: picture, from: steady.offset)
        steady.refine(look)
        appearance.follow(steady.offset)
        confidence.take(look, jump: jump)
        return look
    }

    // MARK: - Lost

    /// Looks whether what was found in the picture before is still there and still looks right.
    private func confirm(_ find: Double, in picture: Picture) throws -> TrackResult? {
        guard let look = try step(picture), TrackingConfidence.alone(look) >= 0.6 else { return nil }
        lost = nil
        loss = LossRule()
        confidence.restart(at: min(find, 0.8))
        held = steady.box
        return TrackResult(box: reported(steady.box), confidence: confidence.value, state: .reacquired)
    }

    private func search(_ picture: Picture, _ loss: inout Loss) throws {
        guard let find = try loss.search.next(picture, for: appearance) else { return }
        let box = find.box.wholePixels(in: whole)
        do {
            tracker = try CorrelationTracker(kind, picture: picture, box: box)
        } catch let failure as ImagingFailure where failure.code == .box {
            // Too little of the box is in the picture for a tracker: it may be more in the next.
            return
        }
        steady = SteadyBox(box)
        _ = try appearance.look(at: box, in: picture)
        appearance.follow()
        loss.find = find.chance
    }

    /// The box that was asked for, about what is tracked of it.
    private func reported(_ box: PixelRect) -> PixelRect {
        let scale = steady.side / seed.side
        return PixelRect(
            center: box.center + seed.shift * scale,
            size: .init(width: seed.size.width * scale, height: seed.size.height * scale))
    }
}

extension Rect where S == PixelSpace {
    /// The box that a tracker is given: the part in the picture, between edges of pixels.
    ///
    /// CSRT and KCF cut fractions off, which would put the target beside the box by up to a pixel, and for good. A box that is not finite
    /// or outside comes back as it is, for the tracker to refuse.
    fileprivate func wholePixels(in picture: PixelRect) -> PixelRect {
        guard isFinite, let inside = intersection(picture) else { return self }
        let x = inside.cornerX.rounded()
        let y = inside.cornerY.rounded()
        let width = min(inside.width.rounded(), picture.width - x)
        let height = min(inside.height.rounded(), picture.height - y)
        return PixelRect(cornerX: x, cornerY: y, width: width, height: height)
    }
}
