internal import Imaging
internal import Spaces

/// What of known size lies on the table of a film.
enum WorldChoice: Hashable, Sendable {
    /// A printed picture: its file, and the width of the print in metres.
    case reference(file: String, width: Double)
    /// A sheet of paper: its sides in metres, and its corners in the first frame, pixels from the top left corner of the picture.
    case sheet(sides: [Double], corners: [ViewPoint])
    /// A board with markers.
    case board(MarkerBoard.Design)
}

extension ValueKind where Value == WorldChoice {
    /// What lies on the table.
    static let world = Self(
        "CARD",
        accepted: "reference:FILE:WIDTH (a picture file and the width of its print in metres, such as reference:card.png:0.085), "
            + "sheet:SIZE:X,Y,X,Y,X,Y,X,Y (a4, a5, a6, letter or WxH in metres, and the four corners in the first frame one after the "
            + "other), or board: and one of \(MarkerBoard.Design.acceptedMarkers)"
    ) { text in
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon] {
        case "reference":
            // The name may have colons of its own: the width is what follows the last one.
            guard let last = rest.lastIndex(of: ":"), last > rest.startIndex,
                let width = decimalNumber(rest[rest.index(after: last)...]), width > 0, width <= 100
            else { return nil }
            return .reference(file: String(rest[..<last]), width: width)
        case "sheet":
            let parts: [Substring] = rest.split(separator: ":" as Character, omittingEmptySubsequences: false)
            guard parts.count == 2, let sides = sheetSides(parts[0]), let n = decimalNumbers(parts[1], count: 8) else {
                return nil
            }
            return .sheet(sides: sides, corners: (0..<4).map { .init(x: n[2 * $0], y: n[2 * $0 + 1]) })
        case "board":
            guard let design = MarkerBoard.Design(rest) else { return nil }
            if case .chessboard = design { return nil }
            return .board(design)
        default: return nil
        }
    }
}

/// Width and length of a sheet of paper in metres (ISO 216, ANSI), or two numbers.
private func sheetSides(_ text: Substring) -> [Double]? {
    switch text.lowercased() {
    case "a3": return [0.297, 0.420]
    case "a4": return [0.210, 0.297]
    case "a5": return [0.148, 0.210]
    case "a6": return [0.105, 0.148]
    case "letter": return [0.2159, 0.2794]
    case "card": return [0.05398, 0.0856]  // ISO/IEC 7810 ID-1: a bank card
    default:
        let sides: [Substring] = text.split(separator: "x" as Character, omittingEmptySubsequences: false)
        let numbers = sides.compactMap { decimalNumber($0) }
        guard sides.count == 2, numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 100 }) else { return nil }
        return numbers
    }
}
