/// The address in a request's first line, taken apart and decoded.
struct RequestTarget: Hashable, Sendable {
    /// The host and port of a target that names them, as to a proxy; nil for the usual ones, which begin with a slash.
    let authority: String?
    /// As in ``HTTPRequest/path``.
    let path: [String]
    /// As in ``HTTPRequest/query``.
    let query: [QueryItem]

    /// Takes a target apart (RFC 9112 §3.2, RFC 3986).
    ///
    /// Refused are what is no ASCII, broken escapes, text that is no UTF-8, `.` and `..`, empty parts other than the last, and
    /// slashes and control characters behind an escape.
    /// - Returns: nil for a target that is refused.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#") else { return nil }
        var rest = Substring(text)
        if rest.prefix(7).lowercased() == "http://" {
            rest = rest.dropFirst(7)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
            if !rest.hasPrefix("/") { rest = "/" + rest }
        } else {
            authority = nil
        }
        guard rest.hasPrefix("/") else { return nil }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        var parts = rest[..<mark].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts.removeLast() }
        var path: [String] = []
        for part in parts {
            guard let name = percentDecoded(part), Self.isName(name) else { return nil }
            path.append(name)
        }
        self.path = path
        guard let query = Self.items(rest[mark...].dropFirst()) else { return nil }
        self.query = query
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".."
            && !text.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
    }

    private static func items(_ text: Substring) -> [QueryItem]? {
        var items: [QueryItem] = []
        for part in text.split(separator: "&") {
            let equals = part.firstIndex(of: "=") ?? part.endIndex
            guard let name = percentDecoded(part[..<equals], plusIsSpace: true),
                let value = percentDecoded(part[equals...].dropFirst(), plusIsSpace: true), !name.utf8.contains(0),
                !value.utf8.contains(0)
            else { return nil }
            items.append(.init(name: name, value: value))
        }
        return items
    }
}

/// Text with its `%HH` decoded; nil where an escape is broken or the bytes are no UTF-8.
func percentDecoded(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else { return nil }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
        default: bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
