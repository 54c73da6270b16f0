internal import CMicrohttpd
internal import Imaging

/// A web server on one listener, with a thread for each connection.
///
/// It lets requests in that are well formed and pass the gate, and asks the routes for answers.
final class HTTPServer: Sendable {
    private let core: ServerCore
    private let server: ServerHandle
    private let watch: JoinableThread
    private let isStopped = Monitor(false)

    /// Starts.
    ///
    /// - Parameters:
    ///   - listener: where.
    ///   - routes: what answers.
    ///   - gate: who may ask.
    ///   - folders: where files may lie that are answered with.
    /// - Throws: ``StudioFailure`` when the system has no thread or memory to give.
    init(
        _ listener: borrowing Listener, routes: any Routes, gate: Gate, folders: [ServedFolder], limits: HTTPLimits = .init()
    ) throws(StudioFailure) {
        let core = ServerCore(routes: routes, gate: gate, folders: folders, limits: limits)
        let table = core.table
        guard let watch = JoinableThread({ table.watch() }) else {
            throw StudioFailure("the system gives no further thread", cure: "close other programs")
        }
        do {
            server = try ServerHandle(socket: listener.handOver(), core: core, limits: limits)
        } catch {
            table.stop()
            watch.join()
            throw error
        }
        self.core = core
        self.watch = watch
    }

    deinit { stop() }

    /// How many connections there are.
    var connections: Int { core.table.count }

    /// Ends all connections and waits until what answers them has returned.
    func stop() {
        let isFirst = isStopped.change { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        core.stop()
        server.stop()
        core.table.stop()
        watch.join()
    }
}

/// The server of the library.
///
/// It is `Sendable` because what it points to is changed by ``stop()`` alone, which ``HTTPServer`` calls once.
@safe private final class ServerHandle: @unchecked Sendable {
    private let server: OpaquePointer
    /// The library holds no reference to it.
    private let core: ServerCore

    init(socket: Int32, core: ServerCore, limits: HTTPLimits) throws(StudioFailure) {
        self.core = core
        var events = unsafe am_events(
            context: Unmanaged.passUnretained(core).toOpaque(),
            connected: { unsafe ServerCore.of($0).table.add($1, socket: $2) },
            disconnected: { unsafe ServerCore.of($0).table.remove($1) },
            head: { unsafe ServerCore.of($0).takeHead(WireRequest($1)) },
            body: { context, request, bytes, count in
                unsafe ServerCore.of(context)
                    .takeBody(WireRequest(request), Array(UnsafeBufferPointer(start: bytes, count: count)))
            },
            complete: { unsafe ServerCore.of($0).complete(WireRequest($1)) },
            ended: { unsafe ServerCore.of($0).end(WireRequest($1)) })
        var wire = am_limits(
            connections: UInt32(limits.connections + limits.leavingConnections),
            connections_each: UInt32(limits.connectionsEach ?? 0),
            idle_seconds: UInt32(limits.idleSeconds), memory: limits.memory, stack: limits.stack)
        var error = am_error()
        guard let server = unsafe am_start(socket, &events, &wire, &error) else {
            throw unsafe StudioFailure(String(cString: am_error_message(&error)))
        }
        unsafe self.server = server
    }

    func stop() { unsafe am_stop(server) }
}
