internal import COpenCV
public import Spaces

/// What a tapped target looks like: a grey patch and the colours of the seed, and a few more learned since.
///
/// It looks at one box at a time. What it compares is the box resampled to 20 × 20 cells, so that boxes of any size cost the same, about
/// 0.07 ms. Not `Sendable`: one thread at a time.
@safe public final class TargetAppearance {
    /// What a look at a box shows.
    public struct Look: Hashable, Sendable {
        /// Normalized correlation with the patch of the seed, 0…1; the best within a tenth of the box.
        public var seed: Double
        /// Normalized correlation with the patch that was followed last, 0…1; the best within a tenth of the box.
        public var previous: Double
        /// Distance of the mean colour in the middle of the box from the target's, in units of Lab's a and b.
        public var chroma: Double
        /// How much rather the colours in the middle are the target's than those round it, 0…1, where 1 is as at the seed.
        public var posterior: Double
        /// From the centre of the box to where what was followed last is now, pixels, finer than a pixel.
        public var offset: Vector<PixelSpace>
        /// Correlation at the offset; 0 where there is too little texture to tell a place.
        public var agreement: Double
        /// From the centre of the box to where the patch of the seed fits best, pixels, finer than a pixel.
        public var seedOffset: Vector<PixelSpace>
        /// Correlation there; 0 where there is too little texture to tell a place.
        public var seedAgreement: Double

        /// Makes a look from its numbers.
        public init(
            seed: Double, previous: Double, chroma: Double, posterior: Double, offset: Vector<PixelSpace>, agreement: Double,
            seedOffset: Vector<PixelSpace> = .zero, seedAgreement: Double = 0
        ) {
            self.seed = seed
            self.previous = previous
            self.chroma = chroma
            self.posterior = posterior
            self.offset = offset
            self.agreement = agreement
            self.seedOffset = seedOffset
            self.seedAgreement = seedAgreement
        }
    }

    /// A place that may show the target.
    public struct Peak: Hashable, Sendable {
        /// The middle of the box, pixels.
        public var center: PixelPoint
        /// How likely, 0…1; it orders peaks and means nothing else.
        public var score: Double
    }

    private let handle: OpaquePointer

    /// Learns what a box shows, and follows it.
    ///
    /// - Parameters:
    ///   - picture: in which the target is.
    ///   - box: round the target, pixels; beyond the picture its nearest pixel counts.
    /// - Throws: ``ImagingFailure`` when the box is not finite or smaller than a pixel.
    public init(of box: PixelRect, in picture: Picture) throws {
        unsafe handle = try unsafe shim("the box", argument: .box) { error in
            unsafe ad_appearance_create(picture.memory.handle, box.forShim, error)
        }
    }

    deinit { unsafe ad_appearance_destroy(handle) }

    /// Looks at a box.
    ///
    /// - Parameters:
    ///   - box: where to look, pixels; beyond the picture its nearest pixel counts.
    ///   - picture: of the size of the first one.
    ///   - start: where to begin to look for the offset, pixels from the centre of the box.
    /// - Throws: ``ImagingFailure`` when the picture has another size than the first, or the box is not finite.
    public func look(at box: PixelRect, in picture: Picture, from start: Vector<PixelSpace> = .zero) throws -> Look {
        var look = ad_look()
        try unsafe shimCheck("a look at the target") { error in
            unsafe ad_appearance_look(
                handle, picture.memory.handle, box.forShim, .init(x: start.dx, y: start.dy), &look, error)
        }
        return Look(
            seed: look.seed, previous: look.previous, chroma: look.chroma, posterior: look.posterior,
            offset: .init(dx: look.offset.x, dy: look.offset.y), agreement: look.agreement,
            seedOffset: .init(dx: look.seed_offset.x, dy: look.seed_offset.y), seedAgreement: look.seed_agreement)
    }

    /// Follows the latest look: the next looks compare with it.
    ///
    /// - Parameters:
    ///   - offset: from the centre of its box to the middle of what is followed, pixels.
    public func follow(_ offset: Vector<PixelSpace> = .zero) {
        unsafe ad_appearance_follow(handle, .init(x: offset.dx, y: offset.dy))
    }

    /// Compares the latest look with all that is remembered.
    ///
    /// - Returns: the best correlation of the patch, and how alike the colours of the whole box are at best; 0…1 each.
    public func recall() -> (patch: Double, colors: Double) {
        var patch = 0.0
        var colors = 0.0
        unsafe ad_appearance_recall(handle, &patch, &colors)
        return (patch, colors)
    }

    /// Learns from the latest look: remembers it where it is new, and moves the colours of the target a little towards it.
    ///
    /// The seed is never forgotten, and learned colours stay near its colours.
    public func learn() { unsafe ad_appearance_learn(handle) }

    /// Searches a part of a picture.
    ///
    /// - Parameters:
    ///   - part: to search, pixels; clipped to the picture.
    ///   - picture: of the size of the first one.
    ///   - side: of the boxes that are searched for, pixels.
    ///   - most: how many peaks are wanted; they are at least half a box apart.
    /// - Throws: ``ImagingFailure`` when the picture has another size than the first, or a number is not finite.
    /// - Returns: the peaks, best first; none where the part is smaller than the box.
    public func search(_ part: PixelRect, of picture: Picture, side: Double, most: Int) throws -> [Peak] {
        var peaks = [ad_peak](repeating: .init(), count: max(most, 1))
        let count = try unsafe shim("a search for the target") { error in
            let count = unsafe peaks.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_appearance_search(
                    handle, picture.memory.handle, part.forShim, side, base, Int32(clamping: buffer.count), error)
            }
            return count < 0 ? nil : Int(count)
        }
        return peaks.prefix(count).map { .init(center: .init(x: $0.center.x, y: $0.center.y), score: $0.score) }
    }
}
