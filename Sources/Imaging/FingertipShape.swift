internal import COpenCV
public import Spaces

/// A tapped fingertip as a place of the hand's region, by colour, and what the region looks like about it.
///
/// It says where in a picture the region looks like that; whether to believe it is for others to decide. Not `Sendable`: one thread at
/// a time.
@safe public final class FingertipShape {
    /// A place that may be the tip.
    public struct Place: Hashable, Sendable {
        /// Pixels.
        public var center: PixelPoint
        /// How well it fits: 1 is as seen before, where it was before.
        public var score: Double
        /// The size at which it fits, in that of the picture that was followed last.
        public var scale: Double
        /// The turn at which it fits, in 24ths of a full turn.
        public var turn: Int
    }

    /// The end of a finger.
    public struct Tip: Hashable, Sendable {
        /// Pixels, finer than a pixel.
        public var place: PixelPoint
        /// Which way the finger points, of length 1; zero where that is not to be seen.
        public var direction: Vector<PixelSpace>
    }

    /// What is seen of the finger at a place.
    public struct Look: Hashable, Sendable {
        /// Where what was kept last is now, pixels, finer than a pixel.
        public var previous: PixelPoint
        /// Correlation there; 0 where nothing tells a place.
        public var previousAgreement: Double
        /// Where what was tapped is now, pixels, finer than a pixel.
        public var seed: PixelPoint
        /// How what was tapped is turned, radians, from x to y.
        public var seedAngle: Double
        /// Correlation there; 0 where nothing tells a place.
        public var seedAgreement: Double
        /// Correlation of the outline with that of the tap.
        public var outline: Double
        /// How much the share of hand in rings about the tip differs from that at the tap, 0…1.
        public var rings: Double

        /// Makes a look from its numbers.
        public init(
            previous: PixelPoint, previousAgreement: Double, seed: PixelPoint, seedAngle: Double, seedAgreement: Double,
            outline: Double, rings: Double
        ) {
            self.previous = previous
            self.previousAgreement = previousAgreement
            self.seed = seed
            self.seedAngle = seedAngle
            self.seedAgreement = seedAgreement
            self.outline = outline
            self.rings = rings
        }
    }

    /// The end of the finger nearest to the tap.
    public let tip: Tip
    private let handle: OpaquePointer

    /// Learns the hand at a tap; nil when there is no region near it that could be a hand.
    ///
    /// - Parameters:
    ///   - box: about the tap, pixels; a finger is about half as wide.
    ///   - picture: in which the hand is.
    /// - Throws: ``ImagingFailure`` of code ``ImagingFailure/Code/box`` when the box is not finite or too small.
    public init?(tappedIn box: PixelRect, in picture: Picture) throws {
        let handle = try unsafe shim("the tap", argument: .box) { error in
            unsafe ad_fingertip_create(picture.memory.handle, box.center.forShim, box.area.squareRoot(), error)
        }
        var place = ad_point()
        var direction = ad_point()
        guard unsafe ad_fingertip_seed(handle, &place, &direction) else {
            unsafe ad_fingertip_destroy(handle)
            return nil
        }
        tip = Tip(place, direction)
        unsafe self.handle = handle
    }

    deinit { unsafe ad_fingertip_destroy(handle) }

    /// Looks for the tip in a whole picture.
    ///
    /// - Parameters:
    ///   - picture: of the size of the first one.
    ///   - last: where it was, pixels.
    ///   - pull: how much the way from there counts, 0…1.
    ///   - most: how many places are wanted.
    /// - Throws: ``ImagingFailure`` when the picture has another size than the first.
    /// - Returns: the places, best first; none where there is no hand.
    public func places(in picture: Picture, from last: PixelPoint, pull: Double, most: Int) throws -> [Place] {
        var places = [ad_place](repeating: .init(), count: max(most, 1))
        let count = try unsafe shim("a search for the fingertip") { error in
            let count = unsafe places.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_fingertip_search(
                    handle, picture.memory.handle, last.forShim, pull, base, Int32(clamping: buffer.count), error)
            }
            return count < 0 ? nil : Int(count)
        }
        return places.prefix(count).map {
            .init(center: .init(x: $0.center.x, y: $0.center.y), score: $0.score, scale: $0.scale, turn: Int($0.turn))
        }
    }

    /// Refines a place of the latest search.
    ///
    /// - Parameters:
    ///   - place: of the latest search.
    ///   - picture: the one that was searched.
    /// - Throws: ``ImagingFailure`` when the picture has another size than the first.
    /// - Returns: the tip.
    public func refine(_ place: Place, in picture: Picture) throws -> Tip {
        let coarse = ad_place(
            center: place.center.forShim, score: place.score, scale: place.scale, turn: Int32(clamping: place.turn))
        var refined = ad_point()
        var direction = ad_point()
        try unsafe shimCheck("the fingertip") { error in
            unsafe ad_fingertip_refine(handle, picture.memory.handle, coarse, &refined, &direction, error)
        }
        return Tip(refined, direction)
    }

    /// Follows the place that was refined last: the next search compares with it.
    ///
    /// - Throws: ``ImagingFailure`` when none was refined.
    public func follow() throws {
        try unsafe shimCheck("the fingertip") { error in unsafe ad_fingertip_follow(handle, error) }
    }

    /// Remembers what the finger shows about a place of the picture with the tap: what was tapped.
    ///
    /// - Throws: ``ImagingFailure`` when the place is not finite.
    public func begin(at place: PixelPoint, in picture: Picture) throws {
        try unsafe shimCheck("the fingertip") { error in
            unsafe ad_fingertip_begin(handle, picture.memory.handle, place.forShim, error)
        }
    }

    /// Looks at the finger whose place was refined last.
    ///
    /// - Parameters:
    ///   - guess: where what was tapped should be, pixels.
    ///   - picture: the one that was searched.
    ///   - turn: how the finger is turned against the tap by the way it points, radians from x to y.
    ///   - angle: how it is turned by what it showed before, radians.
    ///   - moves: whether what was kept last is looked for.
    /// - Throws: ``ImagingFailure`` when no place was refined, or ``begin(at:in:)`` was not called.
    public func look(at guess: PixelPoint, in picture: Picture, turn: Double, angle: Double, moves: Bool) throws -> Look {
        var look = ad_tip_look()
        try unsafe shimCheck("the fingertip") { error in
            unsafe ad_fingertip_look(handle, picture.memory.handle, guess.forShim, turn, angle, moves, &look, error)
        }
        return Look(
            previous: .init(x: look.previous.x, y: look.previous.y), previousAgreement: look.previous_agreement,
            seed: .init(x: look.seed.x, y: look.seed.y), seedAngle: look.seed_angle, seedAgreement: look.seed_agreement,
            outline: look.outline, rings: look.rings)
    }

    /// Keeps what the finger shows about a place of the latest look: the next look compares with it.
    ///
    /// - Throws: ``ImagingFailure`` when nothing was looked at.
    public func keep(_ place: PixelPoint) throws {
        try unsafe shimCheck("the fingertip") { error in unsafe ad_fingertip_keep(handle, place.forShim, error) }
    }
}

extension FingertipShape.Tip {
    fileprivate init(_ place: ad_point, _ direction: ad_point) {
        self.init(place: .init(x: place.x, y: place.y), direction: .init(dx: direction.x, dy: direction.y))
    }
}
