private import Downloads

/// Addresses in lists, which may count from where the list is.
enum ReferenceAddress {
    /// The address or path that an entry means; nil where it leads to something that is not to be read.
    ///
    /// Relative addresses follow RFC 3986 §5.2; paths count from the folder of the list and stay in it.
    static func resolve(_ text: String, against base: String) -> String? {
        if Downloader.canFetch(text) { return text }
        // Another scheme: letters before the first colon, and no slash before it.
        if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), text[..<colon].allSatisfy({ $0.isLetter }) {
            return nil
        }
        guard Downloader.canFetch(base) else { return path(text, besides: base) }
        guard let scheme = base.range(of: "://") else { return nil }
        let rest = base[scheme.upperBound...]
        let server = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let root = base[..<scheme.upperBound] + server
        if text.hasPrefix("//") { return base[..<scheme.lowerBound] + ":" + text }
        let path = rest.dropFirst(server.count).prefix { $0 != "?" && $0 != "#" }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        let whole = text.hasPrefix("/") ? text : folder + text
        let query = whole.firstIndex(of: "?") ?? whole.endIndex
        return root + withoutDots(whole[..<query]) + whole[query...]
    }

    private static func path(_ text: String, besides list: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard !text.hasPrefix("/"), !parts.contains(".."), !text.utf8.contains(0) else { return nil }
        guard let slash = list.lastIndex(of: "/") else { return text }
        return list[...slash] + text
    }

    private static func withoutDots(_ path: Substring) -> String {
        var kept: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for part in parts {
            if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
        }
        return "/" + kept.joined(separator: "/")
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        indices.lazy.compactMap { start -> Range<String.Index>? in
            guard self[start...].hasPrefix(text) else { return nil }
            return start..<self.index(start, offsetBy: text.count)
        }.first
    }
}
