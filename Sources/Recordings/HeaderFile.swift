import Spaces

// `recording.json` as text, to and from `RecordingHeader`.

extension RecordingHeader {
    /// Largest side of a picture, pixels.
    static let largestSide = 16_384

    /// Reads the text of `recording.json`.
    init(text: [UInt8], path: String) throws(RecordingFailure) {
        let fields = try Fields(text, place: .init(path))
        let format = try fields.required("format", try fields.text("format"))
        guard format == Self.format else {
            throw fields.wrong("format", expected: "\"\(Self.format)\"", found: "\"\(shortened(format))\"")
        }
        let version = try fields.required("version", try fields.count("version"))
        guard Self.versions.contains(version) else {
            throw fields.failure(
                "version", "this recording has version \(version), and versions \(Self.versions.words) are read",
                cure: version > Self.versions.upperBound ? "a newer airdraw may read it" : nil)
        }
        let side = NumberRange(words: "a whole number of pixels from 1 to \(Self.largestSide)") {
            $0 >= 1 && $0 <= Double(Self.largestSide) && $0 == $0.rounded()
        }
        let points = NumberRange(words: "points from 1 to 100000") { $0 >= 1 && $0 <= 1e5 }
        let sizes = ["width", "height"]
        let image = try fields.required("image_size", try fields.numbers("image_size", sizes, in: side))
        let view = try fields.required("viewport_size", try fields.numbers("viewport_size", sizes, in: points))
        let pictures = try fields.required("pictures", try fields.text("pictures"))
        self.init(
            name: try fields.required("name", try fields.text("name")),
            source: try fields.text("source"), license: try fields.text("license"),
            imageSize: .init(width: image[0], height: image[1]),
            viewportSize: .init(width: view[0], height: view[1]),
            orientation: try fields.required("orientation", try fields.word("orientation", InterfaceOrientation.self)),
            worldAlignment: try fields.word("world_alignment", WorldAlignment.self) ?? .gravity,
            degreesOfFreedom: try fields.number("degrees_of_freedom", in: .init(words: "3 or 6") { $0 == 3 || $0 == 6 })
                .flatMap { DegreesOfFreedom(rawValue: Int($0)) } ?? .six,
            recordsTracking: try fields.flag("records_tracking") ?? true,
            timeBase: try fields.text("time_base"),
            pictures: .init(text: pictures),
            distortion: try fields.fields("distortion").map { (d) throws(RecordingFailure) in try LensDistortion(d) },
            frameDefaults: try fields.fields("frame_defaults").map { (d) throws(RecordingFailure) in try FrameDefaults(d) }
                ?? .init(),
            tipOffset: try fields.numbers("tip_offset", ["dx", "dy"], in: .pixels).map { .init(dx: $0[0], dy: $0[1]) })
    }

    /// The text of `recording.json`: sorted keys, a line a key.
    var text: String {
        var members: [(String, String)] = [
            ("format", quoted(Self.format)), ("version", "\(Self.versions.upperBound)"), ("name", quoted(name)),
            ("image_size", jsonText([imageSize.width, imageSize.height])),
            ("viewport_size", jsonText([viewportSize.width, viewportSize.height])),
            ("orientation", quoted(orientation.rawValue)), ("world_alignment", quoted(worldAlignment.rawValue)),
        ]
        if degreesOfFreedom != .six { members.append(("degrees_of_freedom", "\(degreesOfFreedom.rawValue)")) }
        if !recordsTracking { members.append(("records_tracking", "false")) }
        if let source { members.append(("source", quoted(source))) }
        if let license { members.append(("license", quoted(license))) }
        if let timeBase { members.append(("time_base", quoted(timeBase))) }
        members.append(("pictures", quoted(pictures.text)))
        if let distortion { members.append(("distortion", distortion.text)) }
        if let tipOffset { members.append(("tip_offset", jsonText([tipOffset.dx, tipOffset.dy]))) }
        let defaults = frameDefaults.members
        if !defaults.isEmpty { members.append(("frame_defaults", objectText(defaults))) }
        members.sort { $0.0 < $1.0 }
        return "{\n" + members.map { "  \(quoted($0.0)): \($0.1)" }.joined(separator: ",\n") + "\n}\n"
    }
}

extension PictureStorage {
    fileprivate init(text: String) {
        switch text {
        case "images": self = .images
        case "none": self = .none
        default: self = .video(text)
        }
    }

    fileprivate var text: String {
        switch self {
        case .video(let path): path
        case .images: "images"
        case .none: "none"
        }
    }
}

extension LensDistortion {
    init(_ fields: Fields) throws(RecordingFailure) {
        self.init(
            k1: try fields.number("k1", in: .pixels) ?? 0, k2: try fields.number("k2", in: .pixels) ?? 0,
            p1: try fields.number("p1", in: .pixels) ?? 0, p2: try fields.number("p2", in: .pixels) ?? 0,
            k3: try fields.number("k3", in: .pixels) ?? 0)
    }

    /// The coefficients as JSON.
    var text: String {
        let parts = [("k1", k1), ("k2", k2), ("k3", k3), ("p1", p1), ("p2", p2)]
        return objectText(parts.map { ($0, numberText($1)) })
    }
}

extension FrameDefaults {
    init(_ fields: Fields) throws(RecordingFailure) {
        self.init(
            worldFromCamera: try fields.pose("world_from_camera"), fx: try fields.number("fx", in: .positive),
            fy: try fields.number("fy", in: .positive), cx: try fields.number("cx", in: .pixels),
            cy: try fields.number("cy", in: .pixels), tracking: try TrackingState(fields))
    }

    fileprivate var members: [(String, String)] {
        var members: [(String, String)] = []
        if let worldFromCamera { members.append(("world_from_camera", jsonText(worldFromCamera))) }
        for (key, value) in [("fx", fx), ("fy", fy), ("cx", cx), ("cy", cy)] {
            if let value { members.append((key, numberText(value))) }
        }
        if let tracking { members += tracking.members }
        return members
    }
}

extension ClosedRange<Int> {
    fileprivate var words: String { lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)" }
}
