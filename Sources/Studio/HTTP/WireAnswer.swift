internal import CMicrohttpd

/// An answer as the library takes it: a number, fields, and a body.
@safe struct WireAnswer: ~Copyable {
    let status: HTTPStatus
    var headers: [HTTPHeader]
    private var response: OpaquePointer?

    /// Makes an answer of a body; nil where the library had no memory for it.
    init?(_ status: HTTPStatus, _ headers: [HTTPHeader], _ response: OpaquePointer?) {
        guard let response = unsafe response else { return nil }
        self.status = status
        self.headers = headers
        unsafe self.response = response
    }

    deinit { if let response = unsafe response { unsafe am_response_free(response) } }

    /// Adds a field to what is sent.
    ///
    /// The library refuses what would break the head apart, and then the field is left out.
    func add(_ header: HTTPHeader) {
        if let response = unsafe response { unsafe _ = am_response_header(response, header.name, header.value) }
    }

    /// The body, which is the caller's from then on; nil when it was taken before.
    mutating func take() -> OpaquePointer? {
        let taken = unsafe response
        unsafe response = nil
        return unsafe taken
    }

    /// Makes what is sent of an answer.
    ///
    /// - Parameters:
    ///   - folders: where files may lie.
    ///   - isStopping: ends streams of events.
    /// - Returns: nil where there was no memory for it.
    static func make(
        _ answer: HTTPAnswer, for request: HTTPRequest, in folders: [ServedFolder], isStopping: @escaping () -> Bool
    ) -> WireAnswer? {
        let kind: MIMEType?
        let response: OpaquePointer?
        switch answer.content {
        case .none:
            kind = nil
            unsafe response = am_response_bytes(nil, 0)
        case .bytes(let bytes, let type):
            kind = type
            unsafe response = bytes.withUnsafeBufferPointer { unsafe am_response_bytes($0.baseAddress, $0.count) }
        case .events(let stream):
            kind = .events
            unsafe response = EventWriter(stream, isStopping: isStopping).wireAnswer()
        case .file(let path, let type):
            guard var file = WireAnswer.file(path, type, for: request, in: folders) else {
                return make(.notFound(request), for: request, in: [], isStopping: isStopping)
            }
            file.headers += StandardHeaders.joined(with: answer.headers, isFile: true)
            return file
        }
        let type = kind.map { [HTTPHeader(name: "Content-Type", value: $0.text)] } ?? []
        return unsafe WireAnswer(
            answer.status, type + StandardHeaders.joined(with: answer.headers, isFile: false), response)
    }
}
