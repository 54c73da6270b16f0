internal import Recordings
internal import Spaces

/// What the list of recordings says of one of them, from one pass over its text; pictures are not opened.
struct RecordingFacts: Sendable {
    /// Its header.
    let header: RecordingHeader
    /// What the pass found.
    let summary: RecordingSummary

    /// Reads a recording.
    ///
    /// - Throws: `RecordingFailure` for the first thing that is wrong.
    init(of recording: Recording) throws(RecordingFailure) {
        header = recording.header
        summary = try RecordingSummary(of: recording)
    }

    /// What a recording may have and lack, in the order in which it is shown.
    private var parts: [(name: String, isThere: Bool)] {
        func lacks(_ part: String) -> Bool { summary.missing.contains(part) }
        return [
            ("pictures", !lacks("pictures")),
            ("poses", header.degreesOfFreedom == .six),
            ("planes", !lacks("planes")),
            ("taps", taps > 0),
            ("draw", summary.events["draw"] != nil),
            ("extrude", summary.events["extrude"] != nil),
            ("light", !lacks("light")),
            ("features", !lacks("features")),
            ("truth", !lacks("truth")),
            ("distortion", !lacks("distortion")),
            ("tip", !lacks("tip offset")),
        ]
    }

    /// How many taps were recorded.
    var taps: Int { summary.events["tap"] ?? 0 }
    /// Names of what it has.
    var holds: [String] { parts.filter(\.isThere).map(\.name) }
    /// Names of what it lacks.
    var lacks: [String] { parts.filter { !$0.isThere }.map(\.name) }
}

/// A recording in the list of the library.
struct LibraryEntry: Encodable, Hashable, Sendable {
    /// The folder's name, by which it is asked for.
    var name: String
    /// Seconds from the first to the last frame.
    var seconds: Double?
    /// Number of frames.
    var frames: Int?
    /// Frames a second; absent with fewer than two frames.
    var rate: Double?
    /// Width of the camera's picture, pixels.
    var width: Int?
    /// Height of the camera's picture, pixels.
    var height: Int?
    /// Width and height of the view, points.
    var view: [Double]?
    /// How the view lies.
    var orientation: InterfaceOrientation?
    /// What it has: `pictures`, `poses`, `planes`, `taps`, `draw`, `extrude`, `light`, `features`, `truth`, `distortion`, `tip`.
    var holds: [String] = []
    /// What of the same it lacks.
    var lacks: [String] = []
    /// How many taps were recorded.
    var taps = 0
    /// What was noticed and does not stop its use.
    var warnings: [String] = []
    /// Why it cannot be used; absent when it can.
    var problem: String?
    /// The address of its cover; absent without pictures.
    var cover: String?

    /// A recording that cannot be used.
    init(name: String, problem: String) {
        self.name = name
        self.problem = problem
    }

    /// A recording that can be used.
    init(name: String, facts: RecordingFacts, words: (RecordingFailure) -> String) {
        self.name = name
        seconds = facts.summary.duration
        frames = facts.summary.frames
        rate = facts.summary.rate
        width = Int(facts.header.imageSize.width)
        height = Int(facts.header.imageSize.height)
        view = [facts.header.viewportSize.width, facts.header.viewportSize.height]
        orientation = facts.header.orientation
        holds = facts.holds
        lacks = facts.lacks
        taps = facts.taps
        warnings = facts.summary.warnings.map(words)
        if facts.header.pictures != .none { cover = Address.recording(name, "cover") }
    }
}

/// The addresses that the server's answers name.
enum Address {
    /// The address of something of a recording.
    static func recording(_ name: String, _ part: String) -> String { "/api/recordings/" + component(name) + "/" + part }

    /// The address of an evaluation's results, to list them.
    static func results(_ name: String) -> String { "/api/results/" + component(name) }

    /// The address of an evaluation's own page.
    static func report(_ name: String) -> String { "/results/" + component(name) + "/" }

    /// A name as one part of an address: what is not a letter, digit, or one of `-._~` of ASCII is percent-encoded (RFC 3986).
    static func component(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".unicodeScalars.contains(scalar)
            {
                text.unicodeScalars.append(scalar)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                text += "%" + (hex.count < 2 ? "0" : "") + hex
            }
        }
        return text
    }
}
