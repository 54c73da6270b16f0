internal import Files
internal import Commands
internal import Recordings

/// `airdraw-benchmark memory`: whether memory stays flat in the length of a recording.
enum MemoryBenchmark: Benchmark {
    static let spec = CommandSpec(
        name: "memory", summary: "Measures the peak memory of 'airdraw draw' for a recording and for one ten times as long",
        discussion: ["Both are a stretch of the recording from its first tap on, played forth and back."],
        ownOptions: [BenchmarkOptions.recording.spec, BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec],
        examples: ["memory --gate"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 3
        let folder = try TemporaryFolder(for: "benchmark")
        let length = try Recording(opening: request.recording).length()
        let once = try Clip(of: request.recording, seconds: length, named: "once", in: folder, console)
        let tenfold = try Clip(of: request.recording, seconds: 10 * length, named: "tenfold", in: folder, console)
        let airdraw = try Program("airdraw")
        let draws = [once, tenfold].map { clip in
            { try airdraw.run(["draw", clip.folder, "--obj", folder.file("drawing.obj")], in: folder).cost }
        }
        let costs = try alternate(runs: runs, on: console, draws).map(ProcessCost.median)
        try checkPeaks(costs.map(\.peak), own: ownPeak())
        return Report(
            "memory: \(request.recording), forth and back; medians of \(runs) runs each, in turn",
            processes: [("draw, \(once.frames) frames", costs[0]), ("draw, \(tenfold.frames) frames", costs[1])],
            verdicts: [
                Verdict(name: "peak memory, ten times as long / once", value: costs[1].peak / costs[0].peak, bound: .atMost(1.05))
            ])
    }

    /// A child begins in the memory of its parent, and Linux counts that as the child's peak: it must be the smaller one.
    static func checkPeaks(_ peaks: [Double], own: Double) throws {
        guard let least = peaks.min(), least > own else {
            throw CommandFailure("the benchmark itself needs as much memory as 'airdraw draw', so that nothing can be said of it")
        }
    }
}

extension Recording {
    /// From the first frame to the end of the last, seconds.
    func length() throws -> Double { Double(try frameCount()) / (try frameRate()) }
}
