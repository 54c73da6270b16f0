import Glibc
import Spaces

/// `transforms.json` of NeRFCapture and instant-ngp: poses camera → world with the axes of OpenGL, which are ARKit's, as four rows;
/// intrinsics for all or for each frame; pictures named with or without their ending.
///
/// NeRFCapture writes ARKit's poses as they are, with a time and intrinsics of each frame. Files of other makers have a world and a
/// unit of their own, and no times. Source: jc211/NeRFCapture, `DatasetWriter.swift`; NVlabs/instant-ngp, its documentation.
enum TransformsImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? {
        if let chosen = source.chosen { return isTransforms(chosen, source) ? chosen : nil }
        return source.has("transforms.json") ? "transforms.json" : nil
    }

    private static func isTransforms(_ name: String, _ source: ImportSource) -> Bool {
        name.hasSuffix(".json") && source.beginning(of: name, 1 << 20).contains("\"transform_matrix\"")
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let name = source.chosen ?? "transforms.json"
        _ = try source.required(name)
        let data = try source.json(name)
        let list = try data.required("frames", try data.list("frames"))
        let hasTimes = !list.isEmpty && list.allSatisfy { $0.value("timestamp") != nil }
        var session = ImportedSession(
            frames: [], clock: hasTimes ? "seconds since the device started" : "counted at the frame rate",
            worldAlignment: hasTimes ? ImportLayout.transforms.worldAlignment : .unknown, distortion: try lens(data))
        session.isUnordered = hasTimes
        let shared = try size(of: data)
        for (i, frame) in list.enumerated() {
            let rows = try frame.required(
                "transform_matrix", try frame.table("transform_matrix", ["", "", "", ""], in: .metres))
            let place = Place("\(data.place.path): frames[\(i)]")
            let seconds = try frame.number("timestamp") ?? Double(i) / (settings.framesPerSecond ?? 30)
            guard let time = SourceTime(seconds: seconds) else { throw frame.failure("timestamp", "is no time") }
            let size = try size(of: frame) ?? shared
            session.frames.append(
                ImportedFrame(
                    time: time,
                    picture: picture(try frame.required("file_path", try frame.text("file_path")), name, source),
                    worldFromCamera: try .init(
                        rows: rows, axes: .arKit, place: place, key: "transform_matrix"),
                    intrinsics: try intrinsics(frame, size) ?? intrinsics(data, size), imageSize: size, place: place))
        }
        if !hasTimes {
            session.notes.append(
                "there are no times in it: \(settings.framesPerSecond.map(numberText) ?? "30") frames a second were assumed (--fps)"
            )
            session.notes.append("its poses were taken for metres, which the file does not say")
        }
        if list.contains(where: { $0.value("depth_path") != nil }) { session.notes.append(depthNote) }
        return session
    }

    /// The path in the source of a picture that is named from the folder of the file, with or without its ending.
    private static func picture(_ path: String, _ file: String, _ source: ImportSource) -> ImportedFrame.Picture {
        var name = path
        while name.hasPrefix("./") { name.removeFirst(2) }
        let found = ["", ".png", ".jpg", ".jpeg"].map { name + $0 }.first { source.has($0) }
        return .file(found ?? name)
    }

    private static func size(of fields: Fields) throws(RecordingFailure) -> PixelSize? {
        // NeRFCapture leaves 0 where the frames say it.
        guard let w = try fields.number("w", in: .notNegative), let h = try fields.number("h", in: .notNegative), w > 0, h > 0
        else { return nil }
        return .init(width: w, height: h)
    }

    private static func intrinsics(_ fields: Fields, _ size: PixelSize?) throws(RecordingFailure) -> Intrinsics? {
        if let fx = try fields.number("fl_x", in: .positive) {
            var middle = size
            if middle == nil { middle = try centre(fields) }
            guard let middle else {
                throw fields.failure("w", "is missing, and so are cx and cy")
            }
            return .init(
                fx: fx, fy: try fields.number("fl_y", in: .positive) ?? fx,
                cx: try fields.number("cx", in: .pixels) ?? (middle.width - 1) / 2,
                cy: try fields.number("cy", in: .pixels) ?? (middle.height - 1) / 2)
        }
        guard let angle = try fields.number("camera_angle_x", in: .positive), let size, angle < 3.1 else { return nil }
        let f = size.width / 2 / tan(angle / 2)
        return .init(fx: f, fy: f, cx: (size.width - 1) / 2, cy: (size.height - 1) / 2)
    }

    /// A size whose middle is the principal point, when the file has that.
    private static func centre(_ fields: Fields) throws(RecordingFailure) -> PixelSize? {
        guard let cx = try fields.number("cx", in: .pixels), let cy = try fields.number("cy", in: .pixels) else { return nil }
        return .init(width: 2 * cx + 1, height: 2 * cy + 1)
    }

    private static func lens(_ data: Fields) throws(RecordingFailure) -> LensDistortion? {
        if try data.flag("is_fisheye") == true {
            throw data.failure("is_fisheye", "pictures of a fisheye lens are not read", cure: "straighten them first")
        }
        let lens = try LensDistortion(data)
        return lens == LensDistortion() ? nil : lens
    }
}
