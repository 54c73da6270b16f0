internal import Imaging
internal import Spaces

/// Finds a lost target again: near where it was lost, and in the whole picture.
///
/// A place counts when it looks like the target and no other place looks nearly as much so: next to a finger there are other fingers,
/// and to wait is better than to draw with the wrong one. Of the places that it finds on clips it was not fitted on, 15 of 17 are right.
struct TargetSearch {
    /// A place where the target seems to be.
    struct Find {
        var box: PixelRect
        /// The chance that it is the target, 0…1.
        var chance: Double
    }

    /// Sizes that are searched for, in those of the box that was held last.
    private static let scales = [1, 0.8, 1.25]
    /// How far from the last place is near, in boxes: at once, more with each frame, and at most.
    private static let reach = (first: 3.0, growth: 1.5, most: 9.0)
    private static let peaksPerSearch = 6
    private static let candidates = 12
    /// Candidates further apart than this, in boxes, are different places.
    private static let apart = 0.7
    /// How much more likely than any other place it must be (difference of evidence).
    private static let margin = 0.7
    /// Correlation with what is remembered that a find must have.
    private static let leastPatch = 0.5
    /// What a place that is not quite sure must have, frame after frame, to be believed in the end.
    ///
    /// The colours of the whole box count most in the evidence, and a finger that comes back over another part of the table has other
    /// surroundings. Wrong places look right for a frame or two; none did for so long on the clips this was judged on.
    private static let persistent = (evidence: -0.8, margin: 0.9, patch: 0.85, chroma: 6.0, frames: 4)

    private let last: PixelRect
    private var frames = 0
    /// The place that looked right in the frames before, and in how many.
    private var promising: (center: PixelPoint, frames: Int)?

    /// Starts to search for a target that was held at a box last.
    init(last: PixelRect) { self.last = last }

    /// Searches the next picture.
    mutating func next(_ picture: Picture, for appearance: TargetAppearance) throws -> Find? {
        let reach = min(Self.reach.first + Self.reach.growth * Double(frames), Self.reach.most)
        frames += 1
        let places = try peaks(in: picture, reach: reach, of: appearance)
        var scored: [(box: PixelRect, evidence: Double, patch: Double, chroma: Double)] = []
        for place in places {
            let size = PixelSize(width: last.width * place.scale, height: last.height * place.scale)
            let box = PixelRect(center: place.center, size: size)
            let look = try appearance.look(at: box, in: picture)
            let memory = appearance.recall()
            scored.append((box, Self.evidence(look, colors: memory.colors), memory.patch, look.chroma))
        }
        guard let best = scored.max(by: { $0.evidence < $1.evidence }) else {
            promising = nil
            return nil
        }
        let side = last.area.squareRoot()
        let others = scored.filter { $0.box.center.distance(to: best.box.center) > Self.apart * side }
        let second = others.map(\.evidence).max() ?? -.infinity
        let lead = best.evidence - second
        let isSure = best.evidence >= 0 && lead >= Self.margin && best.patch >= Self.leastPatch
        let looksRight =
            best.evidence >= Self.persistent.evidence && lead >= Self.persistent.margin && best.patch >= Self.persistent.patch
            && best.chroma <= Self.persistent.chroma
        let isPersistent = persists(at: best.box.center, looksRight: looksRight, within: side)
        guard isSure || isPersistent else { return nil }
        return Find(box: best.box, chance: TrackingConfidence.chance(best.evidence + 1))
    }

    /// Takes in whether the best place of a frame looks right; gives whether it has for long enough.
    private mutating func persists(at center: PixelPoint, looksRight: Bool, within side: Double) -> Bool {
        guard looksRight else {
            promising = nil
            return false
        }
        let goesOn = promising.map { $0.center.distance(to: center) < side } ?? false
        let count = goesOn ? (promising?.frames ?? 0) + 1 : 1
        promising = (center, count)
        return count >= Self.persistent.frames
    }

    /// The most likely places, best first.
    private func peaks(
        in picture: Picture, reach: Double, of appearance: TargetAppearance
    ) throws -> [(center: PixelPoint, scale: Double, score: Double)] {
        let side = last.area.squareRoot()
        let near = PixelRect(center: last.center, size: .init(width: 2 * reach * side, height: 2 * reach * side))
        let whole = PixelRect(covering: picture.size)
        var peaks: [(center: PixelPoint, scale: Double, score: Double)] = []
        for (part, scale) in Self.scales.map({ (near, $0) }) + [(whole, 1)] {
            peaks += try appearance.search(part, of: picture, side: side * scale, most: Self.peaksPerSearch)
                .map { ($0.center, scale, $0.score) }
        }
        return Array(peaks.sorted { $0.score > $1.score }.prefix(Self.candidates))
    }

    /// How much a look speaks for the target: above 0 it is likelier than not.
    ///
    /// Fitted as ``TrackingConfidence`` is.
    private static func evidence(_ look: TargetAppearance.Look, colors: Double) -> Double {
        -7.24 + 1.61 * look.seed + 6.6 * colors - 0.92 * min(look.chroma, 20) / 20
    }
}
