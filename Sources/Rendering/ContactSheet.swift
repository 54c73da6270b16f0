public import Imaging
public import Spaces

/// Moments of a film on one page, each with its time: for people who want one look.
public struct ContactSheet {
    /// How many pictures stand beside each other.
    public let columns: Int
    /// How many rows there are.
    public let rows: Int
    private let cellWidth: Int
    private let cellHeight: Int
    private var cells: [(picture: Picture, words: String)] = []

    /// Pixels between the pictures, and round them.
    private static let gap = 8
    /// Side of the page at most, pixels; a picture is not enlarged.
    private static let longest = 1800

    /// Makes an empty page.
    ///
    /// - Parameters:
    ///   - columns: 1 to ``most``.
    ///   - rows: 1 to ``most``.
    ///   - size: of the pictures that will come, pixels.
    public init(columns: Int, rows: Int, size: PixelSize) {
        precondition(
            (1...Self.most).contains(columns) && (1...Self.most).contains(rows),
            "a sheet has 1 to 20 columns and rows")
        self.columns = columns
        self.rows = rows
        let room = { (count: Int) in Double(Self.longest - Self.gap * (count + 1)) / Double(count) }
        let scale = min(1, room(columns) / size.width, room(rows) / size.height)
        cellWidth = max(1, Int(size.width * scale))
        cellHeight = max(1, Int(size.height * scale))
    }

    /// Most columns, and most rows.
    public static let most = 20

    /// How many pictures it takes.
    public var capacity: Int { columns * rows }

    /// The frames that are shown of so many: evenly spread, the last one included, none twice.
    public func moments(of frames: Int) -> [Int] {
        guard frames > capacity else { return Array(0..<max(frames, 0)) }
        return (1...capacity).map { (($0 * frames + capacity / 2) / capacity) - 1 }
    }

    /// Adds the next picture with what stands on it, such as its time.
    ///
    /// - Throws: `ImagingFailure` when there is no memory.
    public mutating func add(_ picture: Picture, words: String) throws {
        enum Cell: Space2D {}
        let kx = Double(cellWidth) / Double(picture.width)
        let ky = Double(cellHeight) / Double(picture.height)
        // From centres of pixels to the cell's corner.
        let map = AffineTransform<PixelSpace, Cell>(a: kx, b: 0, c: 0, d: ky, tx: kx / 2, ty: ky / 2)
        cells.append((try picture.warped(map, width: cellWidth, height: cellHeight), words))
    }

    /// The page.
    ///
    /// - Throws: `ImagingFailure` when there is no memory.
    public func picture() throws -> Picture {
        let gap = Self.gap
        let width = columns * (cellWidth + gap) + gap
        let height = rows * (cellHeight + gap) + gap
        let page = try Canvas(
            Picture(width: width, height: height, bgr: .init(repeating: 24, count: width * height * 3)))
        for (i, cell) in cells.prefix(capacity).enumerated() {
            let x = gap + (i % columns) * (cellWidth + gap)
            let y = gap + (i / columns) * (cellHeight + gap)
            var pixels: [UInt8] = []
            pixels.reserveCapacity(cellWidth * cellHeight * 4)
            let bytes = cell.picture.bytes
            for k in stride(from: 0, to: bytes.count, by: 3) {
                pixels += [bytes[k + 2], bytes[k + 1], bytes[k], 255]
            }
            try page.blend(pixels, x: x, y: y, width: cellWidth, height: cellHeight)
            let letters = max(8, Double(min(cellWidth, cellHeight)) / 26)
            let textWidth = Canvas.width(of: cell.words, height: letters)
            try page.fillRect(
                .init(
                    cornerX: Double(x), cornerY: Double(y), width: textWidth + letters * 1.4,
                    height: letters * 2.2),
                color: .black, opacity: 0.65)
            try page.text(
                cell.words, at: .init(x: Double(x) + letters * 0.7, y: Double(y) + letters * 1.6),
                height: letters, color: .white)
        }
        return page.handOver()
    }
}
