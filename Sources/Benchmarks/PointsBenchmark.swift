internal import Files
internal import AirDrawing
internal import Commands
internal import Meshes

/// `airdraw-benchmark points`: whether a drawing may grow.
enum PointsBenchmark: Benchmark {
    /// How many points the drawing has.
    static let count = 100_000

    static let spec = CommandSpec(
        name: "points", summary: "Measures placing 100,000 points in one drawing, and writing its mesh",
        discussion: ["In this process, by its processor time. Writing counts the making of the mesh and its text."],
        ownOptions: [BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec], examples: ["points --runs 9"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 7
        let folder = try TemporaryFolder(for: "benchmark")
        var placings: [[Double]] = []
        var rates: [Double] = []
        var progress = ProgressLine("measuring", unit: "runs", total: runs, on: console)
        for run in 0..<runs {
            try Interruption.check()
            let placing = PlacedPoints(count: count, parts: 10)
            placings.append(placing.secondsPerPoint)
            let start = Clock.threadCPU
            let counts = try OBJWriter.write(placing.drawing.mesh(), to: folder.file("drawing.obj"))
            rates.append(Double(counts.bytes) / (Clock.threadCPU - start))
            progress.update(run + 1)
        }
        progress.finish()
        let tenths = (0..<10).map { tenth in median(of: placings.map { $0[tenth] }) }
        return Report(
            "points: \(count) in one drawing; medians of \(runs) runs",
            columns: ["", "µs a point"],
            rows: tenths.enumerated().map { ["points from \($0 * count / 10) on", fixed($1 * 1e6, places: 3)] },
            verdicts: [
                Verdict(name: "time of a point, last tenth / first tenth", value: tenths[9] / tenths[0], bound: .atMost(1.2)),
                Verdict(
                    name: "OBJ written in a second of CPU time", value: median(of: rates) / 1e6, bound: .atLeast(100), unit: "MB"),
            ])
    }
}
