internal import Commands

/// `airdraw-benchmark all`: every benchmark, one after the other.
enum AllBenchmarks: AirDrawCommand {
    /// In this order, because a process that was large once cannot tell how much memory its children need.
    private static let benchmarks: [any Benchmark.Type] = [
        MemoryBenchmark.self, StartBenchmark.self, PipelineBenchmark.self, SessionBenchmark.self, PointsBenchmark.self,
        HitBenchmark.self, MetricsBenchmark.self, ExportBenchmark.self, RenderBenchmark.self, ImagesBenchmark.self,
    ]

    static let spec = CommandSpec(
        name: "all", summary: "Runs every benchmark",
        discussion: ["Takes about twelve minutes. With --gate the exit code is 2 when any limit is not met."],
        ownOptions: PipelineBenchmark.spec.ownOptions, examples: ["all --gate"])

    static func options(from arguments: ParsedArguments) throws -> BenchmarkRequest {
        try BenchmarkOptions.request(from: arguments)
    }

    static func run(_ request: BenchmarkRequest, _ console: any Console) throws {
        noteLoad(console)
        var verdicts: [Verdict] = []
        for benchmark in benchmarks {
            let report = try benchmark.measure(request, console)
            try console.write(report.text)
            verdicts += report.verdicts
        }
        if request.gates { try checkLimits(verdicts) }
    }
}
