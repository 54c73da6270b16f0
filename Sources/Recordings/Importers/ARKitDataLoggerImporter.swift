import Spaces

/// ARKit-Data-Logger: `ARKit_camera_pose.txt` with nanoseconds since the device started and a 3 × 4 matrix row by row, camera → world
/// with the axes of ARKit.
///
/// It has neither pictures nor intrinsics.
/// Source: PyojinKim/ARKit-Data-Logger, its page and its samples.
enum ARKitDataLoggerImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? { file(source) }

    private static func file(_ source: ImportSource) -> String? {
        if let chosen = source.chosen { return chosen.hasPrefix("ARKit_camera_pose") ? chosen : nil }
        if source.has("ARKit_camera_pose.txt") { return "ARKit_camera_pose.txt" }
        let others = source.names(prefix: "ARKit_camera_pose", suffix: ".txt")
        return others.count == 1 ? others[0] : nil
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let name = file(source) ?? source.chosen ?? "ARKit_camera_pose.txt"
        let path = try source.required(name)
        let names = ["timestamp", "r11", "r12", "r13", "tx", "r21", "r22", "r23", "ty", "r31", "r32", "r33", "tz"]
        var table = try TextTable(path, columns: names)
        var session = ImportedSession(
            frames: [], clock: "nanoseconds since the device started",
            worldAlignment: ImportLayout.arKitDataLogger.worldAlignment)
        try table.forEach { row in
            let v = try row.numbers(1..<13)
            session.frames.append(
                ImportedFrame(
                    time: try row.time(0, .nanoseconds),
                    worldFromCamera: try .init(
                        rows: [Array(v[0..<4]), Array(v[4..<8]), Array(v[8..<12])], axes: .arKit, place: row.place),
                    place: row.place))
        }
        session.warnings = table.warnings
        if source.files.contains(where: { $0.contains("point_cloud") }) {
            session.notes.append("the point cloud is one for the whole session, not of its frames, and was not taken over")
        }
        let others = source.names(prefix: "ARKit_camera_pose", suffix: ".txt").filter { $0 != name }
        if source.chosen == nil, !others.isEmpty {
            session.notes.append("\(name) was read; name \(others.joined(separator: " or ")) itself to import that")
        }
        return session
    }
}
