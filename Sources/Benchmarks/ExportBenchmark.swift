internal import Commands
internal import Files
internal import Glibc

/// `airdraw-benchmark export`: what writing a large mesh costs, beside the writing of as many bytes that are there already.
enum ExportBenchmark: Benchmark {
    private static let endings = ["obj", "stl", "ply", "glb"]

    static let spec = CommandSpec(
        name: "export", summary: "Measures writing a mesh of 1,000,000 corners in four formats",
        discussion: [
            "In processes of their own, by the processor time of the writing alone; beside it the time in which as many bytes "
                + "of zero are written. 'tools/compare-export-speed.py' writes the same mesh with trimesh."
        ],
        ownOptions: [BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec], examples: ["export --runs 5 --gate"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 3
        let folder = try TemporaryFolder(for: "benchmark")
        let own = try Program.own()
        let things = endings.map { ending in
            {
                let path = folder.file("pipe." + ending)
                // Giving back the pages of a file that is replaced would be counted as writing.
                defer { unsafe unlink(path) }
                let (cost, output) = try own.run(["pipe", "--out", path], in: folder)
                guard let seconds = Double(output.split(separator: "\n").first ?? "") else {
                    throw CommandFailure("airdraw-benchmark pipe said no time")
                }
                let bytes = try size(of: path)
                return (seconds: seconds, peak: cost.peak, bytes: bytes, plain: try plainWrite(bytes, to: folder.file("zeros")))
            }
        }
        let bare = try own.run(["--help"], in: folder).cost.peak
        let results = try alternate(runs: runs, on: console, things)
        var rows: [[String]] = []
        var verdicts: [Verdict] = []
        for (ending, measured) in zip(endings, results) {
            let seconds = median(of: measured.map(\.seconds))
            let plain = median(of: measured.map(\.plain))
            let bytes = Double(measured[0].bytes)
            let peak = median(of: measured.map(\.peak))
            rows.append([
                ending, fixed(seconds, places: 3), fixed(bytes / 1e6, places: 1), fixed(bytes / 1e6 / seconds, places: 0),
                fixed(plain, places: 3), fixed(peak / 1e6, places: 0),
            ])
            verdicts.append(
                Verdict(
                    name: "memory of mesh and writer, beyond the bare program / \(ending) file", value: (peak - bare) / bytes,
                    bound: .atMost(3)))
            verdicts.append(
                Verdict(
                    name: "\(ending) written in a second of CPU time", value: bytes / 1e6 / seconds,
                    bound: .atLeast(ending == "obj" ? 250 : 800), unit: "MB"))
        }
        return Report(
            "export: \(LargePipe.sides.along * LargePipe.sides.round) corners; medians of \(runs) runs",
            columns: ["", "CPU s", "MB", "MB/s", "plain write s", "peak MB"], rows: rows, verdicts: verdicts)
    }

    private static func size(of path: String) throws -> Int {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw FileFailure(path: path, action: "read", code: errno) }
        return Int(status.st_size)
    }

    /// The processor time in which so many zeros are written, seconds: what no writer can be faster than.
    private static func plainWrite(_ count: Int, to path: String) throws -> Double {
        let block = [UInt8](repeating: 0, count: 1 << 20)
        let start = Clock.threadCPU
        let file = try AtomicFile(path: path)
        var left = count
        while left > 0 {
            let size = min(left, block.count)
            unsafe block.withUnsafeBytes { unsafe file.write(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<size])) }
            left -= size
        }
        try file.commit()
        let seconds = Clock.threadCPU - start
        unsafe unlink(path)
        return seconds
    }
}
