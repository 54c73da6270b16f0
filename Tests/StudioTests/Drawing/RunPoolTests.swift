import AirDrawing
import Glibc
import ObjectTracking
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

@testable import Studio

/// A plan made without a command line: options as they are, nothing changed afterwards.
struct PlainPlan: DrawPlan {
    var options = DrawOptions()
    var restartsAfterInterruption = false

    func configuration(for recording: Recording) -> SessionConfiguration { .best(for: recording.header) }
    func note(on session: Session) -> String? { nil }
    func dropped(from drawing: Drawing) -> Set<Int> { [] }
    func edited(_ drawing: Drawing, dropping: Bool) -> Drawing { drawing }
    func summary(of drawing: Drawing) -> [String] { ["\(drawing.pointCount) points"] }
    func reason(of drawing: Drawing) -> (reason: String, cure: String?)? { nil }
    func write(_ drawing: Drawing, to path: String) throws -> [String] { [] }
    func commands(writing file: String?) -> [String] { ["airdraw draw"] }

    /// A plan with other options than those of the recording.
    static func with(_ change: (inout DrawOptions) -> Void) -> PlainPlan {
        var plan = PlainPlan()
        change(&plan.options)
        return plan
    }
}

/// Words that change nothing.
struct PlainWords: StudioWords {
    let endings = ["obj"]
    func plan(_ words: [StudioWord], recording: String) -> any DrawPlan { PlainPlan() }
}

/// The drawn recording of the repository that is shortest.
func drawnRecording() throws -> Recording {
    let tests = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try Recording(opening: "/" + tests + "/recordings/return")
}

/// The times of a recording's frames.
func times(of recording: Recording) throws -> [Double] { try FrameIndex(of: recording).times }

@Suite(.serialized) struct RunPoolTests {
    private func lease(_ pool: RunPool, _ plan: PlainPlan) throws -> RunLease {
        let recording = try drawnRecording()
        return try pool.lease(recording, plan: plan) { try times(of: recording) }
    }

    /// Frames of a run from a number on, however often it says meanwhile that it waits for a core.
    private func frames(_ run: TrackingRun, from first: Int) throws -> TrackingRun.Progress {
        for _ in 0..<600 {
            let progress = try run.frames(from: first, most: 1, waiting: 1)
            if !progress.frames.isEmpty || progress.isDone { return progress }
        }
        Issue.record("nothing came in ten minutes")
        return .init()
    }

    @Test("What only moves the pen is drawn from the same run; what follows the finger is another")
    func shared() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let first = try lease(pool, PlainPlan())
        let same: [PlainPlan] = [
            .with { $0.drawRanges = [1...2] }, .with { $0.height = 0.02 }, .with { $0.gate = 0.9 }, .with { $0.smooths = false },
            .with { $0.extrudeRanges = [3...4] }, .with { $0.surface = .level(0) },
            .with { $0.pen = .finger(.offset(.init(dx: 1, dy: 1))) },
        ]
        for plan in same { #expect(try lease(pool, plan).run === first.run) }
        let other: [PlainPlan] = [
            .with { $0.taps = [.init(point: .init(x: 100, y: 100), time: 1)] }, .with { $0.boxSize = 30 },
            .with { $0.tracker = .kcf }, .with { $0.tutorialExact = true }, .with { $0.pen = .screenCenter },
        ]
        for plan in other { #expect(try lease(pool, plan).run !== first.run) }
    }

    @Test("A run that nobody looks at stops, and one that is asked for again begins anew")
    func abandoned() throws {
        let pool = RunPool(cores: 1, patience: .init(whole: 0.1, unfinished: 0.1, inTheWay: 0.1))
        defer { pool.stop() }
        weak var gone: TrackingRun?
        do {
            let lease = try lease(pool, PlainPlan())
            _ = try frames(lease.run, from: 0)
            gone = lease.run
        }
        try waitUntil { pool.count == 0 && gone == nil }
        let again = try lease(pool, PlainPlan())
        #expect(try frames(again.run, from: 3).frames.count == 1)
    }

    @Test("Runs wait for a core in their order, and say how many are before them")
    func queue() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let first = try lease(pool, PlainPlan())
        _ = try frames(first.run, from: 0)
        let second = try lease(pool, .with { $0.tracker = .mosse })
        let third = try lease(pool, .with { $0.tracker = .kcf })
        try waitUntil { try third.run.frames(from: 0, most: 1, waiting: 0.01).ahead == 2 }
        #expect(try second.run.frames(from: 0, most: 1, waiting: 0.01).ahead == 1)
        let count = try times(of: drawnRecording()).count
        for run in [first.run, second.run, third.run] {
            #expect(try frames(run, from: count - 1).frames.count == 1)
            #expect(try frames(run, from: count).isDone)
        }
    }

    @Test("A failure comes after the frames before it, and as itself")
    func failure() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let outside = try lease(pool, .with { $0.taps = [.init(point: .init(x: -5, y: 10), time: 1)] })
        #expect(try frames(outside.run, from: 0).frames.count == 1)
        let failure = #expect(throws: StudioFailure.self) {
            while try !frames(outside.run, from: 31).isDone {}
        }
        #expect(failure?.problem.contains("the tap -5.0,10.0 is outside the view") == true)
    }
}

/// Waits for something that comes by itself.
private func waitUntil(_ isSo: () throws -> Bool) throws {
    for _ in 0..<6000 {
        if try isSo() { return }
        usleep(10_000)
    }
    Issue.record("it did not come within a minute")
}
