internal import Files
private import Glibc
internal import Imaging

/// What lies in a folder, read once.
struct FolderListing: Sendable {
    /// The folder's path, without a slash at the end.
    let path: String
    /// Names of files, sorted.
    let files: [String]
    /// Names of folders, sorted; hidden ones are left out.
    let folders: [String]
    /// Whether a sequence without pictures is an error; it is none where stored results are judged.
    let needsPictures: Bool

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - needsPictures: whether a sequence without pictures is an error.
    init(_ path: String, needsPictures: Bool = true) throws(DataSetFailure) {
        var trimmed = path
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let directory = unsafe opendir(trimmed) else {
            throw .init(path: path, problem: FileFailure(path: path, action: "read", code: errno).reason)
        }
        defer { unsafe closedir(directory) }
        var files: [String] = []
        var folders: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            // A data set has up to millions of pictures: only a link, or what a file system does not tell, is looked at.
            switch unsafe Int32(entry.pointee.d_type) {
            case regularEntry: files.append(name)
            case folderEntry: folders.append(name)
            default:
                if isPictureName(name) || kind(of: trimmed + "/" + name) == .file {
                    files.append(name)
                } else if kind(of: trimmed + "/" + name) == .folder {
                    folders.append(name)
                }
            }
        }
        self.path = trimmed
        self.files = files.sorted()
        self.folders = folders.sorted()
        self.needsPictures = needsPictures
    }

    /// The folder's own name; that of the real folder for `.` and `..`.
    var name: String {
        let last = lastComponent(path)
        guard last == "." || last == ".." || last.isEmpty else { return last }
        return realPath(path).map(lastComponent) ?? "data"
    }

    /// Whether a file is there.
    func has(_ file: String) -> Bool { isSorted(files, holding: file) }
    /// Whether a folder is there.
    func hasFolder(_ folder: String) -> Bool { isSorted(folders, holding: folder) }
    /// The path of something in it.
    func file(_ name: String) -> String { path + "/" + name }
    /// A folder in it; nil when there is none of the name.
    func folder(_ name: String) throws(DataSetFailure) -> FolderListing? {
        hasFolder(name) ? try FolderListing(file(name), needsPictures: needsPictures) : nil
    }

    /// Whether there are pictures right in it.
    var hasPictures: Bool { files.contains(where: isPictureName) }
    /// Paths of its pictures in natural order.
    func pictures() throws -> [String] { hasPictures ? try PictureFolder.paths(in: path) : [] }
    /// Names of its films.
    var films: [String] { files.filter { filmEndings.contains(ending($0)) } }
    /// Names of its files with an ending.
    func files(ending wanted: String) -> [String] { files.filter { ending($0) == wanted } }
}

/// What a directory entry says of a file and of a folder (`DT_REG` and `DT_DIR`, which Swift does not import).
private let (regularEntry, folderEntry): (Int32, Int32) = (8, 4)

/// Whether a sorted list holds a name.
private func isSorted(_ names: [String], holding name: String) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
        let middle = (low + high) / 2
        if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low] == name
}

/// Endings of files that are taken for films.
private let filmEndings: Set<String> = ["mp4", "mov", "avi", "mpg", "mpeg", "mkv", "m4v", "webm"]

private func isPictureName(_ name: String) -> Bool { PictureFolder.endings.contains(ending(name)) }

/// The ending of a file's name in lower case, without the dot; empty when there is none.
func ending(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
}

/// What follows the last slash.
func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
}

/// The number in a picture's name: its last run of digits; nil when there is none.
func pictureNumber(_ path: String) -> Int? {
    let name = lastComponent(path)
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let upToEnd = stem.reversed().drop { !$0.isASCIIDigit }
    return Int(String(upToEnd.prefix { $0.isASCIIDigit }.reversed()))
}

extension Character {
    /// Whether this is one of 0…9.
    var isASCIIDigit: Bool { isASCII && isNumber }
}
