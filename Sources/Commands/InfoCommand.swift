internal import Recordings
internal import Spaces

/// What `airdraw info` was asked for.
struct InfoOptions: Hashable, Sendable {
    var recording: String
}

/// `airdraw info`: says what a recording holds and what it lacks.
enum InfoCommand: AirDrawCommand {
    static let recording = DrawCommand.recording

    static let spec = CommandSpec(
        name: "info", summary: "Says what a recording holds and what it lacks",
        discussion: [
            "Frames, rate, length, length of the camera's path, share of frames with normal tracking, planes and events."
        ],
        arguments: [recording.spec], ownOptions: [], examples: ["info recordings/square"])

    static func options(from arguments: ParsedArguments) throws -> InfoOptions {
        InfoOptions(recording: try arguments.value(recording))
    }

    static func run(_ options: InfoOptions, _ console: any Console) throws {
        let recording = try Recording(opening: options.recording)
        let summary = try RecordingSummary(of: recording)
        for line in InfoLines(recording, summary).lines { try console.writeLine(line) }
        for warning in summary.warnings { console.note("Note: \(warning)") }
    }
}

/// What a recording holds, as lines of a name and a value.
struct InfoLines {
    private let header: RecordingHeader
    private let summary: RecordingSummary

    init(_ recording: Recording, _ summary: RecordingSummary) {
        header = recording.header
        self.summary = summary
    }

    /// The lines, in a fixed order.
    var lines: [String] {
        rows.filter { !$0.1.isEmpty }.map { name, value in
            name + String(repeating: " ", count: max(1, 12 - name.count)) + value
        }
    }

    private var rows: [(String, String)] {
        let image = header.imageSize
        let view = header.viewportSize
        return [
            ("name", header.name), ("source", header.source ?? ""), ("license", header.license ?? ""),
            (
                "picture",
                "\(plain(image.width)) × \(plain(image.height)) pixels" + (header.pictures == .none ? ", none kept" : "")
            ),
            ("view", "\(plain(view.width)) × \(plain(view.height)) points, \(header.orientation.rawValue)"),
            ("world", header.worldAlignment == .unknown ? "y need not be up" : ""),
            ("frames", "\(summary.frames)" + (summary.rate.map { ", \(fixed($0, places: 2)) a second" } ?? "")),
            ("length", "\(fixed(summary.duration, places: 2)) s"),
            ("camera path", "\(fixed(summary.cameraPath, places: 3)) m"), ("tracked", tracked), ("planes", planes),
            ("anchors", counts(summary.otherAnchors)), ("events", counts(summary.events)),
            ("missing", summary.missing.joined(separator: ", ")),
        ]
    }

    private var tracked: String {
        if summary.tracking["not_recorded"] == summary.frames { return "not recorded" }
        let others = summary.tracking.filter { $0.key != "normal" }
        return "\(fixed(summary.shareTracked * 100, places: 1)) % of frames"
            + (others.isEmpty ? "" : " (\(counts(others)))")
    }

    private var planes: String {
        guard summary.planesAdded > 0 else { return "" }
        return "\(summary.planesAdded) found, \(summary.planesMerged) merged, \(summary.planesAtEnd) at the end"
    }

    private func counts(_ values: [String: Int]) -> String {
        values.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
