/// What answers requests.
///
/// It is called from many threads at once, and may take its time.
protocol Routes: Sendable {
    /// Answers a request.
    func answer(_ request: HTTPRequest) -> HTTPAnswer

    /// Says what becomes of the body of a `POST`, whose head alone is there.
    func upload(_ head: HTTPRequest) -> UploadDecision
}

/// What becomes of the body of a `POST`.
enum UploadDecision: Sendable {
    /// It is small: it is kept in memory and comes with the request.
    case inMemory
    /// It is not wanted.
    case refuse(HTTPAnswer)
    /// It is large: it goes where it is kept, part by part, and is answered there.
    case take(any UploadSink)
}

/// Where a large body goes; all calls come from one thread, and the last is either ``finish()`` or ``abandon()``.
protocol UploadSink: AnyObject, Sendable {
    /// Most bytes that are taken.
    var limit: Int { get }

    /// Takes the next part.
    ///
    /// - Returns: nil when all is well; else the answer, after which no more comes, and ``abandon()`` is called.
    func write(_ bytes: [UInt8]) -> HTTPAnswer?

    /// All is there.
    func finish() -> HTTPAnswer

    /// The client has gone before the end, or sent too much: what was kept is to be removed.
    func abandon()
}

/// A part of the studio that answers some addresses, such as those of the library.
protocol APIRoutes: Sendable {
    /// Answers a request; nil for an address that is another part's.
    func answer(_ request: HTTPRequest) -> HTTPAnswer?

    /// Says what becomes of the body of a `POST`; nil for an address that is another part's.
    func upload(_ head: HTTPRequest) -> UploadDecision?
}

extension APIRoutes {
    func upload(_ head: HTTPRequest) -> UploadDecision? { nil }
}
