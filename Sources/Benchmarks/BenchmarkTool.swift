internal import Commands

/// Runs `airdraw-benchmark` as a main does, on the real standard output and standard error.
///
/// - Returns: the exit code: 0 done, 1 failed, 2 a limit was not met and `--gate` was given, 64 wrong usage.
public func runBenchmarks(arguments: [String]) -> Int32 { run(.benchmark, arguments: arguments) }

extension Tool {
    /// The program `airdraw-benchmark`.
    static let benchmark = Tool(
        name: "airdraw-benchmark", summary: "Measures AirDraw against bare OpenCV and against its limits",
        commands: [
            PipelineBenchmark.self, SessionBenchmark.self, MemoryBenchmark.self, StartBenchmark.self, PointsBenchmark.self,
            HitBenchmark.self, MetricsBenchmark.self, ExportBenchmark.self, RenderBenchmark.self, ImagesBenchmark.self,
            AllBenchmarks.self, LoopCommand.self, PipeCommand.self, HelpCommand.self,
        ])
}
