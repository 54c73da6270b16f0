internal import CMicrohttpd

/// A request of the library, for the time of one call.
@safe struct WireRequest: ~Copyable {
    private let request: OpaquePointer

    init(_ request: OpaquePointer) { unsafe self.request = request }

    /// The number of the connection.
    var connection: UInt64 { unsafe am_request_connection(request) }
    /// The method as it was sent.
    var method: String { unsafe String(cString: am_request_method(request)) }
    /// The target as it was sent.
    var target: String { unsafe String(cString: am_request_target(request)) }

    /// The fields of the head, in their order.
    var headers: [HTTPHeader] {
        final class List { var fields: [HTTPHeader] = [] }
        let list = List()
        let context = unsafe Unmanaged.passUnretained(list).toOpaque()
        unsafe am_request_headers(request, context) { context, name, nameSize, value, valueSize in
            func text(_ start: UnsafePointer<CChar>, _ count: Int) -> String {
                unsafe UnsafeRawBufferPointer(start: start, count: count).withMemoryRebound(to: UInt8.self) {
                    unsafe String(decoding: $0, as: UTF8.self)
                }
            }
            let field = unsafe HTTPHeader(name: text(name, nameSize), value: text(value, valueSize))
            unsafe Unmanaged<List>.fromOpaque(context).takeUnretainedValue().fields.append(field)
        }
        return list.fields
    }

    /// What is known of the request; nil before its head was taken.
    var exchange: Exchange? {
        unsafe am_request_owner(request).map { unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Ties what is known to the request; to be called once.
    func keep(_ exchange: Exchange) {
        unsafe am_request_set_owner(request, Unmanaged.passRetained(exchange).toOpaque())
    }

    /// Gives back what was tied to the request.
    func release() -> Exchange? {
        guard let owner = unsafe am_request_owner(request) else { return nil }
        unsafe am_request_set_owner(request, nil)
        return unsafe Unmanaged<Exchange>.fromOpaque(owner).takeRetainedValue()
    }

    /// Closes the connection without an answer.
    func drop() { unsafe am_request_drop(request) }

    /// Answers.
    func send(_ answer: consuming WireAnswer) {
        var answer = answer
        for header in answer.headers { answer.add(header) }
        let status = UInt32(answer.status.code)
        guard let body = unsafe answer.take(), unsafe am_answer(request, status, body) else { return drop() }
    }
}
