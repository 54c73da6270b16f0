internal import Commands
internal import Files

/// `airdraw-benchmark render`: how much faster than the film the film with the drawing over it is made.
enum RenderBenchmark: Benchmark {
    static let spec = CommandSpec(
        name: "render", summary: "Measures 'airdraw render' against the length of its film",
        discussion: [
            "A drawing is made once from a stretch of the recording, played forth and back. Then the film with the drawing, the planes "
                + "and the statistics over it is rendered and coded again and again: decoding, drawing and H.264 of one thread.",
            "A second row leaves nothing to draw but the planes: what decoding and coding alone take is most of it.",
        ],
        ownOptions: [
            BenchmarkOptions.recording.spec, BenchmarkOptions.seconds.spec, BenchmarkOptions.runs.spec,
            BenchmarkOptions.gate.spec,
        ],
        examples: ["render --gate", "render --recording recordings/spiral --seconds 10 --runs 3"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 3
        let folder = try TemporaryFolder(for: "benchmark")
        let clip = try Clip(of: request.recording, seconds: request.seconds, named: "clip", in: folder, console)
        let airdraw = try Program("airdraw")
        let drawing = folder.file("drawing.json")
        _ = try airdraw.run(["draw", clip.folder, "--height", "0.01", "--out", drawing], in: folder)
        func render(_ words: [String]) -> () throws -> ProcessCost {
            { try airdraw.run(["render", clip.folder, "--out", folder.file("film.mp4")] + words, in: folder).cost }
        }
        let costs = try alternate(
            runs: runs, on: console, [render(["--drawing", drawing, "--planes", "--statistics"]), render(["--planes"])]
        ).map(ProcessCost.median)
        return Report(
            "render: \(clip.frames) frames of \(request.recording), forth and back, \(fixed(clip.seconds, places: 1)) s of film; "
                + "medians of \(runs) runs each, in turn",
            processes: [("with the drawing", costs[0]), ("planes alone", costs[1])],
            verdicts: [
                Verdict(
                    name: "length of the film / wall time, with the drawing", value: clip.seconds / costs[0].wall,
                    bound: .atLeast(1.5)),
                Verdict(
                    name: "CPU time on two processors / length of the film, with the drawing",
                    value: costs[0].cpu / 2 / clip.seconds, bound: .atMost(1 / 1.5)),
            ])
    }
}
