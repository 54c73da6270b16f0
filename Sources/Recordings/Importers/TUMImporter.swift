import Spaces

/// A sequence of the TUM RGB-D benchmark: `rgb.txt` (time, file) and `groundtruth.txt` (time, translation, quaternion x y z w, camera →
/// world, axes of OpenCV), each with a clock of the same epoch but times of their own.
///
/// Source: the benchmark's pages on file formats and on the intrinsic calibration of the Kinect.
enum TUMImporter: SourceImporter {
    /// How far a pose may be from its picture, as the benchmark's own tool takes it.
    static let reach = 0.02

    static func evidence(in source: ImportSource) -> String? {
        source.has("rgb.txt") && source.has("groundtruth.txt") ? "rgb.txt and groundtruth.txt" : nil
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let path = try source.required("groundtruth.txt")
        var table = try TextTable(path, columns: ["timestamp", "tx", "ty", "tz", "qx", "qy", "qz", "qw"])
        var lengths = LengthCount()
        var samples: [PoseTrack.Sample] = []
        try table.forEach { row in
            let v = try row.numbers(1..<8)
            let rotation = try lengths.unit(x: v[3], y: v[4], z: v[5], w: v[6], row.place)
            samples.append(.init(time: try row.time(0), rotation: rotation, translation: [v[0], v[1], v[2]]))
        }
        let (track, dropped) = PoseTrack.make(samples)
        let known = known(source.name)
        var session = ImportedSession(
            frames: [], clock: "seconds since 1970", worldAlignment: ImportLayout.tumRGBD.worldAlignment,
            distortion: known?.distortion)
        session.warnings = table.warnings + lengths.warnings
        if dropped > 0 { session.warnings.append("\(path): \(counted(dropped, "pose")) whose time goes back left out") }
        var pictures = try TextTable(try source.required("rgb.txt"), columns: ["timestamp", "filename"])
        var without = 0
        try pictures.forEach { row in
            let time = try row.time(0)
            guard let pose = track.pose(at: time, reach: reach) else {
                without += 1
                return
            }
            session.frames.append(
                ImportedFrame(
                    time: time, picture: .file(String(row.cells[1])),
                    worldFromCamera: .init(rotation: pose.rotation, translation: pose.translation, axes: .openCV),
                    intrinsics: known?.intrinsics, imageSize: known == nil ? nil : .init(width: 640, height: 480),
                    place: row.place))
        }
        session.warnings += pictures.warnings
        if without > 0 {
            session.warnings.append(
                "\(counted(without, "picture")) without a pose within \(numberText(reach * 1000)) ms in groundtruth.txt left out")
        }
        if let known, settings.intrinsics == nil {
            session.notes.append("the intrinsics are those that the benchmark publishes for \(known.name)")
        }
        if source.has("depth.txt") { session.notes.append(depthNote) }
        return session
    }

    /// What the benchmark publishes for its three cameras, by the name of the sequence.
    private static func known(_ name: String) -> (name: String, intrinsics: Intrinsics, distortion: LensDistortion?)? {
        if name.contains("freiburg1") {
            return (
                "freiburg1", .init(fx: 517.3, fy: 516.5, cx: 318.6, cy: 255.3),
                .init(k1: 0.2624, k2: -0.9531, p1: -0.0054, p2: 0.0026, k3: 1.1633)
            )
        }
        if name.contains("freiburg2") {
            return (
                "freiburg2", .init(fx: 520.9, fy: 521.0, cx: 325.1, cy: 249.7),
                .init(k1: 0.2312, k2: -0.7849, p1: -0.0033, p2: -0.0001, k3: 0.9172)
            )
        }
        if name.contains("freiburg3") { return ("freiburg3", .init(fx: 535.4, fy: 539.2, cx: 320.1, cy: 247.6), nil) }
        return nil
    }
}
