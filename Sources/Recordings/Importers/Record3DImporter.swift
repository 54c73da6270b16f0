import Spaces

/// Record3D: a zip archive (`.r3d`) with `metadata` and `rgbd/N.jpg`, or the export with `metadata.json` and `rgb/N.jpg`; poses
/// qx qy qz qw px py pz, camera → world with the axes of ARKit, relative to the first one; K column by column, of the first frame.
///
/// Source: marek-simonik/record3d, issues 27, 33 and 83. Depth is compressed with LZFSE and is left where it is.
enum Record3DImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? {
        for name in ["metadata", "metadata.json"] where source.has(name) {
            let text = source.beginning(of: name, 1 << 20)
            if text.contains("\"poses\""), text.contains("\"K\"") || text.contains("\"perFrameIntrinsicCoeffs\"") {
                return "\(name) with poses and intrinsics"
            }
        }
        return nil
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let name = source.has("metadata") ? "metadata" : "metadata.json"
        _ = try source.required(name)
        let data = try source.json(name)
        let poses = try data.required(
            "poses", try data.table("poses", ["qx", "qy", "qz", "qw", "px", "py", "pz"], in: .metres))
        let k = try matrix(of: data)
        let own = try perFrame(data)
        let times = try data.items("frameTimestamps").map { (_) throws(RecordingFailure) in
            try data.numberList("frameTimestamps")
        }
        let size = try size(of: data)
        let rate = try data.number("fps", in: .positive) ?? settings.framesPerSecond
        let folder = source.files.contains { $0.hasPrefix("rgbd/") } ? "rgbd" : "rgb"
        var session = ImportedSession(
            frames: [], clock: times == nil ? "counted at the frame rate" : "seconds, of a clock that is not said",
            worldAlignment: ImportLayout.record3D.worldAlignment)
        guard times != nil || rate != nil else {
            throw data.failure("frameTimestamps", "is missing, and so is fps", cure: "give --fps")
        }
        let count = try agree(poses.count, times?.count, own?.count, source, folder, data, &session)
        var lengths = LengthCount()
        for i in 0..<count {
            let p = poses[i]
            let rotation = try lengths.unit(
                x: p[0], y: p[1], z: p[2], w: p[3], Place("\(data.place.path): poses[\(i)]"))
            guard let time = SourceTime(seconds: times?[i] ?? Double(i) / (rate ?? 1)) else {
                throw data.failure("frameTimestamps[\(i)]", "is no time")
            }
            session.frames.append(
                ImportedFrame(
                    time: time, picture: .file("\(folder)/\(i).jpg"),
                    worldFromCamera: .init(rotation: rotation, translation: [p[4], p[5], p[6]], axes: .arKit),
                    intrinsics: own?[i] ?? k, imageSize: size, place: Place("\(data.place.path): frame \(i)")))
        }
        session.warnings += lengths.warnings
        if own == nil {
            session.notes.append("there are the intrinsics of the first frame alone, and they were taken for all frames")
        }
        session.notes.append(depthNote)
        return session
    }

    /// K, column by column; nil when it is not there.
    private static func matrix(of data: Fields) throws(RecordingFailure) -> Intrinsics? {
        guard let k = try data.numbers("K", Array(repeating: "", count: 9)) else { return nil }
        return try intrinsics(ofRows: (0..<3).map { row in [k[row], k[3 + row], k[6 + row]] }, data.place, key: "K")
    }

    private static func perFrame(_ data: Fields) throws(RecordingFailure) -> [Intrinsics]? {
        guard let rows = try data.table("perFrameIntrinsicCoeffs", ["fx", "fy", "cx", "cy"], in: .pixels), !rows.isEmpty else {
            return nil
        }
        if let bad = rows.firstIndex(where: { $0[0] <= 0 || $0[1] <= 0 }) {
            throw data.failure("perFrameIntrinsicCoeffs[\(bad)]", "the focal lengths must be greater than 0")
        }
        return rows.map { .init(fx: $0[0], fy: $0[1], cx: $0[2], cy: $0[3]) }
    }

    private static func size(of data: Fields) throws(RecordingFailure) -> PixelSize? {
        guard let w = try data.number("w", in: .positive), let h = try data.number("h", in: .positive) else { return nil }
        return .init(width: w, height: h)
    }

    /// The number of frames that all lists have; those that some lack are left out with a warning.
    private static func agree(
        _ poses: Int, _ times: Int?, _ own: Int?, _ source: ImportSource, _ folder: String, _ data: Fields,
        _ session: inout ImportedSession
    ) throws(RecordingFailure) -> Int {
        let pictures = source.names(in: folder, suffix: ".jpg").count
        let counts = [poses, times, own].compactMap(\.self)
        let least = counts.min() ?? 0
        if counts.contains(where: { $0 != least }) || (pictures > 0 && pictures != least) {
            let parts = [
                "\(poses) poses", times.map { "\($0) times" }, own.map { "\($0) intrinsics" }, "\(pictures) pictures",
            ]
            session.warnings.append(
                "\(data.place.path): the lists disagree on the number of frames: "
                    + parts.compactMap(\.self).joined(separator: ", ") + "; frames that lack one of them are left out")
        }
        return least
    }
}

extension Fields {
    /// A list of numbers of any length.
    func numberList(_ key: String) throws(RecordingFailure) -> [Double] {
        let count = try items(key)?.count ?? 0
        return try numbers(key, Array(repeating: "", count: count)) ?? []
    }

    /// Rows of a matrix given as one list, row by row.
    func flatRows(_ key: String, columns: Int, rows: ClosedRange<Int>) throws(RecordingFailure) -> [[Double]]? {
        guard let count = try items(key)?.count else { return nil }
        guard count % columns == 0, rows.contains(count / columns) else {
            throw wrong(key, expected: "\(columns * rows.upperBound) numbers, row by row", found: "\(count)")
        }
        let values = try numberList(key)
        return (0..<(count / columns)).map { Array(values[($0 * columns)..<(($0 + 1) * columns)]) }
    }
}
