internal import Recordings
internal import Spaces

/// Why a task could not be done: something about its data or its tracker, which is no reason to stop the others.
struct TaskProblem: Error, CustomStringConvertible {
    let description: String
}

/// Does one task: all runs of the protocol over one sequence with one tracker.
struct TaskRunner {
    let plan: EvaluationPlan
    let task: EvaluationTask
    let folder: RunFolder

    /// Makes the runs and writes the file of results, or the file that says why there is none.
    ///
    /// - Parameters:
    ///   - check: asked before each frame; what it throws comes out.
    ///   - each: told after each frame.
    /// - Throws: ``TaskProblem`` when the task cannot be done.
    func run(check: @escaping () throws -> Void, each: @escaping () -> Void) throws {
        let results = folder.results(set: task.set, tracker: task.tracker, sequence: task.sequence)
        let failure = folder.failure(set: task.set, tracker: task.tracker, sequence: task.sequence)
        let writer = try ResultWriter(
            results: results, times: folder.times(set: task.set, tracker: task.tracker, sequence: task.sequence),
            header: resultHeader(of: task, in: plan))
        do {
            let guarded = { do { try check() } catch { throw Stop(reason: error) } }
            if plan.evaluationProtocol == .drawing {
                try draw(writer, guarded, each)
                try commit(writer, size: nil)
                removeFile(failure)
                return
            }
            let maker = try RunMaker(sequence: sequence, factory: tracker, check: guarded)
            let planned = plan.evaluationProtocol.runs(over: sequence, size: maker.size)
            guard !planned.isEmpty else { throw SequenceFailure("no frame of the annotation shows the target") }
            for run in planned { try make(run, maker, writer, each) }
            try commit(writer, size: maker.size)
        } catch let stop as Stop {
            throw stop.reason
        } catch {
            // A tracker that waits for another program may itself have noticed that all is to stop.
            try check()
            let problem = "\(error)"
            try writeText(
                objectText([
                    ("data_set", jsonText(task.set)), ("problem", jsonText(problem)), ("sequence", jsonText(task.sequence)),
                    ("tracker", jsonText(task.tracker)),
                ]) + "\n", to: failure)
            removeFile(results)
            throw TaskProblem(description: problem)
        }
        removeFile(failure)
    }

    private var tracker: any TrackerFactory { plan.trackers[task.place.tracker] }
    private var sequence: EvaluationSequence { plan.sets[task.place.set].sequences[task.place.sequence] }

    /// Makes a run and, where the protocol wants it, those that follow its failures.
    private func make(_ first: PlannedRun, _ maker: RunMaker, _ writer: ResultWriter, _ each: () -> Void) throws {
        var next: PlannedRun? = first
        while let run = next {
            next = nil
            writer.begin(run)
            try maker.make(run) { frame, prediction, seconds in
                writer.add(frame, prediction, seconds: seconds)
                each()
            } stops: { frame, prediction in
                guard plan.evaluationProtocol == .vot, frame > run.start,
                    hasFailed(prediction, truth: sequence.truth[frame], size: maker.size)
                else {
                    return false
                }
                next = SupervisedRule.run(after: frame, in: sequence)
                return true
            }
        }
    }

    /// Draws the recording of the sequence.
    private func draw(_ writer: ResultWriter, _ check: () throws -> Void, _ each: () -> Void) throws {
        var frame = 0
        let drawing = try DrawingRun(of: sequence, factory: tracker).make(check: check) { seconds in
            writer.add(frame, seconds: seconds)
            frame += 1
            each()
        }
        writer.add(drawing)
    }

    private func commit(_ writer: ResultWriter, size: PixelSize?) throws {
        // A disk that is full stops the evaluation: the next task would fail as well.
        do { try writer.commit(size: size) } catch { throw Stop(reason: error) }
    }

    /// What stops the whole evaluation, on its way past the handling of a task's own problems.
    private struct Stop: Error {
        let reason: any Error
    }
}
