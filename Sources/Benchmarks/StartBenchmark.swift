internal import Files
internal import Commands

/// `airdraw-benchmark start`: how long a program of ours takes to be there.
enum StartBenchmark: Benchmark {
    static let spec = CommandSpec(
        name: "start", summary: "Measures how long 'airdraw --help' takes",
        discussion: ["Compared with a program that loads the same OpenCV modules and does nothing."],
        ownOptions: [BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec], examples: ["start --runs 41"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 21
        let folder = try TemporaryFolder(for: "benchmark")
        let airdraw = try Program("airdraw")
        let baseline = try Program("airdraw-baseline")
        let help = { try airdraw.run(["--help"], in: folder).cost }
        let nothing = { try baseline.run(["nothing"], in: folder).cost }
        // Once for nothing: the first start reads the libraries from the disk.
        _ = try alternate(runs: 1, on: console, [help, nothing])
        let costs = try alternate(runs: runs, on: console, [help, nothing]).map(ProcessCost.median)
        return Report(
            "start: medians of \(runs) runs each, in turn",
            processes: [("airdraw --help", costs[0]), ("bare OpenCV, nothing done", costs[1])],
            verdicts: [
                Verdict(name: "wall time, --help / nothing", value: costs[0].wall / costs[1].wall, bound: .atMost(1.5))
            ])
    }
}
