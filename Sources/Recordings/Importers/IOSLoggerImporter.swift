import Spaces

/// ios_logger: `ARposes.txt` with seconds since 1970, translation and quaternion **w** x y z, camera → world with the axes of ARKit;
/// `Frames.txt` with time, number in the film, fx fy cx cy; the film `Frames.m4v`.
///
/// Source: PyojinKim/ios_logger, its page and its sample.
enum IOSLoggerImporter: SourceImporter {
    /// How far a pose may be from its picture; poses come at 60 Hz.
    static let reach = 0.02

    static func evidence(in source: ImportSource) -> String? {
        source.has("ARposes.txt") && source.has("Frames.txt") ? "ARposes.txt and Frames.txt" : nil
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let path = try source.required("ARposes.txt")
        var table = try TextTable(path, columns: ["time", "tx", "ty", "tz", "qw", "qx", "qy", "qz"])
        var lengths = LengthCount()
        var samples: [PoseTrack.Sample] = []
        try table.forEach { row in
            let v = try row.numbers(1..<8)
            let rotation = try lengths.unit(x: v[4], y: v[5], z: v[6], w: v[3], row.place)
            samples.append(.init(time: try row.time(0), rotation: rotation, translation: [v[0], v[1], v[2]]))
        }
        let (track, dropped) = PoseTrack.make(samples)
        let film = ["Frames.m4v", "Frames.mp4", "Frames.mov"].first { source.has($0) }
        var session = ImportedSession(
            film: film, frames: [], clock: "seconds since 1970", worldAlignment: ImportLayout.iosLogger.worldAlignment)
        session.warnings = table.warnings + lengths.warnings
        if dropped > 0 { session.warnings.append("\(path): \(counted(dropped, "pose")) whose time goes back left out") }
        var list = try TextTable(
            try source.required("Frames.txt"), columns: ["time", "frameNumber", "fx", "fy", "cx", "cy"])
        var without = 0
        try list.forEach { row in
            let time = try row.time(0)
            guard let pose = track.pose(at: time, reach: reach) else {
                without += 1
                return
            }
            let k = try row.numbers(2..<6)
            guard k[0] > 0, k[1] > 0 else { throw row.place.failure("the focal lengths must be greater than 0") }
            session.frames.append(
                ImportedFrame(
                    time: time, picture: film == nil ? nil : .filmFrame(try row.count(1)),
                    worldFromCamera: .init(rotation: pose.rotation, translation: pose.translation, axes: .arKit),
                    intrinsics: .init(fx: k[0], fy: k[1], cx: k[2], cy: k[3]), imageSize: nil, place: row.place))
        }
        session.warnings += list.warnings
        if without > 0 {
            session.warnings.append(
                "\(counted(without, "picture")) without a pose within \(numberText(reach * 1000)) ms in ARposes.txt left out")
        }
        session.notes.append("motion, heading and place on Earth were not taken over")
        return session
    }
}
