internal import Files

/// A folder of which files may be read: what lies in it, and nothing that a link leads out to.
struct ServedFolder: Hashable, Sendable {
    /// Where it is, as it was named; it may be gone and come back.
    let path: String

    /// The real path of something in the folder.
    ///
    /// - Parameter parts: names, one within the other; names that begin with a dot are not served.
    /// - Returns: nil when there is no such thing, or it lies elsewhere.
    func realPath(of parts: some Sequence<String>) -> String? {
        let names = Array(parts)
        guard names.allSatisfy(Self.isServed) else { return nil }
        return Files.realPath(([path] + names).joined(separator: "/")).flatMap { contains($0) ? $0 : nil }
    }

    /// Whether a real path is in the folder, or the folder itself.
    func contains(_ realPath: String) -> Bool {
        guard let home = Files.realPath(path) else { return false }
        return realPath == home || realPath.hasPrefix(home == "/" ? home : home + "/")
    }

    /// Whether a name may be one in the folder: not hidden, and of one part.
    static func isServed(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
