import Glibc

/// The error number of something that is larger than a limit (`EFBIG`).
public let tooLarge: Int32 = EFBIG

/// The bytes of a small file.
///
/// - Throws: ``FileFailure``; `EFBIG` when there are more than `limit` bytes.
public func readFile(_ path: String, upTo limit: Int) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.last("read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let n = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if n < 0 {
            if errno == EINTR { continue }
            throw FileFailure.last("read", path)
        }
        if n == 0 { return bytes }
        bytes.append(contentsOf: block[..<n])
        guard bytes.count <= limit else { throw FileFailure(path: path, action: "read", code: EFBIG) }
    }
}

/// Whether a path leads to a regular file: not a folder, and no pipe or device that could block.
public func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
