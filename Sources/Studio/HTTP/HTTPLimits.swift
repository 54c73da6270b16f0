/// What the server accepts, so that a slow or broken client harms only itself.
struct HTTPLimits: Hashable, Sendable {
    /// Connections at the same time; when there is one more, one that only waits for its client is broken off.
    var connections = 384
    /// Connections that may be there beyond those, on their way out; what comes then is closed at once.
    var leavingConnections = 64
    /// Connections of one address; nil where only this machine reaches the server, and all are of one.
    var connectionsEach: Int?
    /// Seconds without a byte in either direction.
    var idleSeconds = 30
    /// Seconds until the whole head of a request is there, from the connection's start or the end of the answer before.
    var headSeconds = 20.0
    /// Seconds that the body of a `POST` may take, however slow it comes.
    var bodySeconds = 60.0
    /// Bytes of a small body.
    var bodyBytes = 1 << 20
    /// Bytes a second of a body, in the mean, where it takes longer than that.
    var uploadRate = 1024.0
    /// Bytes for the head of a request, and for what is on its way.
    var memory = 64 << 10
    /// Bytes of a thread's stack.
    var stack = 8 << 20
}
