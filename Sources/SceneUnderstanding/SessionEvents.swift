/// Everything that happens in a session, as a sequence that makes the next only when it is asked for.
///
/// Who leaves the loop and comes back later misses nothing: what was not taken waits in the session.
public struct SessionEvents: AsyncSequence {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Starts where the session is.
    public func makeAsyncIterator() -> Iterator { .init(session: session) }

    /// Takes one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let session: Session

        /// The next event; nil after the last frame, and while the session is paused.
        ///
        /// - Throws: what stops the session.
        public mutating func next() async throws -> SessionEvent? { try session.nextEvent() }
    }
}

extension Session {
    /// Everything that happens from now on.
    public var events: SessionEvents { .init(self) }
}
