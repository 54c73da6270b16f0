public import Dispatch
internal import Imaging

/// A session that runs in a thread of its own and calls back on a queue of the program's choice, as ARKit does.
///
/// It plays as long as somebody holds it. It is never more than ``depth`` frames ahead of the program: one that takes long is waited for, and told so; nothing is lost.
public final class SessionPlayer: Sendable {
    /// How many frames may wait in the queue.
    public static let depth = 2

    private enum Order: Sendable {
        case run(SessionConfiguration, SessionRunOptions)
        case pause
        case add(Anchor)
        case remove(String)
    }

    private struct State {
        var orders: [Order] = []
        /// Events and frames that the program has not taken yet.
        var events = 0
        var frames = 0
        var isPaused = false
        var isStopped = false
        var isDone = false
    }

    /// The session on its way to the thread; `Sendable` because nobody else uses it any more.
    private final class Handed: @unchecked Sendable {
        let session: Session
        init(_ session: Session) { self.session = session }
    }

    private let state = Monitor(State())

    /// Starts to play.
    ///
    /// - Parameters:
    ///   - session: running; belongs to the player from now on.
    ///   - queue: where `events` is called, one event after the other; a serial queue.
    ///   - events: takes what happens. After `failed`, or the last frame, nothing comes any more.
    /// - Throws: ``SessionFailure`` when the system has no thread to give.
    public init(
        playing session: sending Session, on queue: DispatchQueue, events: @escaping @Sendable (SessionEvent) -> Void
    ) throws {
        let handed = Handed(session)
        let state = self.state
        let thread = JoinableThread {
            Self.play(handed.session, state, queue, events)
            state.change { $0.isDone = true }
        }
        guard let thread else {
            throw SessionFailure(code: .sensorFailed, problem: "the system has no thread to give", cure: "end others first")
        }
        // Nobody waits for the thread itself: the handler may hold the last reference to this.
        thread.detach()
    }

    deinit { stop() }

    /// Runs the session on, or with another configuration, before its next frame; a failure comes as an event.
    ///
    /// - Parameters:
    ///   - configuration: what the session does from then on.
    ///   - options: what happens to the world.
    public func run(_ configuration: SessionConfiguration, options: SessionRunOptions = []) {
        order(.run(configuration, options))
    }

    /// Stops frames until the next run.
    public func pause() { order(.pause) }

    /// Marks a place of the world before the next frame.
    public func add(_ anchor: Anchor) { order(.add(anchor)) }

    /// Removes an anchor before the next frame.
    public func remove(anchor identifier: String) { order(.remove(identifier)) }

    /// Ends the playing; events that wait in the queue still come.
    public func stop() { state.change { $0.isStopped = true } }

    /// Waits until the last event was taken, or the player was stopped.
    ///
    /// Not to be called on the queue of the events.
    public func waitUntilDone() { _ = state.wait { $0.isDone && $0.events == 0 ? true : nil } }

    private func order(_ order: Order) { state.change { $0.orders.append(order) } }

    /// The thread's work.
    private static func play(
        _ session: Session, _ state: Monitor<State>, _ queue: DispatchQueue, _ handler: @escaping @Sendable (SessionEvent) -> Void
    ) {
        @Sendable func deliver(_ event: SessionEvent) {
            let frames = if case .frame = event { 1 } else { 0 }
            state.change {
                $0.events += 1
                $0.frames += frames
            }
            queue.async {
                handler(event)
                state.change {
                    $0.events -= 1
                    $0.frames -= frames
                }
            }
        }
        var hasTold = false
        while true {
            do {
                for order in orders(state) { try follow(order, session, state) }
                if state.change({ $0.isStopped }) { return }
                guard let events = try session.advance() else { return }
                let isSlow = state.change { $0.frames >= depth }
                if isSlow, !hasTold {
                    hasTold = true
                    deliver(.backPressure(.slowConsumer))
                }
                if isSlow { _ = state.wait { $0.frames < depth || $0.isStopped ? true : nil } }
                for event in events { deliver(event) }
            } catch {
                deliver(.failed(error))
                return
            }
        }
    }

    /// What was ordered since the last frame; waits while the session is paused.
    private static func orders(_ state: Monitor<State>) -> [Order] {
        state.wait { state -> [Order]? in
            if state.isPaused, !state.isStopped, !state.orders.contains(where: { if case .run = $0 { true } else { false } }) {
                return nil
            }
            defer { state.orders = [] }
            return state.orders
        }
    }

    private static func follow(_ order: Order, _ session: Session, _ state: Monitor<State>) throws {
        switch order {
        case .run(let configuration, let options):
            try session.run(configuration, options: options)
            state.change { $0.isPaused = false }
        case .pause: state.change { $0.isPaused = true }
        case .add(let anchor): session.add(anchor)
        case .remove(let identifier): session.remove(anchor: identifier)
        }
    }
}
