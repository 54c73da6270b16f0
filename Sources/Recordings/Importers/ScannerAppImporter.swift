import Spaces

/// 3D Scanner App, "all data": `frame_NNNNN.json` a frame with cameraPoseARFrame (16 numbers row by row, camera → world, axes of
/// ARKit), intrinsics (9, row by row), projectionMatrix and time, and `frame_NNNNN.jpg` beside it.
///
/// Source: laanlabs/3dScannerApp_samples.
enum ScannerAppImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? {
        guard let first = source.names(prefix: "frame_", suffix: ".json").first,
            source.beginning(of: first).contains("cameraPoseARFrame")
        else { return nil }
        return "\(first) with cameraPoseARFrame"
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        var session = ImportedSession(
            frames: [], clock: "seconds since the device started", worldAlignment: ImportLayout.scannerApp.worldAlignment)
        session.isUnordered = true
        var hasPlace = false
        for name in source.names(prefix: "frame_", suffix: ".json") {
            let data = try source.json(name)
            let pose = try data.required(
                "cameraPoseARFrame", try data.flatRows("cameraPoseARFrame", columns: 4, rows: 3...4))
            let k = try data.required("intrinsics", try data.flatRows("intrinsics", columns: 3, rows: 3...3))
            guard let time = SourceTime(seconds: try data.required("time", try data.number("time"))) else {
                throw data.failure("time", "is no time")
            }
            let camera = try intrinsics(ofRows: k, data.place, key: "intrinsics")
            let stem = name.dropLast(".json".count)
            let picture = [".jpg", ".jpeg", ".png"].map { stem + $0 }.first { source.has($0) } ?? stem + ".jpg"
            session.frames.append(
                ImportedFrame(
                    time: time, picture: .file(picture),
                    worldFromCamera: try .init(rows: pose, axes: .arKit, place: data.place, key: "cameraPoseARFrame"),
                    intrinsics: camera, imageSize: try size(data, camera),
                    exposure: try data.number("exposureDuration", in: .positive).map { .init(duration: $0, offset: nil) },
                    place: data.place))
            if data.value("latitude") != nil { hasPlace = true }
        }
        if source.names(prefix: "depth_", suffix: ".png").first != nil { session.notes.append(depthNote) }
        if hasPlace { session.notes.append("the place on Earth (GPS) was not taken over") }
        return session
    }

    /// The picture's size, which the projection gives away: m00 = 2 fx / width, m11 = 2 fy / height; nil without it.
    private static func size(_ data: Fields, _ k: Intrinsics) throws(RecordingFailure) -> PixelSize? {
        guard let m = try data.flatRows("projectionMatrix", columns: 4, rows: 4...4), m[0][0] > 0, m[1][1] > 0 else {
            return nil
        }
        return .init(width: (2 * k.fx / m[0][0]).rounded(), height: (2 * k.fy / m[1][1]).rounded())
    }
}
