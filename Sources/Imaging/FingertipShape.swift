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
}

extension FingertipShape.Tip {
    fileprivate init(_ place: ad_point, _ direction: ad_point) {
        self.init(place: .init(x: place.x, y: place.y), direction: .init(dx: direction.x, dy: direction.y))
    }
}
