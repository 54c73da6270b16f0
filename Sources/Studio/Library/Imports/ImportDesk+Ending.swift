internal import Files
internal import Imaging

extension ImportDesk {
    /// Ends all imports, as the studio ends: those that wait do not begin, and the one that runs has a moment to stop.
    func close() {
        state.change { $0.queue = [] }
        _ = state.wait(seconds: 5) { $0.isWorking ? nil : () }
        state.change { state in
            state.tasks = [:]
            state.staging = nil
        }
    }

    /// Drops an import with its files.
    func drop(_ id: String) {
        let staging = state.change { state in
            state.tasks[id] = nil
            state.queue.removeAll { $0 == id }
            return state.staging
        }
        if let staging { removeTree(staging.folder(id)) }
    }

    /// Drops the imports that nobody has cared for.
    func sweep(now: ContinuousClock.Instant = .now) {
        let old = state.change { state in
            state.tasks.values.filter { $0.isIdle && now - $0.used > Self.patience }.map(\.id)
        }
        for id in old { drop(id) }
    }

    /// Sweeps now and then, in a thread that ends when there is nothing left.
    func startSweeping() {
        let starts = state.change { state in
            guard !state.isSweeping else { return false }
            state.isSweeping = true
            return true
        }
        guard starts else { return }
        let thread = JoinableThread { [weak self] in
            while true {
                pause(10)
                guard let isDone = self?.sweepsLast(), !isDone else { return }
            }
        }
        if let thread { thread.detach() } else { state.change { $0.isSweeping = false } }
    }

    private func sweepsLast() -> Bool {
        sweep()
        return state.change { state in
            guard state.tasks.isEmpty else { return false }
            state.isSweeping = false
            return true
        }
    }
}
