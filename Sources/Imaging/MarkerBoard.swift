internal import COpenCV
public import Spaces

/// A printed board whose points are known: a chessboard, a ChArUco board, or a grid of ArUco markers or AprilTags.
///
/// The board is local XZ with its middle as origin: x to the right, z down the board, y out of it. Not `Sendable`: one thread at a time.
///
/// Sources: S. Garrido-Jurado et al., "Automatic generation and detection of highly reliable fiducial markers under occlusion",
/// Pattern Recognition 47(6), 2014; E. Olson, "AprilTag: a robust and flexible visual fiducial system", ICRA 2011.
@safe public final class MarkerBoard {
    /// What the board is like.
    public enum Design: Hashable, Sendable {
        /// Inner corners across and down, and the side of a square in metres.
        case chessboard(columns: Int, rows: Int, square: Double)
        /// Squares across and down, their side and that of the markers in metres; black at the upper left.
        case charuco(columns: Int, rows: Int, square: Double, marker: Double, dictionary: MarkerDictionary)
        /// Markers across and down, their side and the gap between them in metres, and the number of the upper left one.
        case grid(columns: Int, rows: Int, marker: Double, gap: Double, dictionary: MarkerDictionary, first: Int)
    }

    /// A point of the board that was found.
    public struct Sight: Hashable, Sendable {
        /// The same number is the same point of the board.
        public var number: Int
        /// Where it is on the board, metres, y = 0.
        public var point: AnchorPoint
        /// Where it is in the picture, finer than a pixel.
        public var pixel: PixelPoint

        /// Makes a sight.
        public init(number: Int, point: AnchorPoint, pixel: PixelPoint) {
            self.number = number
            self.point = point
            self.pixel = pixel
        }
    }

    /// What the board is like.
    public let design: Design
    private let handle: OpaquePointer

    /// Makes a board.
    ///
    /// - Throws: ``ImagingFailure`` when the numbers make no board, or the dictionary has too few markers for it.
    public init(_ design: Design) throws {
        self.design = design
        unsafe handle = try unsafe shim("the board") { error in
            switch design {
            case .chessboard(let columns, let rows, let square):
                unsafe ad_board_create(
                    .chessboard, Int32(clamping: columns), Int32(clamping: rows), square, 0, 0, 0, error)
            case .charuco(let columns, let rows, let square, let marker, let dictionary):
                unsafe ad_board_create(
                    .charuco, Int32(clamping: columns), Int32(clamping: rows), square, marker, dictionary.number, 0, error)
            case .grid(let columns, let rows, let marker, let gap, let dictionary, let first):
                unsafe ad_board_create(
                    .grid, Int32(clamping: columns), Int32(clamping: rows), marker, gap, dictionary.number,
                    Int32(clamping: first), error)
            }
        }
    }

    deinit { unsafe ad_board_destroy(handle) }

    /// Width and length of the printed pattern, metres.
    public var size: (width: Double, length: Double) {
        switch design {
        case .chessboard(let columns, let rows, let square): (Double(columns + 1) * square, Double(rows + 1) * square)
        case .charuco(let columns, let rows, let square, _, _): (Double(columns) * square, Double(rows) * square)
        case .grid(let columns, let rows, let marker, let gap, _, _):
            (
                Double(columns) * marker + Double(columns - 1) * gap, Double(rows) * marker + Double(rows - 1) * gap
            )
        }
    }

    /// Looks for the board.
    ///
    /// A chessboard is found whole or not at all; of a board with markers, what is not covered.
    ///
    /// - Throws: ``ImagingFailure`` when the picture is smaller than 32 pixels.
    /// - Returns: its points, none when it is not seen.
    public func find(in picture: Picture) throws -> [Sight] {
        var found = [ad_board_point](repeating: .init(), count: 4096)
        let count = try unsafe shim("looking for the board") { error in
            let count = unsafe found.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe ad_board_find(handle, picture.memory.handle, base, Int32(buffer.count), error)
            }
            return count < 0 ? nil : Int(count)
        }
        return found.prefix(count).map { point in
            Sight(
                number: Int(point.number), point: .init(x: point.plane.x, y: 0, z: point.plane.y),
                pixel: .init(x: point.pixel.x, y: point.pixel.y))
        }
    }

    /// The board as it is printed, black on white.
    ///
    /// - Parameters:
    ///   - pixelsPerMetre: 11811 is 300 dots an inch.
    ///   - margin: white round the board, pixels.
    /// - Throws: ``ImagingFailure`` when the picture would have a side of less than 16 or more than 16,000 pixels.
    public func picture(pixelsPerMetre: Int, margin: Int) throws -> Picture {
        let memory = try PictureMemory()
        try unsafe shimCheck("the picture of the board") { error in
            unsafe ad_board_draw(handle, memory.handle, Int32(clamping: pixelsPerMetre), Int32(clamping: margin), error)
        }
        return Picture(memory)
    }
}
