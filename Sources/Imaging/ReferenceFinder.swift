internal import COpenCV
public import Spaces

/// Finds which of many reference pictures are to be seen, and where, by their features.
///
/// One index holds the features of all references, so that the work in a picture hardly grows with their number. Not `Sendable`: one
/// thread at a time.
///
/// Sources: D. G. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60, 2004; M. Muja and D. Lowe, "Fast
/// approximate nearest neighbors with automatic algorithm configuration", VISAPP 2009; M. Fischler and R. Bolles, "Random sample
/// consensus", CACM 24, 1981.
@safe public final class ReferenceFinder {
    /// A reference that was found.
    public struct Find: Hashable, Sendable {
        /// Which of the references.
        public var reference: Int
        /// From pixels of the reference to pixels of the picture as it would be without the lens.
        public var homography: Homography<PixelSpace, PixelSpace>
        /// Features that agree with it.
        public var inliers: Int
        /// Features that matched.
        public var matches: Int
    }

    private let references: [ReferencePicture]
    private let handle: OpaquePointer

    /// Makes the index.
    public init(_ references: [ReferencePicture]) throws {
        self.references = references
        let handles = unsafe references.map { unsafe Optional($0.handle) }
        unsafe handle = try unsafe shim("an index of \(references.count) reference pictures") { error in
            unsafe handles.withUnsafeBufferPointer { unsafe ad_finder_create($0.baseAddress, $0.count, error) }
        }
    }

    deinit { unsafe ad_finder_destroy(handle) }

    /// Looks for references.
    ///
    /// - Parameters:
    ///   - pyramid: the picture.
    ///   - camera: its camera; nil when it is not known, and the picture is taken as straight.
    ///   - passedOver: references that are not looked for.
    ///   - most: how many at most.
    /// - Returns: what was found, the surest first.
    public func look(
        in pyramid: PicturePyramid, camera: CameraModel?, passingOver passedOver: Set<Int> = [], most: Int = 4
    ) throws -> [Find] {
        guard !references.isEmpty else { return [] }
        let flags = references.indices.map { passedOver.contains($0) }
        var found = [ad_find](repeating: .init(), count: max(most, 1))
        let count = try unsafe shim("looking for reference pictures") { error in
            let count = unsafe found.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_finder_look(
                    handle, pyramid.handle, camera?.forShim ?? .init(), flags, base, Int32(clamping: most), error)
            }
            return count < 0 ? nil : Int(count)
        }
        return found.prefix(count).map {
            Find(
                reference: Int($0.reference), homography: .init(nineNumbers($0.homography)), inliers: Int($0.inliers),
                matches: Int($0.matches))
        }
    }
}

/// A C array of nine numbers as ours.
func nineNumbers<Tuple>(_ tuple: Tuple) -> [Double] {
    unsafe withUnsafeBytes(of: tuple) { unsafe Array($0.bindMemory(to: Double.self).prefix(9)) }
}
