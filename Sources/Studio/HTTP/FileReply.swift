internal import CMicrohttpd
internal import Files
internal import Glibc

extension WireAnswer {
    /// Answers with a file, or the part of it that is asked for.
    ///
    /// - Returns: nil where the file is not there, is no file or lies in none of the folders.
    static func file(_ path: String, _ type: MIMEType, for request: HTTPRequest, in folders: [ServedFolder]) -> WireAnswer? {
        // Links are followed first and must not lead out; what is opened is then no link, and opening it cannot block.
        guard let real = realPath(path), folders.contains(where: { $0.contains(real) }) else { return nil }
        let descriptor = unsafe open(real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var state = stat()
        guard unsafe fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        let size = Int(state.st_size)
        let conditions = FileConditions(tag: tag(of: state), changed: HTTPDate.text(max(0, state.st_mtim.tv_sec)), size: size)
        var headers = [
            HTTPHeader(name: "ETag", value: conditions.tag), HTTPHeader(name: "Last-Modified", value: conditions.changed),
            HTTPHeader(name: "Accept-Ranges", value: "bytes"),
        ]
        let kind = HTTPHeader(name: "Content-Type", value: type.text)
        func bodiless(_ status: HTTPStatus) -> WireAnswer? {
            close(descriptor)
            return unsafe WireAnswer(status, headers, am_response_bytes(nil, 0))
        }
        func part(_ range: Range<Int>, _ status: HTTPStatus) -> WireAnswer? {
            headers.append(kind)
            guard !range.isEmpty else { return bodiless(status) }
            let body = unsafe am_response_file(descriptor, UInt64(range.lowerBound), UInt64(range.count))
            return unsafe WireAnswer(status, headers, body)
        }
        switch conditions.outcome(for: request) {
        case .notModified: return bodiless(.notModified)
        case .preconditionFailed: return bodiless(.preconditionFailed)
        case .unsatisfiable:
            headers.append(.init(name: "Content-Range", value: "bytes */\(size)"))
            return bodiless(.rangeNotSatisfiable)
        case .whole: return part(0..<size, .ok)
        case .part(let range):
            headers.append(.init(name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            return part(range, .partialContent)
        }
    }

    /// A name for a state of a file: its number, size and time of change.
    private static func tag(of state: stat) -> String {
        let numbers = [Int(state.st_ino), Int(state.st_size), state.st_mtim.tv_sec, state.st_mtim.tv_nsec]
        return "\"" + numbers.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    }
}
