public import Spaces

/// Where pictures come from, one after the other, all of one size.
///
/// A source is used by one thread at a time.
public protocol PictureSource: AnyObject {
    /// The size of every picture, pixels.
    var size: PixelSize { get }
    /// How fast the pictures were taken, as the source says; nil when it does not.
    var framesPerSecond: Double? { get }
    /// The next picture; nil at the end.
    ///
    /// - Throws: ``ImagingFailure`` that names the frame, counted from 0.
    func next() throws -> Picture?
    /// Passes the next picture over, faster than ``next()`` where the source can.
    ///
    /// - Returns: whether there was one.
    func skip() throws -> Bool
}

extension PictureSource {
    /// Passes the next picture over.
    public func skip() throws -> Bool { try next() != nil }
}
