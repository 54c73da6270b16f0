private import Files
private import Glibc
internal import Imaging

/// A file through which a picture of a film is given to another program that takes paths alone; removed with the object.
final class PictureHandover {
    private let folder: TemporaryFolder
    private var count = 0

    /// Makes a folder for it among the temporary files.
    ///
    /// - Throws: `FileFailure`.
    init() throws { folder = try TemporaryFolder(for: "trax") }

    /// Writes a picture and gives its path; the one before the last is removed.
    func write(_ picture: Picture) throws -> String {
        let path = folder.file("\(count).png")
        try picture.write(to: path)
        if count > 1 { removeTree(folder.file("\(count - 2).png")) }
        count += 1
        return path
    }
}

/// The path from the root.
///
/// - Throws: `FileFailure` when there is nothing.
func absolutePath(_ path: String) throws -> String {
    guard let real = realPath(path) else { throw FileFailure(path: path, action: "find", code: errno) }
    return real
}
