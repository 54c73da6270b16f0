import Spaces

/// ARKitRecorder: one JSON file with an object a frame under the name of its picture, in no order: cameraTransform (four rows, camera →
/// world, axes of ARKit), cameraIntrinsics (three rows), imageResolution, timeStamp, lightEstimate, feature points.
///
/// Source: StephenGuanqi/ARKitRecorder, its code and its sample.
enum ARKitRecorderImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? { file(source).map { "\($0) with cameraTransform" } }

    private static func file(_ source: ImportSource) -> String? {
        let names = source.chosen.map { [$0] } ?? source.names(suffix: ".json")
        return names.first { name in
            let text = source.beginning(of: name, 1 << 16)
            return name.hasSuffix(".json") && text.contains("\"cameraTransform\"") && text.contains("\"imageName\"")
        }
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        guard let name = file(source) else {
            throw RecordingFailure(
                path: source.path, problem: "there is no .json file with cameraTransform and imageName in it")
        }
        let data = try source.json(name, mostKeys: ImportSource.mostFiles)
        var session = ImportedSession(
            frames: [], clock: "seconds since the device started",
            worldAlignment: ImportLayout.arKitRecorder.worldAlignment)
        session.isUnordered = true
        var hasPoints = false
        for key in data.object.members.map(\.key).sorted() {
            guard let frame = try data.fields(key) else { continue }
            let pose = try frame.required(
                "cameraTransform", try frame.table("cameraTransform", ["", "", "", ""], in: .metres))
            let k = try frame.required("cameraIntrinsics", try frame.table("cameraIntrinsics", ["", "", ""]))
            let place = Place("\(data.place.path): \(shortened(key))")
            let size = try frame.fields("imageResolution")
            let light = try frame.number("lightEstimate", in: .notNegative)
            session.frames.append(
                ImportedFrame(
                    time: try time(frame), picture: .file(try frame.text("imageName") ?? key),
                    worldFromCamera: try .init(rows: pose, axes: .arKit, place: place, key: "cameraTransform"),
                    intrinsics: try intrinsics(ofRows: k, place, key: "cameraIntrinsics"),
                    imageSize: try size.map { (s) throws(RecordingFailure) in
                        .init(
                            width: try s.required("width", try s.number("width", in: .positive)),
                            height: try s.required("height", try s.number("height", in: .positive)))
                    }, light: light.map { .init(ambientIntensity: $0, ambientColorTemperature: nil) }, place: place))
            if frame.value("ARPointCloud") != nil { hasPoints = true }
        }
        if hasPoints { session.notes.append("its feature points were not taken over") }
        return session
    }

    /// The time, which some versions write as text.
    private static func time(_ frame: Fields) throws(RecordingFailure) -> SourceTime {
        let value = try frame.required("timeStamp", frame.value("timeStamp"))
        let time: SourceTime? =
            switch value {
            case .number(let seconds): SourceTime(seconds: seconds)
            case .string(let text): SourceTime(text, unit: .seconds)
            default: nil
            }
        guard let time else { throw frame.wrong("timeStamp", expected: "seconds", found: value.found) }
        return time
    }
}
