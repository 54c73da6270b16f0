internal import Commands
internal import Files

/// `airdraw-benchmark metrics`: how fast stored results are judged.
enum MetricsBenchmark: Benchmark {
    static let files = ValueOption(
        "files", .atLeastOne("N", of: "a number of files"), help: "how many files of results (1000)")
    static let keep = ValueOption(
        "keep", .path("DIR", completion: .folders), help: "write the files here and leave them, for other programs to judge")

    static let spec = CommandSpec(
        name: "metrics", summary: "Measures judging 1,000 stored files of results",
        discussion: [
            "Makes truth and results in the layout of GOT-10k, 200 to 600 boxes a file, and runs 'airdraw score' on them. Boxes a "
                + "second count the processor time of the whole process less that of 'airdraw --help'. "
                + "tools/compare-metrics-speed.py measures the got10k toolkit on the same files."
        ],
        ownOptions: [files.spec, keep.spec, BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec],
        examples: ["metrics --gate", "metrics --keep stored --runs 1"])

    static func options(from arguments: ParsedArguments) throws -> BenchmarkRequest {
        var request = try BenchmarkOptions.request(from: arguments)
        request.files = try arguments.value(files) ?? request.files
        request.keep = try arguments.value(keep)
        return request
    }

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 11
        let folder = try TemporaryFolder(for: "benchmark")
        let stored = try StoredFiles(request.files, in: request.keep ?? folder.path, console)
        let airdraw = try Program("airdraw")
        let help = { try airdraw.run(["--help"], in: folder).cost }
        let score = {
            try airdraw.run(["score", stored.data, "--layout", "got10k", "--results", stored.results], in: folder).cost
        }
        // Once for nothing: the first run reads from the disk.
        _ = try alternate(runs: 1, on: console, [score, help])
        let costs = try alternate(runs: runs, on: console, [score, help]).map(ProcessCost.median)
        let rate = Double(stored.boxes) / max(costs[0].cpu - costs[1].cpu, 1e-6)
        return Report(
            "metrics: \(request.files) files of results, \(stored.boxes) boxes; medians of \(runs) runs each, in turn",
            processes: [("airdraw score", costs[0]), ("airdraw --help", costs[1])],
            verdicts: [
                Verdict(
                    name: "boxes judged in a second of CPU time", value: rate / 1e6, bound: .atLeast(2), unit: "million")
            ])
    }
}
