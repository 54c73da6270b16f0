internal import Commands

/// What a benchmark was asked for.
struct BenchmarkRequest: Hashable, Sendable {
    /// The recording that clips are made of.
    var recording = BenchmarkRequest.usualRecording
    /// Length of the clip of `pipeline`, seconds.
    var seconds = 30.0
    /// How often each is measured; nil for what suits the benchmark.
    var runs: Int?
    /// How many files of results `metrics` makes.
    var files = 1000
    /// Where `metrics` leaves the files; nil to remove them.
    var keep: String?
    /// Whether a limit that is not met is a failure.
    var gates = false

    /// A recording of the repository, for who works at its top.
    static let usualRecording = "recordings/square"
}

/// The options that benchmarks share.
enum BenchmarkOptions {
    static let recording = ValueOption(
        "recording", .path("RECORDING", completion: .folders),
        help: "the recording that clips are made of (\(BenchmarkRequest.usualRecording))")
    static let seconds = ValueOption(
        "seconds", .positive("SECONDS", of: "a length in seconds", example: "30"), help: "length of the clip (30)")
    static let runs = ValueOption(
        "runs", .atLeastOne("N", of: "a number of runs"), help: "how often each is measured; medians are shown")
    static let gate = FlagOption("gate", help: "exit with 2 when a limit is not met")

    /// The request; what a benchmark has no option for keeps its default.
    static func request(from arguments: ParsedArguments) throws -> BenchmarkRequest {
        var request = BenchmarkRequest()
        request.recording = try arguments.value(recording) ?? request.recording
        request.seconds = try arguments.value(seconds) ?? request.seconds
        request.runs = try arguments.value(runs)
        request.gates = arguments[gate]
        return request
    }
}

extension Benchmark {
    static func options(from arguments: ParsedArguments) throws -> BenchmarkRequest {
        try BenchmarkOptions.request(from: arguments)
    }
}

extension ValueKind where Value == Int {
    /// A whole number from 1 up.
    static func atLeastOne(_ name: String, of what: String) -> Self {
        .init(name, accepted: "\(what), a whole number from 1 up") { text in
            guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            return Int(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}
