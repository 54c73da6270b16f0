internal import Imaging

extension MarkerBoard.Design {
    /// What is accepted as a board that stands in a world.
    static let acceptedMarkers =
        "charuco:COLSxROWS:SQUARE:MARKER:DICTIONARY, aruco:COLSxROWS:MARKER:GAP:DICTIONARY[:FIRST] or "
        + "apriltag:COLSxROWS:TAG:GAP:FAMILY[:FIRST], lengths in metres, such as charuco:5x7:0.03:0.022:6X6_250; the dictionaries are "
        + MarkerDictionary.all.map(\.name).joined(separator: " ")

    /// What is accepted as a board to calibrate with.
    static let accepted =
        "chessboard:COLSxROWS:SQUARE (inner corners across and down, as chessboard:9x6:0.025), " + acceptedMarkers

    /// Reads a board; nil when the text is none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":" as Character, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count >= 3 else { return nil }
        let sides: [Substring] = parts[1].split(separator: "x" as Character, omittingEmptySubsequences: false)
        guard sides.count == 2, let columns = Self.number(sides[0]), let rows = Self.number(sides[1]) else { return nil }
        let lengths = parts[2...].prefix(2).map { decimalNumber($0) }
        func length(_ i: Int, from least: Double = 1e-4) -> Double? {
            guard i < lengths.count, let value = lengths[i], value >= least, value <= 10 else { return nil }
            return value
        }
        guard let first = length(0) else { return nil }
        let count = parts.count
        switch (parts[0], count) {
        case ("chessboard", 3):
            guard columns >= 3, rows >= 3 else { return nil }
            self = .chessboard(columns: columns, rows: rows, square: first)
        case ("charuco", 5):
            guard columns >= 3, rows >= 3, let marker = length(1), marker < first,
                let dictionary = MarkerDictionary(named: parts[4]), columns * rows / 2 <= dictionary.count
            else { return nil }
            self = .charuco(columns: columns, rows: rows, square: first, marker: marker, dictionary: dictionary)
        case ("aruco", 5...6), ("apriltag", 5...6):
            guard let gap = length(1, from: 0), gap > 0 || (columns == 1 && rows == 1),
                let dictionary = MarkerDictionary(named: parts[4]), dictionary.isAprilTag == (parts[0] == "apriltag"),
                let start = parts.count == 6 ? Self.number(parts[5], from: 0) : 0, start + columns * rows <= dictionary.count
            else { return nil }
            self = .grid(columns: columns, rows: rows, marker: first, gap: gap, dictionary: dictionary, first: start)
        default: return nil
        }
    }

    /// The board as it is typed.
    var typed: String {
        switch self {
        case .chessboard(let columns, let rows, let square): "chessboard:\(columns)x\(rows):\(plain(square))"
        case .charuco(let columns, let rows, let square, let marker, let dictionary):
            "charuco:\(columns)x\(rows):\(plain(square)):\(plain(marker)):\(dictionary.name)"
        case .grid(let columns, let rows, let marker, let gap, let dictionary, let first):
            (dictionary.isAprilTag ? "apriltag" : "aruco")
                + ":\(columns)x\(rows):\(plain(marker)):\(plain(gap)):\(dictionary.name)" + (first == 0 ? "" : ":\(first)")
        }
    }

    private static func number(_ text: some StringProtocol, from least: Int = 1) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text), value >= least, value <= 1000
        else { return nil }
        return value
    }
}

extension ValueKind where Value == MarkerBoard.Design {
    /// Any board.
    static let board = Self("BOARD", accepted: MarkerBoard.Design.accepted) { MarkerBoard.Design($0) }
}
