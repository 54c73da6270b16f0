import Spaces

/// A scene of ARKitScenes: `lowres_wide.traj` with time, axis times angle, translation, **world → camera** with the axes of OpenCV;
/// one `.pincam` a picture (width height fx fy cx cy); pictures named `<scene>_<seconds>.png`, rounded to milliseconds.
///
/// Source: apple/ARKitScenes, `DATA.md` and `tenFpsDataLoader.py`.
enum ARKitScenesImporter: SourceImporter {
    /// How far a pose may be from its picture: the loader of the data set takes as much.
    static let reach = 0.005
    /// How far apart, in seconds, the times of one frame are in the trajectory and in names, which have milliseconds.
    static let rounding = 0.0015

    static func evidence(in source: ImportSource) -> String? {
        guard let name = source.names(suffix: ".traj").first, source.files.contains(where: { $0.hasSuffix(".pincam") }) else {
            return nil
        }
        return "\(name) and .pincam files"
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        guard let traj = source.names(suffix: ".traj").first else {
            throw RecordingFailure(path: source.path, problem: "there is no .traj file in it")
        }
        let (track, warnings) = try track(source.file(traj))
        // The folder with the most pixels comes first.
        guard
            let camera = ["wide", "vga_wide", "lowres_wide"].first(where: { name in
                source.files.contains { $0.hasPrefix(name + "_intrinsics/") }
            })
        else {
            throw RecordingFailure(path: source.path, problem: "there is no folder *_intrinsics with .pincam files in it")
        }
        let pictures = timed(source.files.filter { $0.hasPrefix(camera + "/") && isPicture($0) })
        let intrinsics = timed(source.files.filter { $0.hasPrefix(camera + "_intrinsics/") && $0.hasSuffix(".pincam") })
        var session = ImportedSession(
            frames: [], clock: "seconds since the device started", worldAlignment: ImportLayout.arKitScenes.worldAlignment)
        session.warnings = warnings
        var without = 0
        // Without pictures the intrinsics tell when the frames were.
        for (time, name) in pictures.isEmpty ? intrinsics : pictures {
            guard let pose = track.pose(at: time, reach: reach, rounding: rounding) else {
                without += 1
                continue
            }
            guard let file = nearest(to: time, in: intrinsics) else {
                throw RecordingFailure(
                    path: source.file(name), problem: "there is no .pincam file of its time in \(camera)_intrinsics")
            }
            let (size, k) = try pincam(source.file(file))
            session.frames.append(
                ImportedFrame(
                    time: pose.time, picture: pictures.isEmpty ? nil : .file(name),
                    worldFromCamera: .init(
                        rotation: pose.rotation, translation: pose.translation, axes: .openCV, meaning: .worldToCamera),
                    intrinsics: k, imageSize: size, place: Place(source.file(file))))
        }
        if without > 0 {
            session.warnings.append(
                "\(counted(without, "picture")) without a pose within \(numberText(reach * 1000)) ms in \(traj) left out")
        }
        if source.files.contains(where: { $0.contains("depth/") }) { session.notes.append(depthNote) }
        return session
    }

    private static func track(_ path: String) throws -> (PoseTrack, [String]) {
        var table = try TextTable(path, columns: ["timestamp", "ax", "ay", "az", "tx", "ty", "tz"])
        var samples: [PoseTrack.Sample] = []
        try table.forEach { row in
            let v = try row.numbers(1..<7)
            samples.append(
                .init(
                    time: try row.time(0), rotation: .init(axisAngle: [v[0], v[1], v[2]]), translation: [v[3], v[4], v[5]]))
        }
        let (track, dropped) = PoseTrack.make(samples)
        let late = dropped == 0 ? [] : ["\(path): \(counted(dropped, "pose")) whose time goes back left out"]
        return (track, table.warnings + late)
    }

    /// Files by the time in their names.
    private static func timed(_ names: [String]) -> [(time: SourceTime, name: String)] {
        names.compactMap { name in
            guard let dot = name.lastIndex(of: "."), let mark = name.lastIndex(of: "_"), mark < dot,
                let time = SourceTime(name[name.index(after: mark)..<dot], unit: .seconds)
            else { return nil }
            return (time, name)
        }.sorted { $0.time < $1.time }
    }

    private static func nearest(to time: SourceTime, in files: [(time: SourceTime, name: String)]) -> String? {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].time < time { low = middle + 1 } else { high = middle }
        }
        let near = files[max(0, low - 1)..<min(files.count, low + 1)]
        func distance(_ file: (time: SourceTime, name: String)) -> Int64 {
            abs(file.time.nanoseconds - time.nanoseconds)
        }
        return near.min { distance($0) < distance($1) }.flatMap { Double(distance($0)) / 1e9 <= rounding ? $0.name : nil }
    }

    private static func pincam(_ path: String) throws -> (PixelSize, Intrinsics) {
        var table = try TextTable(path, columns: ["width", "height", "fx", "fy", "cx", "cy"])
        guard let row = try table.next() else { throw Place(path).failure("the file is empty") }
        let v = try row.numbers(0..<6)
        guard v[0] >= 1, v[1] >= 1, v[2] > 0, v[3] > 0 else {
            throw row.place.failure("expected width height fx fy cx cy, all greater than 0")
        }
        return (.init(width: v[0], height: v[1]), .init(fx: v[2], fy: v[3], cx: v[4], cy: v[5]))
    }
}
