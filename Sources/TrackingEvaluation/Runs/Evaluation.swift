internal import Files
internal import Imaging
internal import Recordings

/// Runs a plan: takes the tasks one by one, on several threads, and writes a file for each when it is complete.
///
/// The files do not depend on the number of threads, on the order in which tasks end, or on how often the work was interrupted.
public struct Evaluation: Sendable {
    /// What is to be done.
    public let plan: EvaluationPlan
    /// Where the files go.
    public let folder: RunFolder
    /// How many threads work.
    public var jobs = 1
    /// The share that is done; nil for all of it.
    public var shard: Shard?
    /// Whether files that are complete are kept, and only the rest is done.
    public var resumes = false

    /// Prepares to run a plan.
    ///
    /// - Parameters:
    ///   - plan: what is to be done.
    ///   - folder: where the files go; it is made when it is missing.
    public init(_ plan: EvaluationPlan, in folder: RunFolder) {
        self.plan = plan
        self.folder = folder
    }

    /// A task that could not be done.
    public struct Failure: Hashable, Sendable {
        /// The task.
        public let task: EvaluationTask
        /// Why, in a sentence.
        public let problem: String
    }

    /// How it went.
    public struct Outcome: Sendable {
        /// Tasks done now.
        public var done = 0
        /// Tasks whose results were there already.
        public var kept = 0
        /// Tasks that could not be done, in the order of the plan.
        public var failures: [Failure] = []
        /// Frames gone through.
        public var frames = 0
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - check: asked before each frame, on every thread; what it throws stops all of them and comes out here.
    ///   - progress: told how many frames of how many are done, from any thread.
    ///   - failed: told of each task that could not be done, from any thread.
    /// - Throws: ``EvaluationFailure`` when results of another evaluation lie in the folder, `FileFailure` when it cannot be written.
    public func run(
        check: @escaping @Sendable () throws -> Void = {}, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in },
        failed: @escaping @Sendable (Failure) -> Void = { _ in }
    ) throws -> Outcome {
        setOpenCVThreads(1)
        try prepareFolder()
        let mine = shard.map { plan.tasks.share(of: $0) } ?? plan.tasks.longestFirst()
        let open = try mine.filter { try !isDone($0) }
        let queue = TaskQueue(open, total: open.reduce(0) { $0 + $1.frames })
        let work: @Sendable () -> Void = {
            while let task = queue.next() {
                do {
                    try TaskRunner(plan: plan, task: task, folder: folder).run {
                        try check()
                        try queue.check()
                    } each: {
                        let (done, total) = queue.countFrame()
                        progress(done, total)
                    }
                    queue.end(task, problem: nil)
                } catch let failure as TaskProblem {
                    queue.end(task, problem: failure.description)
                    failed(Failure(task: task, problem: failure.description))
                } catch {
                    queue.stop(error)
                }
            }
        }
        var threads: [JoinableThread] = []
        for _ in 1..<max(1, min(jobs, open.count)) {
            // With fewer threads than wished for it only takes longer.
            if let thread = JoinableThread(work) { threads.append(thread) }
        }
        work()
        for thread in threads { thread.join() }
        return try queue.outcome(kept: mine.count - open.count, order: plan.tasks)
    }

    /// Whether all tasks of the plan, those of other shards too, have results or a reason for having none.
    public func isComplete() -> Bool {
        plan.tasks.allSatisfy {
            isRegularFile(folder.results(set: $0.set, tracker: $0.tracker, sequence: $0.sequence))
                || isRegularFile(folder.failure(set: $0.set, tracker: $0.tracker, sequence: $0.sequence))
        }
    }

    private func prepareFolder() throws {
        try makeFolder(folder.path)
        let wanted = Manifest(plan)
        if isRegularFile(folder.manifest) {
            let found = try Manifest(reading: folder.manifest)
            guard resumes || (shard != nil && found.agrees(with: wanted)) else {
                throw EvaluationFailure(
                    "\(folder.path) holds an evaluation already", help: "--resume goes on with it; --out names another folder")
            }
            if found.version != wanted.version || found.evaluationProtocol != wanted.evaluationProtocol {
                throw EvaluationFailure(
                    "\(folder.path) was made with protocol \(found.evaluationProtocol.rawValue) by version \(found.version), "
                        + "which is not the protocol \(wanted.evaluationProtocol.rawValue) and version \(wanted.version) of now",
                    help: "--out names another folder")
            }
        }
        if resumes, shard == nil { removeStaleFiles(in: folder.path) }
        try wanted.write(to: folder.manifest)
        for set in plan.sets {
            for sequence in set.sequences {
                let path = folder.truth(set: set.name, sequence: sequence.name)
                try SequenceFile.write(sequence, to: path)
            }
        }
    }

    /// Whether the results of a task are there.
    ///
    /// - Throws: ``EvaluationFailure`` when they were made in another way.
    private func isDone(_ task: EvaluationTask) throws -> Bool {
        let path = folder.results(set: task.set, tracker: task.tracker, sequence: task.sequence)
        guard let state = ResultFile.state(of: path), state.isComplete else { return false }
        guard state.header == resultHeader(of: task, in: plan) else {
            throw EvaluationFailure(
                "\(path) was made by another version or from another annotation: \(state.header)",
                help: "remove it to have it made anew, or name another folder with --out")
        }
        return true
    }
}

/// The tasks that are left, and what has become of the others; shared by the threads.
///
/// With a monitor and not a `Mutex`, which ThreadSanitizer does not see.
private final class TaskQueue: Sendable {
    private struct State {
        var left: ArraySlice<EvaluationTask>
        var outcome = Evaluation.Outcome()
        var problems: [EvaluationTask: String] = [:]
        var error: (any Error)?
    }

    private let state: Monitor<State>
    private let total: Int

    init(_ tasks: [EvaluationTask], total: Int) {
        state = Monitor(State(left: tasks[...]))
        self.total = total
    }

    /// The next task; nil when there is none or all is to stop.
    func next() -> EvaluationTask? { state.change { $0.error == nil ? $0.left.popFirst() : nil } }

    /// Counts a frame, and gives how many are done of how many.
    func countFrame() -> (Int, Int) {
        state.change {
            $0.outcome.frames += 1
            return ($0.outcome.frames, total)
        }
    }

    /// Notes that a task has ended.
    func end(_ task: EvaluationTask, problem: String?) {
        state.change {
            if let problem { $0.problems[task] = problem } else { $0.outcome.done += 1 }
        }
    }

    /// Stops all threads.
    func stop(_ error: any Error) {
        state.change { if $0.error == nil { $0.error = error } }
    }

    /// Stops the caller when another thread was stopped.
    func check() throws {
        if let error = state.change({ $0.error }) { throw error }
    }

    /// What has become of the tasks.
    ///
    /// - Throws: what stopped the threads.
    func outcome(kept: Int, order: [EvaluationTask]) throws -> Evaluation.Outcome {
        try check()
        return state.change { state in
            var outcome = state.outcome
            outcome.kept = kept
            outcome.failures = order.compactMap { task in
                state.problems[task].map { Evaluation.Failure(task: task, problem: $0) }
            }
            return outcome
        }
    }
}
