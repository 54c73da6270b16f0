import Glibc

/// Reads a whole file.
///
/// - Parameter limit: largest size that is read, bytes; a larger file gives `EFBIG`.
/// - Throws: ``FileFailure``.
public func readFile(_ path: String, limit: Int = 1 << 30) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.last("read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    let room = 1 << 16
    while true {
        let had = bytes.count
        guard had <= limit else { throw FileFailure(path: path, action: "read", code: EFBIG) }
        bytes.append(contentsOf: repeatElement(0, count: room))
        let n = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress.map { unsafe $0 + had }, room) }
        if n < 0, errno != EINTR { throw FileFailure.last("read", path) }
        bytes.removeLast(room - max(n, 0))
        if n == 0 { return bytes }
    }
}
