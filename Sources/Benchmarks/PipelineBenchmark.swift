internal import Files
internal import AirDrawing
internal import Commands

/// `airdraw-benchmark pipeline`: what `airdraw draw` costs beyond decoding and tracking.
enum PipelineBenchmark: Benchmark {
    static let spec = CommandSpec(
        name: "pipeline", summary: "Measures 'airdraw draw' against a bare loop of decoding and tracking",
        discussion: [
            "The clip is a stretch of the recording from its first tap on, played forth and back. The bare loop decodes it "
                + "and updates CSRT on the same box, with one OpenCV thread as 'airdraw draw'.",
            "'track alone' is the time in the tracker itself, without the decoding that its pictures need.",
        ],
        ownOptions: [
            BenchmarkOptions.recording.spec, BenchmarkOptions.seconds.spec, BenchmarkOptions.runs.spec,
            BenchmarkOptions.gate.spec,
        ],
        examples: ["pipeline --gate", "pipeline --recording recordings/spiral --seconds 10 --runs 3"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 5
        let folder = try TemporaryFolder(for: "benchmark")
        let clip = try Clip(of: request.recording, seconds: request.seconds, named: "clip", in: folder, console)
        let airdraw = try Program("airdraw")
        let baseline = try Program("airdraw-baseline")
        let drawing = folder.file("drawing.json")
        let box = clip.box.map(\.description)

        func draw() throws -> ProcessCost {
            try airdraw.run(["draw", clip.folder, "--out", drawing, "--obj", folder.file("drawing.obj")], in: folder).cost
        }
        func bare(_ mode: String, _ words: [String]) throws -> (ProcessCost, BaselineOutput) {
            let (cost, output) = try baseline.run([mode, clip.film] + words, in: folder)
            return (cost, try BaselineOutput(output))
        }

        _ = try draw()
        try checkNothingLost(drawing: Drawing(contentsOf: drawing), bare: bare("both", box).1, frames: clip.frames)
        let costs = try alternate(
            runs: runs, on: console,
            [
                draw, { try bare("both", box).0 }, { try bare("decode", []).0 },
                {
                    let (cost, output) = try bare("track", box)
                    return ProcessCost(wall: try output.number("wall"), cpu: try output.number("cpu"), peak: cost.peak)
                },
            ]
        ).map(ProcessCost.median)
        return Report(
            "pipeline: \(clip.frames) frames of \(request.recording), forth and back; medians of \(runs) runs each, in turn",
            processes: [
                ("airdraw draw", costs[0]), ("bare loop", costs[1]), ("decode alone", costs[2]), ("track alone", costs[3]),
            ],
            verdicts: [
                Verdict(name: "CPU time, draw / bare loop", value: costs[0].cpu / costs[1].cpu, bound: .atMost(1.05)),
                Verdict(
                    name: "wall time, draw / the larger of decode alone and track alone",
                    value: costs[0].wall / max(costs[2].wall, costs[3].wall), bound: .atMost(1.10)),
            ])
    }

    /// Makes sure that both sides did the same work: a lost finger is searched for, or not followed at all.
    private static func checkNothingLost(drawing: Drawing, bare: BaselineOutput, frames: Int) throws {
        let lost = drawing.outcomes[.lost] ?? 0
        let lostByBare = Int(try bare.number("lost"))
        guard lost == 0, lostByBare == 0 else {
            throw CommandFailure(
                "of \(frames) frames, 'airdraw draw' lost the finger in \(lost) and the bare loop in \(lostByBare), "
                    + "so that they cannot be compared",
                help: "choose another --recording: one whose finger stays in the picture after the first tap")
        }
    }
}

/// What the bare program prints: `name value`, one a line.
struct BaselineOutput: Hashable, Sendable {
    private var values: [String: Double] = [:]

    /// Reads it.
    ///
    /// - Throws: `CommandFailure` when a line is none of its.
    init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else {
                throw CommandFailure("airdraw-baseline printed \(line)", help: "it is expected to print a name and a number")
            }
            values[String(words[0])] = value
        }
    }

    /// A number by its name.
    ///
    /// - Throws: `CommandFailure` when it was not printed.
    func number(_ name: String) throws -> Double {
        guard let value = values[name] else { throw CommandFailure("airdraw-baseline did not print \(name)") }
        return value
    }
}
