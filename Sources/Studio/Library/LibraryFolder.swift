internal import Files
private import Glibc

/// The folder that a studio works in: which names may be asked for, and what lies there.
///
/// Nothing outside it is reached: names are single parts of a path, and a link that leads out is refused.
struct LibraryFolder: Hashable, Sendable {
    /// A folder in it.
    struct Entry: Hashable, Sendable {
        /// Its name.
        var name: String
        /// Where it is.
        var path: String
        /// Why it cannot be used, when the name alone says it.
        var problem: String?
    }

    /// The folder, as it was named.
    let path: String

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The folder's own name.
    var name: String { (realPath(path) ?? path).split(separator: "/").last.map(String.init) ?? "recordings" }

    /// The path of something in the folder.
    func file(_ name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

    /// Whether a text can be the name of something in the folder that a page may ask for.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".")
            && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// Whether a text can be the name of something new: nothing that a terminal, a shell or another system trips over.
    static func isNewName(_ name: String) -> Bool {
        isName(name) && name.utf8.count <= 200 && !name.hasPrefix("-") && !name.hasPrefix(" ") && !name.hasSuffix(" ")
            && !name.hasSuffix(".") && !name.contains("\\") && !name.contains(":") && !name.contains("\u{FFFD}")
            && !name.unicodeScalars.contains { [.control, .format, .lineSeparator].contains($0.properties.generalCategory) }
    }

    /// The folders in the folder, sorted by name; those that begin with a point are left out.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there or may not be read.
    func folders() throws(LibraryFailure) -> [Entry] {
        guard let home = realPath(path) else { throw gone(lastError()) }
        guard let names = Self.names(in: path) else { throw gone(lastError()) }
        var found: [Entry] = []
        for bytes in names where bytes.first != UInt8(ascii: ".") {
            guard let name = String(validating: bytes, as: UTF8.self) else {
                let shown = String(decoding: bytes, as: UTF8.self)
                found.append(.init(name: shown, path: "", problem: "its name is not UTF-8; rename the folder"))
                continue
            }
            let path = file(name)
            guard kind(of: path) == .folder else { continue }
            let isInside = realPath(path).map { Self.contains($0, in: home) } ?? false
            found.append(
                .init(
                    name: name, path: path,
                    problem: isInside ? nil : "it is a link that leads out of the folder; copy the recording here"))
        }
        return found.sorted { $0.name < $1.name }
    }

    /// The path of a folder in the folder.
    ///
    /// - Throws: ``LibraryFailure`` when there is none of this name, or it lies elsewhere.
    func subfolder(_ name: String) throws(LibraryFailure) -> String {
        guard let home = realPath(path) else { throw gone(lastError()) }
        guard Self.isName(name), kind(of: file(name)) == .folder, let real = realPath(file(name)) else { throw missing(name) }
        guard Self.contains(real, in: home) else {
            throw .init(.missing, "\(name) is a link that leads out of the folder", help: "copy it here")
        }
        return file(name)
    }

    /// The path of a file below the folder, for a path relative to it; nil when there is none, or it lies elsewhere.
    func regularFile(_ relative: String) -> String? {
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy(Self.isName), let home = realPath(path), let real = realPath(file(relative)),
            Self.contains(real, in: home), isRegularFile(real)
        else { return nil }
        return file(relative)
    }

    /// That there is no such thing.
    func missing(_ name: String) -> LibraryFailure {
        .init(.missing, "there is no \"\(name)\" in \(path)", help: "was it renamed or removed? Load the list again")
    }

    /// Words in which nothing is left of where the folder lies, as a page shows them.
    func words(_ error: any Error) -> String { "\(error)".replacing(path + "/", with: "") }

    private func gone(_ code: Int32) -> LibraryFailure {
        let failure = FileFailure(path: path, action: "read", code: code)
        return .init(.missing, "\(failure)", help: "put the folder back, or start the studio with another")
    }

    private static func contains(_ path: String, in home: String) -> Bool { path.hasPrefix(home == "/" ? "/" : home + "/") }

    /// The names of all that is in a folder, as bytes; nil, with `errno`, when it cannot be read.
    private static func names(in folder: String) -> [[UInt8]]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        return names
    }
}
