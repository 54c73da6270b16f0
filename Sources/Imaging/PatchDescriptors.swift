internal import COpenCV
public import Spaces

/// Patches of a picture, described so that the same ones are found in another picture.
///
/// Each is described as SIFT does, at a place, a direction and a size that the caller knows: a session knows which way gravity points,
/// so that a phone that is turned changes nothing. Descriptors are compared by their square roots.
///
/// Sources: D. G. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60(2), 2004; R. Arandjelović and
/// A. Zisserman, "Three things everyone should know to improve object retrieval", CVPR 2012.
@safe public final class PatchDescriptors {
    /// A patch to describe.
    public struct Patch: Hashable, Sendable {
        /// Its middle, pixels.
        public var place: PixelPoint
        /// Which way it lies: from x towards y, radians.
        public var angle: Double
        /// Its size; 1 for a square of about 36 pixels of the small grey copy.
        public var scale: Double

        /// Makes a patch.
        public init(place: PixelPoint, angle: Double, scale: Double = 1) {
            self.place = place
            self.angle = angle
            self.scale = scale
        }
    }

    private let handle: OpaquePointer
    private let count: Int

    /// Describes patches.
    ///
    /// - Parameters:
    ///   - patches: at most 32,768; one place may be described at several sizes.
    ///   - picture: where they are.
    ///   - longestSide: of the small grey copy at most, pixels, 64…4096.
    /// - Throws: ``ImagingFailure``.
    public init(_ patches: [Patch], of picture: Picture, longestSide: Int = 640) throws {
        count = patches.count
        let list = patches.map { ad_patch(place: $0.place.forShim, angle: $0.angle, scale: $0.scale) }
        unsafe handle = try unsafe shim("patches of a picture") { error in
            unsafe list.withUnsafeBufferPointer { list in
                // An empty array may have no address; then nothing is read either.
                guard let base = list.baseAddress else {
                    return unsafe ad_patches_create(picture.memory.handle, Int32(clamping: longestSide), [.init()], 0, error)
                }
                return unsafe ad_patches_create(picture.memory.handle, Int32(clamping: longestSide), base, list.count, error)
            }
        }
    }

    deinit { unsafe ad_patches_destroy(handle) }

    /// Pairs patches with those of another picture that show the same, as far as can be told from each alone.
    ///
    /// - Parameters:
    ///   - other: those of the other picture.
    ///   - ratio: how much nearer the best one must be than the best at another place, 0…1.
    /// - Returns: pairs of places, pixels of each picture.
    public func matches(with other: PatchDescriptors, ratio: Double = 0.85) throws -> [(own: PixelPoint, other: PixelPoint)] {
        var pairs = [ad_point_pair](repeating: .init(), count: max(count, 1))
        let found = try unsafe shim("comparing patches") { error in
            let found = unsafe pairs.withUnsafeMutableBufferPointer { buffer -> Int64 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_patches_match(handle, other.handle, ratio, base, buffer.count, error)
            }
            return found < 0 ? nil : Int(found)
        }
        return pairs.prefix(found).map {
            (PixelPoint(x: $0.first.x, y: $0.first.y), PixelPoint(x: $0.second.x, y: $0.second.y))
        }
    }
}
