internal import Commands
internal import Files

/// `airdraw-benchmark session`: what feature points and planes cost beyond decoding.
enum SessionBenchmark: Benchmark {
    static let spec = CommandSpec(
        name: "session", summary: "Measures feature points and planes against decoding alone",
        discussion: [
            "The clip is a stretch of the recording, played forth and back. 'airdraw planes' decodes it, follows corners and looks "
                + "for level and upright planes; the bare loop decodes it and does nothing else."
        ],
        ownOptions: [
            BenchmarkOptions.recording.spec, BenchmarkOptions.seconds.spec, BenchmarkOptions.runs.spec,
            BenchmarkOptions.gate.spec,
        ],
        examples: ["session --gate", "session --recording recordings/spiral --runs 3"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 5
        let folder = try TemporaryFolder(for: "benchmark")
        let clip = try Clip(of: request.recording, seconds: request.seconds, named: "clip", in: folder, console)
        let airdraw = try Program("airdraw")
        let baseline = try Program("airdraw-baseline")
        let costs = try alternate(
            runs: runs, on: console,
            [
                { try airdraw.run(["planes", clip.folder], in: folder).cost },
                { try baseline.run(["decode", clip.film], in: folder).cost },
            ]
        ).map(ProcessCost.median)
        return Report(
            "session: \(clip.frames) frames of \(request.recording), forth and back; medians of \(runs) runs each, in turn",
            processes: [("points and planes", costs[0]), ("decode alone", costs[1])],
            verdicts: [
                Verdict(
                    name: "CPU time, points and planes / decode alone", value: costs[0].cpu / costs[1].cpu, bound: .atMost(3)),
                Verdict(
                    name: "wall time, points and planes / decode alone", value: costs[0].wall / costs[1].wall, bound: .atMost(3)),
            ])
    }
}
