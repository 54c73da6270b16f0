import Spaces

// A line of `frames.jsonl` as text, to and from `FrameRecord`; what concerns the line alone.

extension FrameRecord {
    /// Reads a line's keys; order, gaps and files are the reader's to check.
    init(_ fields: Fields, header: RecordingHeader) throws(RecordingFailure) {
        let defaults = header.frameDefaults
        let cure = "give it in the line, or in frame_defaults of recording.json"
        func number(_ key: String, _ range: NumberRange, _ fallback: Double?) throws(RecordingFailure) -> Double {
            try fields.required(key, try fields.number(key, in: range) ?? fallback, cure: cure)
        }
        let intrinsics = Intrinsics(
            fx: try number("fx", .positive, defaults.fx), fy: try number("fy", .positive, defaults.fy),
            cx: try number("cx", .pixels, defaults.cx), cy: try number("cy", .pixels, defaults.cy))
        let picture: PictureReference =
            switch header.pictures {
            case .video:
                .videoFrame(
                    try fields.required(
                        "video_frame", try fields.count("video_frame"), cure: "the pictures are a film (recording.json)"))
            case .images:
                .file(try fields.required("file", try fields.text("file"), cure: "the pictures are files (recording.json)"))
            case .none: .none
            }
        let pose: RigidTransform<CameraSpace, WorldSpace> = try fields.required(
            "world_from_camera", try fields.pose("world_from_camera") ?? defaults.worldFromCamera, cure: cure)
        self.init(
            index: try fields.required("index", try fields.count("index")),
            time: try fields.required("time", try fields.number("time", in: .seconds)),
            picture: picture,
            camera: .init(
                model: .init(intrinsics: intrinsics, distortion: header.distortion), imageSize: header.imageSize,
                worldFromCamera: pose),
            tracking: try TrackingState(fields) ?? header.impliedTracking,
            light: try fields.fields("light").map { (light) throws(RecordingFailure) in
                .init(
                    ambientIntensity: try light.number("ambient_intensity", in: .notNegative),
                    ambientColorTemperature: try light.number("ambient_color_temperature", in: .notNegative))
            },
            exposure: try fields.fields("exposure").map { (exposure) throws(RecordingFailure) in
                .init(
                    duration: try exposure.number("duration", in: .positive), offset: try exposure.number("offset", in: .stops))
            })
    }

    /// The line's text, without what the header's defaults say anyway.
    func line(in header: RecordingHeader) -> String {
        let defaults = header.frameDefaults
        var members = [("index", "\(index)"), ("time", numberText(time))]
        switch picture {
        case .videoFrame(let number): members.append(("video_frame", "\(number)"))
        case .file(let path): members.append(("file", quoted(path)))
        case .none: break
        }
        if camera.worldFromCamera != defaults.worldFromCamera {
            members.append(("world_from_camera", jsonText(camera.worldFromCamera)))
        }
        let k = camera.model.intrinsics
        if k.fx != defaults.fx { members.append(("fx", numberText(k.fx))) }
        if k.fy != defaults.fy { members.append(("fy", numberText(k.fy))) }
        if k.cx != defaults.cx { members.append(("cx", numberText(k.cx))) }
        if k.cy != defaults.cy { members.append(("cy", numberText(k.cy))) }
        if let tracking, tracking != header.impliedTracking { members += tracking.members }
        if let light {
            var parts: [(String, String)] = []
            if let value = light.ambientIntensity { parts.append(("ambient_intensity", numberText(value))) }
            if let value = light.ambientColorTemperature { parts.append(("ambient_color_temperature", numberText(value))) }
            members.append(("light", objectText(parts)))
        }
        if let exposure {
            var parts: [(String, String)] = []
            if let value = exposure.duration { parts.append(("duration", numberText(value))) }
            if let value = exposure.offset { parts.append(("offset", numberText(value))) }
            members.append(("exposure", objectText(parts)))
        }
        return objectText(members) + "\n"
    }
}

extension TrackingState {
    /// Reads `tracking` and `tracking_reason`; nil when absent.
    init?(_ fields: Fields) throws(RecordingFailure) {
        guard let value = fields.value("tracking") else { return nil }
        switch value {
        case .string("normal"): self = .normal
        case .string("not_available"): self = .notAvailable
        case .string("limited"):
            self = .limited(
                try fields.required(
                    "tracking_reason", try fields.word("tracking_reason", Reason.self), cure: "tracking is limited"))
        default: throw fields.wrong("tracking", expected: "normal, limited or not_available", found: value.found)
        }
    }

    var members: [(String, String)] {
        guard case .limited(let reason) = self else { return [("tracking", quoted(name))] }
        return [("tracking", quoted(name)), ("tracking_reason", quoted(reason.rawValue))]
    }
}
