internal import COpenCV
public import Spaces

/// A picture to look for in others: its features, from the front and from aside, and its templates in several sizes.
///
/// It never changes: many threads may use it.
///
/// Sources: D. G. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60, 2004; J.-M. Morel and G. Yu, "ASIFT: a
/// new framework for fully affine invariant image comparison", SIAM Journal on Imaging Sciences 2, 2009.
@safe public final class ReferencePicture: @unchecked Sendable {
    /// A feature.
    public struct Feature: Hashable, Sendable {
        /// Where it is, pixels of the reference.
        public var place: PixelPoint
        /// How large it is across, pixels.
        public var size: Double
        /// How strong it is, as a contrast.
        public var strength: Double
    }

    /// Width and height, pixels.
    public let size: PixelSize
    let handle: OpaquePointer

    /// Prepares a picture.
    public init(_ picture: Picture) throws {
        size = picture.size
        unsafe handle = try unsafe shim("a reference picture of \(picture.width) × \(picture.height)") { error in
            unsafe ad_reference_create(picture.memory.handle, error)
        }
    }

    deinit { unsafe ad_reference_destroy(handle) }

    /// Its features as seen from the front.
    public func features() throws -> [Feature] {
        var found = [ad_feature](repeating: .init(), count: 4096)
        let count = try unsafe shim("the features of a reference picture") { error in
            let count = unsafe found.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_reference_features(handle, base, Int32(buffer.count), error)
            }
            return count < 0 ? nil : Int(count)
        }
        return found.prefix(count).map {
            Feature(place: .init(x: $0.place.x, y: $0.place.y), size: $0.size, strength: $0.strength)
        }
    }

    /// The share of its features, 0…1, that look like a feature at another place of the same picture.
    public func repeatedShare() throws -> Double {
        var share = 0.0
        try unsafe shimCheck("what repeats in a reference picture") { unsafe ad_reference_repeats(handle, &share, $0) }
        return share
    }

    /// The share of features, 0…1, that lie on another picture in the same arrangement.
    public func likeness(to other: ReferencePicture) throws -> Double {
        var share = 0.0
        try unsafe shimCheck("how like two reference pictures are") { error in
            unsafe ad_reference_likeness(handle, other.handle, &share, error)
        }
        return share
    }
}

/// The picture that is looked at, in several sizes; made once for all references that are looked for in it.
///
/// Not `Sendable`: one thread at a time.
@safe public final class PicturePyramid {
    let handle: OpaquePointer

    /// Makes an empty one.
    public init() throws { unsafe handle = try unsafe shim("a picture in sizes") { unsafe ad_view_create($0) } }

    deinit { unsafe ad_view_destroy(handle) }

    /// Takes the next picture in.
    public func next(_ picture: Picture) throws {
        try unsafe shimCheck("a picture in sizes") { unsafe ad_view_next(handle, picture.memory.handle, $0) }
    }
}
