internal import COpenCV
public import Spaces

/// Follows corners into each new picture, from a reference picture that is kept until another one takes its place.
///
/// Following from a reference, and not from picture to picture, keeps errors from adding up. It works on a small grey copy, whose
/// brightness is made that of the reference; points are pixels of the full picture, finer than a pixel. Not `Sendable`: one thread at
/// a time.
///
/// Sources: B. D. Lucas and T. Kanade, "An iterative image registration technique with an application to stereo vision", IJCAI 1981;
/// J. Shi and C. Tomasi, "Good features to track", CVPR 1994; Z. Kalal, K. Mikolajczyk and J. Matas, "Forward-backward error:
/// automatic detection of tracking failures", ICPR 2010.
@safe public final class CornerFlow {
    /// What a picture is like, measured on its small grey copy; 0…1 each.
    public struct Quality: Hashable, Sendable {
        /// Mean.
        public var brightness: Double
        /// Standard deviation.
        public var contrast: Double
        /// Mean difference of neighbours.
        public var sharpness: Double
    }

    /// A corner.
    public struct Corner: Sendable {
        /// Where it is, pixels.
        public var place: PixelPoint
        /// Variance of where it is followed to, as its texture allows: pixels squared in x, of x with y, in y.
        ///
        /// A grain of wood can be followed across and hardly along itself.
        public var variance: (xx: Double, xy: Double, yy: Double)
    }

    /// Corners of a picture.
    public struct Corners: Sendable {
        /// New corners, row by row of the grid.
        public var found: [Corner]
        /// In how many places of the grid there is a corner, new or taken.
        public var shown: Int
        /// How many places the grid has.
        public var places: Int
    }

    /// A picture with a shorter side, pixels, is refused.
    public static let leastSide = 64.0
    /// A picture that is longer than so many times its shorter side is refused.
    public static let longestShape = 16.0
    /// Noise of a grey level, coding included.
    private static let greyNoise = 4.0
    /// Pixels of the window that corners are followed with.
    private static let windowArea = 225.0
    /// What is left of the error where texture is strong, pixels of the small picture.
    private static let restError = 0.04

    /// Pixels of the full picture in one of the small picture.
    public private(set) var scale = 1.0
    private let longestSide: Int
    private let handle: OpaquePointer

    /// Makes a flow.
    ///
    /// - Parameters:
    ///   - longestSide: of the small copy at most, pixels, 64…4096; pictures are shrunk by a whole number.
    /// - Throws: ``ImagingFailure`` when the side is out of range.
    public init(longestSide: Int = 640) throws {
        self.longestSide = longestSide
        unsafe handle = try unsafe shim("following corners") { unsafe ad_flow_create(Int32(clamping: longestSide), $0) }
    }

    deinit { unsafe ad_flow_destroy(handle) }

    /// Takes the next picture in.
    ///
    /// - Throws: ``ImagingFailure`` when a side is shorter than 64 pixels, or the size is not that of the first picture.
    public func next(_ picture: Picture) throws -> Quality {
        var quality = ad_quality()
        try unsafe shimCheck("following corners into a picture of \(picture.width) × \(picture.height)") { error in
            unsafe ad_flow_next(handle, picture.memory.handle, &quality, error)
        }
        scale = max(1, (Double(max(picture.width, picture.height)) / Double(longestSide)).rounded(.up))
        return Quality(brightness: quality.brightness, contrast: quality.contrast, sharpness: quality.sharpness)
    }

    /// Makes the latest picture the reference.
    ///
    /// - Throws: ``ImagingFailure`` when there was no picture yet.
    public func keep() throws {
        try unsafe shimCheck("keeping a picture to follow corners from") { unsafe ad_flow_keep(handle, $0) }
    }

    /// Follows points of the reference into the latest picture.
    ///
    /// - Parameters:
    ///   - points: in the reference, pixels.
    ///   - guesses: where they may be now, pixels; as many as `points`.
    /// - Throws: ``ImagingFailure`` when there is no reference, or a number is not finite.
    /// - Returns: for each point where it is, or nil where it was not found or does not lead back to where it started.
    public func follow(_ points: [PixelPoint], guesses: [PixelPoint]) throws -> [PixelPoint?] {
        precondition(points.count == guesses.count, "a guess for each point")
        guard !points.isEmpty else { return [] }
        let from = points.map(\.forShim)
        var to = guesses.map(\.forShim)
        var found = [Bool](repeating: false, count: points.count)
        try unsafe shimCheck("following corners") { error in
            unsafe to.withUnsafeMutableBufferPointer { to in
                unsafe found.withUnsafeMutableBufferPointer { found in
                    guard let to = to.baseAddress, let isThere = found.baseAddress else { return true }
                    return unsafe ad_flow_follow(handle, from, to, isThere, found.count, error)
                }
            }
        }
        return zip(found, to).map { $0 ? PixelPoint(x: $1.x, y: $1.y) : nil }
    }

    /// Looks for corners in the latest picture, at most one in each place of a grid that holds none yet.
    ///
    /// - Parameters:
    ///   - taken: corners that are followed already, pixels.
    ///   - columns: of the grid, 1…256; its places are nearly square.
    /// - Throws: ``ImagingFailure`` when there was no picture yet, or the grid is out of range.
    public func detect(apartFrom taken: [PixelPoint], columns: Int) throws -> Corners {
        let points = taken.map(\.forShim)
        var shown: Int32 = 0
        var places: Int32 = 0
        var corners = [ad_corner](repeating: .init(), count: 4096)
        let count = try unsafe shim("looking for corners") { error in
            let count = unsafe corners.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe points.withUnsafeBufferPointer { points in
                    // An empty array may have no address; then nothing is read either.
                    guard let start = points.baseAddress else {
                        return unsafe ad_flow_detect(
                            handle, Int32(clamping: columns), [.init()], 0, base, Int32(buffer.count), &shown, &places, error)
                    }
                    return unsafe ad_flow_detect(
                        handle, Int32(clamping: columns), start, points.count, base, Int32(buffer.count), &shown, &places, error)
                }
            }
            return count < 0 ? nil : Int(count)
        }
        return Corners(found: corners.prefix(count).map { corner($0) }, shown: Int(shown), places: Int(places))
    }

    /// The variance of Lucas-Kanade is that of the grey levels, over the sum of the gradient tensor of its window; to it comes what
    /// interpolation and coding leave.
    private func corner(_ corner: ad_corner) -> Corner {
        let t = corner.tensor
        let determinant = max(t.xx * t.yy - t.xy * t.xy, 1e-6)
        let noise = Self.greyNoise * Self.greyNoise / Self.windowArea / determinant
        let rest = Self.restError * Self.restError
        let square = scale * scale
        return Corner(
            place: .init(x: corner.place.x, y: corner.place.y),
            variance: (
                (noise * t.yy + rest) * square, -noise * t.xy * square, (noise * t.xx + rest) * square
            ))
    }
}
