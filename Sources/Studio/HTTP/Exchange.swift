/// One request on its way: what is known of it, and what becomes of its body.
///
/// It belongs to the thread of its connection.
final class Exchange {
    /// What the body is for.
    enum Body {
        /// It is kept here.
        case inMemory
        /// It goes elsewhere.
        case sink(any UploadSink)
        /// It is not wanted; this is answered when it is over, so that the client reads the answer, unless it is longer than so much.
        case unwanted(HTTPAnswer, most: Int)
        /// Where it ends is not known: this is answered at once, and the connection ends.
        case broken(HTTPAnswer)
    }

    var request: HTTPRequest
    var body: Body
    /// Bytes of the body so far.
    var count = 0
    /// A field that goes with any answer.
    let cookie: HTTPHeader?

    init(_ request: HTTPRequest, cookie: HTTPHeader? = nil, body: Body = .inMemory) {
        self.request = request
        self.cookie = cookie
        self.body = body
    }

    /// Takes a part of the body.
    ///
    /// - Parameter most: bytes of a small body.
    /// - Returns: false where so much came that the connection is to be closed without an answer.
    func take(_ bytes: [UInt8], most: Int) -> Bool {
        count += bytes.count
        switch body {
        case .inMemory:
            if count > most {
                request.body = []
                body = .unwanted(Self.tooLarge(most), most: 2 * most)
            } else {
                request.body += bytes
            }
        case .sink(let sink):
            let answer = count > sink.limit ? Self.tooLarge(sink.limit) : sink.write(bytes)
            guard let answer else { return true }
            sink.abandon()
            body = .unwanted(answer, most: sink.limit)
        case .unwanted(_, let most): return count <= most
        case .broken: return false
        }
        return true
    }

    /// The client has gone.
    func abandon() {
        if case .sink(let sink) = body { sink.abandon() }
        body = .inMemory
    }

    /// The answer to a body that is too large.
    static func tooLarge(_ most: Int) -> HTTPAnswer {
        let size = most >= 1 << 20 ? "\(most >> 20) MiB" : "\(most) bytes"
        return .failure(
            .contentTooLarge, error: "the body is larger than \(size), which is the most that is taken here", help: nil)
    }
}
