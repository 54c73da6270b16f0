/// Everything that happens in a session, as a sequence that makes the next only when it is asked for.
public struct SessionEvents: AsyncSequence {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Starts where the session is.
    public func makeAsyncIterator() -> Iterator { .init(session) }

    /// Takes one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let session: Session
        private var waiting: ArraySlice<SessionEvent> = []

        fileprivate init(_ session: Session) { self.session = session }

        /// The next event; nil after the last frame, and while the session is paused.
        ///
        /// - Throws: what stops the session.
        public mutating func next() async throws -> SessionEvent? {
            while waiting.isEmpty {
                guard let events = try session.advance() else { return nil }
                waiting = events[...]
            }
            return waiting.popFirst()
        }
    }
}

extension Session {
    /// Everything that happens from now on.
    public var events: SessionEvents { .init(self) }
}
