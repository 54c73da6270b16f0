internal import Spaces

extension Picture {
    /// Reads a picture file as it is meant to be looked at: turned as its orientation tag says.
    ///
    /// Pictures of a recording are read as they are stored, to which their intrinsics belong; this is for all others.
    public convenience init(uprightContentsOf path: String) throws {
        let file = try bytesOfFile(path)
        let stored = try Picture(decoding: file, name: path)
        try self.init(stored, orientation: PictureTraits(file).orientation)
    }

    /// A picture turned as a tag says, in memory of its own.
    private convenience init(_ stored: Picture, orientation: Int) throws {
        let turned = try stored.upright(orientation: orientation)
        self.init(turned.memory, time: turned.time)
    }

    /// The picture turned as an EXIF orientation tag says, so that it is upright.
    ///
    /// - Parameter orientation: 1…8; 1, and anything else, is as it is.
    public func upright(orientation: Int) throws -> Picture {
        let (w, h) = (Double(width), Double(height))
        // Where the pixel whose centre is at (x, y) goes, counted from the corner of the first pixel of the output.
        let map: AffineTransform<PixelSpace, ViewSpace>
        switch orientation {
        case 2: map = .init(a: -1, b: 0, c: 0, d: 1, tx: w - 0.5, ty: 0.5)
        case 3: map = .init(a: -1, b: 0, c: 0, d: -1, tx: w - 0.5, ty: h - 0.5)
        case 4: map = .init(a: 1, b: 0, c: 0, d: -1, tx: 0.5, ty: h - 0.5)
        case 5: map = .init(a: 0, b: 1, c: 1, d: 0, tx: 0.5, ty: 0.5)
        case 6: map = .init(a: 0, b: 1, c: -1, d: 0, tx: h - 0.5, ty: 0.5)
        case 7: map = .init(a: 0, b: -1, c: -1, d: 0, tx: h - 0.5, ty: w - 0.5)
        case 8: map = .init(a: 0, b: -1, c: 1, d: 0, tx: 0.5, ty: w - 0.5)
        default: return self
        }
        let turns = orientation >= 5
        return try warped(map, width: turns ? height : width, height: turns ? width : height)
    }
}
