import Glibc

/// Makes the folders on the way to a file.
///
/// - Throws: ``FileFailure``.
public func makeFolders(for file: String) throws {
    guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
    try makeFolder(String(file[..<slash]))
}

/// Makes a folder and those that hold it, unless they are there.
///
/// - Throws: ``FileFailure``.
public func makeFolder(_ path: String) throws {
    if kind(of: path) == .folder { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
    // Another worker may have made it in between.
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw FileFailure(path: path, action: "make", code: errno)
    }
}
