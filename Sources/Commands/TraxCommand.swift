internal import Glibc
internal import TrackingEvaluation

/// What `airdraw trax` was asked for.
struct TraxOptions: Hashable, Sendable {
    var tracker: String
    var version: Int
}

/// `airdraw trax`: a tracker that other programs drive over the TraX protocol.
enum TraxCommand: AirDrawCommand {
    static let tracker = ValueOption(
        "tracker", .words("NAME", BuiltInTracker.names + BareTracker.names),
        help: "the tracker; bare:NAME is OpenCV's as it comes, without confidence and re-acquisition; csrt unless given")
    static let version = ValueOption(
        "trax-version", .traxVersion, help: "the version of the protocol to announce, for clients that do not know the newest")

    static let spec = CommandSpec(
        name: "trax", summary: "Serves a tracker to the VOT toolkit and other programs that speak TraX",
        discussion: [
            "Speaks on the standard input and output until the other side quits or closes. Pictures come as files, as files in "
                + "Base64 or as pixels; a polygon becomes a box. The state carries the confidence.",
            "In the toolkit's trackers.ini: [airdraw] protocol = trax, command = airdraw trax --tracker csrt.",
        ],
        ownOptions: [tracker.spec, version.spec], examples: ["trax --tracker csrt"])

    static func options(from arguments: ParsedArguments) throws -> TraxOptions {
        TraxOptions(
            tracker: try arguments.value(tracker) ?? "csrt",
            version: try arguments.value(version) ?? TraxServer.newestVersion)
    }

    static func run(_ options: TraxOptions, _ console: any Console) throws {
        guard let factory = builtInTracker(options.tracker) else {
            throw CommandFailure("there is no tracker \(quoted(options.tracker))")
        }
        // The pictures come from the client, one by one; the tracker sees no sequence.
        let none = EvaluationSequence(name: "trax", pictures: .files([]), truth: [])
        let server = TraxServer(
            name: "AirDraw " + factory.name, version: options.version, input: STDIN_FILENO, output: STDOUT_FILENO,
            interrupted: Interruption.check, note: { console.note($0) },
            tracker: { try factory.tracker(for: none) })
        try server.run()
    }
}

/// A built-in tracker by its name; nil when there is none.
private func builtInTracker(_ name: String) -> (any TrackerFactory)? { BuiltInTracker(named: name) ?? BareTracker(named: name) }

extension ValueKind where Value == String {
    /// One of a few words.
    static func words(_ name: String, _ words: [String]) -> Self {
        .init(name, accepted: "one of " + words.joined(separator: ", "), completion: .words(words)) {
            words.contains($0) ? $0 : nil
        }
    }
}

extension ValueKind where Value == Int {
    /// A version of the TraX protocol.
    static let traxVersion = Self("N", accepted: "a version from 1 to 4", completion: .words(["1", "2", "3", "4"])) {
        Int($0).flatMap { (1...4).contains($0) ? $0 : nil }
    }
}
