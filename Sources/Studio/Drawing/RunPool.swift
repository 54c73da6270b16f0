internal import AirDrawing
internal import CMicrohttpd
internal import Imaging
internal import Recordings
internal import SceneUnderstanding

/// The tracking runs there are: each is made once for all pages that ask for the same, and goes some time after the last has left.
///
/// Following is work for a core; as many runs go on at once as there are cores, and the others wait in their order.
final class RunPool: Sendable {
    /// How many runs are kept, and about how much memory their frames take, bytes.
    static let mostRuns = 64
    static let mostBytes = 1 << 30

    /// How long a run stays that nobody looks at, seconds.
    ///
    /// Streams of events end every two seconds, and the page comes back at once.
    struct Patience: Sendable {
        /// One that is whole.
        var whole = 60.0
        /// One that is not.
        var unfinished = 3.0
        /// One that is not, and that others wait for.
        var inTheWay = 0.4
    }

    private struct Entry {
        let run: TrackingRun
        var listeners = 0
        var lastUse = ContinuousClock.now
    }

    private struct State {
        var entries: [RunKey: Entry] = [:]
        /// The runs that wait for a core, in their order.
        var queue: [ObjectIdentifier] = []
        var working = 0
        var isStopped = false
        let patience: Patience

        /// How long nobody has looked at a run, seconds; 0 while somebody does.
        func idle(_ key: RunKey) -> Double {
            guard let entry = entries[key], entry.listeners == 0 else { return 0 }
            return (ContinuousClock.now - entry.lastUse) / .seconds(1)
        }

        /// Whether a run that is not whole is to stop, because nobody looks.
        func isUnwanted(_ key: RunKey) -> Bool {
            isStopped || idle(key) > (queue.isEmpty ? patience.unfinished : patience.inTheWay)
        }
    }

    private let state: Monitor<State>
    private let cores: Int

    /// Makes an empty pool.
    ///
    /// - Parameters:
    ///   - cores: how many runs go on at once.
    ///   - patience: how long runs stay that nobody looks at.
    init(cores: Int, patience: Patience = .init()) {
        self.cores = max(cores, 1)
        state = Monitor(State(patience: patience))
    }

    /// How many runs there are.
    var count: Int { state.change { $0.entries.count } }

    /// The run for a plan, begun if there is none.
    ///
    /// - Throws: ``StudioFailure`` when the recording cannot be drawn in, or there is too much work already.
    func lease(
        _ recording: Recording, plan: any DrawPlan, times: () throws -> [Double]
    ) throws -> RunLease {
        let configuration = try plan.configuration(for: recording)
        let key = RunKey(recording: recording.folder, configuration: configuration, options: plan.options)
        if let run = join(key) { return RunLease(run, key, self) }
        let work = try FollowWork(recording, configuration: configuration, plan: plan, times: try times())
        makeRoom()
        let added = state.change { state -> (run: TrackingRun, isNew: Bool)? in
            // Another page may have asked for the same in the meantime.
            if let run = Self.join(key, &state) { return (run, false) }
            let bytes = state.entries.values.reduce(0) { $0 + $1.run.cost }
            guard !state.isStopped, state.entries.count < Self.mostRuns, bytes < Self.mostBytes else { return nil }
            state.entries[key] = Entry(run: work.run, listeners: 1)
            state.queue.append(ObjectIdentifier(work.run))
            return (work.run, true)
        }
        guard let added else {
            throw StudioFailure("too many drawings are being made at once", cure: "close some pages, and try again")
        }
        guard added.isNew else { return RunLease(added.run, key, self) }
        let lease = RunLease(work.run, key, self)
        guard let thread = JoinableThread({ self.work(on: key, work) }) else {
            state.change { Self.remove(key, work.run, &$0) }
            throw StudioFailure("the system has no thread to give", cure: "close other pages or programs")
        }
        thread.detach()
        return lease
    }

    /// Ends all runs, and waits until they have.
    func stop() {
        state.change { $0.isStopped = true }
        state.wait { $0.entries.isEmpty ? () : nil }
    }

    /// A listener goes.
    fileprivate func leave(_ run: TrackingRun, _ key: RunKey) {
        state.change { state in
            guard state.entries[key]?.run === run else { return }
            state.entries[key]?.listeners -= 1
            state.entries[key]?.lastUse = .now
        }
    }

    private func join(_ key: RunKey) -> TrackingRun? { state.change { Self.join(key, &$0) } }

    private static func join(_ key: RunKey, _ state: inout State) -> TrackingRun? {
        // One that ended before its time is begun anew.
        guard let entry = state.entries[key], !entry.run.isBroken else { return nil }
        state.entries[key]?.listeners += 1
        return entry.run
    }

    private static func remove(_ key: RunKey, _ run: TrackingRun, _ state: inout State) {
        if state.entries[key]?.run === run { state.entries[key] = nil }
        state.queue.removeAll { $0 == ObjectIdentifier(run) }
    }

    /// Lets go what nobody has looked at for longest, while there is too much.
    private func makeRoom() {
        state.change { state in
            while state.entries.count >= Self.mostRuns
                || state.entries.values.reduce(0, { $0 + $1.run.cost }) >= Self.mostBytes
            {
                let idle = state.entries.filter { $0.value.listeners == 0 }
                guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
                Self.remove(oldest.key, oldest.value.run, &state)
            }
        }
    }

    // MARK: - The thread of a run

    private func work(on key: RunKey, _ work: FollowWork) {
        if waitForCore(key, work.run) {
            work.run { self.state.change { $0.entries[key]?.run !== work.run || $0.isUnwanted(key) } }
            state.change { $0.working -= 1 }
        }
        linger(key, work.run)
    }

    /// Waits for a core; false when nobody wants the run any more.
    private func waitForCore(_ key: RunKey, _ run: TrackingRun) -> Bool {
        while true {
            // Now and then it is looked whether anybody still waits.
            let isOn = state.wait(seconds: 0.2) { state -> Bool? in
                guard state.entries[key]?.run === run, !state.isUnwanted(key) else {
                    state.queue.removeAll { $0 == ObjectIdentifier(run) }
                    return false
                }
                let place = state.queue.firstIndex(of: ObjectIdentifier(run))
                run.queue(behind: place.map { $0 + state.working })
                guard state.working < self.cores, place == 0 else { return nil }
                state.queue.removeFirst()
                state.working += 1
                return true
            }
            guard let isOn else { continue }
            run.queue(behind: nil)
            if !isOn { run.end(.noLongerWanted) }
            return isOn
        }
    }

    /// Keeps a run that has ended until nobody has looked at it for a while.
    private func linger(_ key: RunKey, _ run: TrackingRun) {
        while true {
            let isOver = state.wait(seconds: 0.5) { state -> Bool? in
                guard state.entries[key]?.run === run else { return true }
                let isWhole = !run.isBroken
                guard state.isStopped || state.idle(key) > (isWhole ? state.patience.whole : 0) else { return nil }
                guard state.isStopped || state.entries[key]?.listeners == 0 else { return nil }
                Self.remove(key, run, &state)
                return true
            }
            guard isOver == true else { continue }
            // A studio that rests holds no memory for the next time.
            if count == 0 { am_give_memory_back() }
            return
        }
    }
}

extension StudioFailure {
    /// Nobody looked at the run any more; who asks again gets a new one.
    static let noLongerWanted = StudioFailure("nobody looked at this drawing for a while", cure: "reload the page")
}

/// A listener's hold on a run; letting it go lets the run go in time.
final class RunLease: Sendable {
    let run: TrackingRun
    private let key: RunKey
    private let pool: RunPool

    fileprivate init(_ run: TrackingRun, _ key: RunKey, _ pool: RunPool) {
        self.run = run
        self.key = key
        self.pool = pool
    }

    deinit { pool.leave(run, key) }
}
