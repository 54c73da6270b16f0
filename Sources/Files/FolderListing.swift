import Glibc

/// The regular files of a folder and of the folders in it, as sorted paths relative to it.
///
/// Links are followed to files that lie in the folder, and to nothing else; names that begin with a point are left out.
/// - Parameters:
///   - folder: where to look.
///   - depth: how many folders deep.
///   - limit: most files.
/// - Throws: ``FileFailure``; `EFBIG` when there are more than `limit` files.
public func filesBelow(_ folder: String, depth: Int, limit: Int) throws -> [String] {
    guard let home = realPath(folder) else { throw FileFailure.last("read", folder) }
    var found: [String] = []
    func visit(_ prefix: String, _ depth: Int) throws {
        let path = prefix.isEmpty ? folder : folder + "/" + prefix
        guard let stream = unsafe opendir(path) else {
            // A folder within that may not be read is as good as empty.
            if prefix.isEmpty { throw FileFailure.last("read", path) }
            return
        }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let inside = prefix.isEmpty ? name : prefix + "/" + name
            var status = stat()
            guard unsafe lstat(folder + "/" + inside, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: if depth > 1 { try visit(inside, depth - 1) }
            case S_IFREG: found.append(inside)
            case S_IFLNK:
                guard let real = realPath(folder + "/" + inside), real.hasPrefix(home + "/"), isRegularFile(real) else {
                    continue
                }
                found.append(inside)
            default: continue
            }
            guard found.count <= limit else { throw FileFailure(path: folder, action: "list", code: EFBIG) }
        }
    }
    try visit("", depth)
    return found.sorted()
}
