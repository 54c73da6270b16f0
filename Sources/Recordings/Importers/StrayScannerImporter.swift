import Spaces

/// Stray Scanner: `odometry.csv` with a header (comma and blank between columns), poses camera → world with the axes of OpenCV and
/// quaternions x y z w, in ARKit's world; one camera matrix, that of the last frame; a film.
///
/// Source: strayrobots/scanner, `docs/format.md` and the code that writes it.
enum StrayScannerImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? {
        source.has("odometry.csv") && source.has("camera_matrix.csv") ? "odometry.csv and camera_matrix.csv" : nil
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let matrix = try matrix3x3(try source.required("camera_matrix.csv"))
        let path = try source.required("odometry.csv")
        let film = source.has("rgb.mp4") ? "rgb.mp4" : nil
        var table = try TextTable(
            path, header: ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"], optional: ["fx", "fy", "cx", "cy"])
        let own = ["fx", "fy", "cx", "cy"].compactMap { table.column($0) }
        var lengths = LengthCount()
        var frames: [ImportedFrame] = []
        try table.forEach { row in
            let v = try row.numbers(2..<9)
            let rotation = try lengths.unit(x: v[3], y: v[4], z: v[5], w: v[6], row.place)
            var intrinsics = matrix
            if own.count == 4 {
                intrinsics = .init(
                    fx: try row.number(own[0]), fy: try row.number(own[1]), cx: try row.number(own[2]),
                    cy: try row.number(own[3]))
            }
            frames.append(
                ImportedFrame(
                    time: try row.time(0), picture: film == nil ? nil : .filmFrame(try row.count(1)),
                    worldFromCamera: .init(rotation: rotation, translation: [v[0], v[1], v[2]], axes: .openCV),
                    intrinsics: intrinsics, imageSize: nil, place: row.place))
        }
        var session = ImportedSession(
            film: film, frames: frames, clock: "seconds since the device started",
            worldAlignment: ImportLayout.strayScanner.worldAlignment)
        session.warnings = table.warnings + lengths.warnings
        if own.count < 4 {
            session.notes.append(
                "camera_matrix.csv has the intrinsics of the last frame alone, and they were taken for all frames; "
                    + "a phone's focal length wanders by about 2 % while it focuses")
        }
        if source.files.contains(where: { $0.hasPrefix("depth/") }) { session.notes.append(depthNote) }
        if source.has("imu.csv") { session.notes.append("imu.csv was not taken over") }
        return session
    }

    /// A 3 × 3 matrix in three rows.
    private static func matrix3x3(_ path: String) throws -> Intrinsics {
        var table = try TextTable(path, columns: ["1", "2", "3"])
        var rows: [[Double]] = []
        var place = Place(path)
        while let row = try table.next() {
            rows.append(try row.numbers(0..<3))
            place = row.place
        }
        guard rows.count == 3 else { throw place.failure("expected three rows of three numbers, found \(rows.count)") }
        return try intrinsics(ofRows: rows, place)
    }
}

/// What is said where a source has depth.
let depthNote = "depth was not taken over"

/// Intrinsics from the three rows of a camera matrix.
///
/// - Throws: ``RecordingFailure`` when it is none: the focal lengths must be positive, and the zeros zero.
func intrinsics(ofRows k: [[Double]], _ place: Place, key: String? = nil) throws(RecordingFailure) -> Intrinsics {
    let isCamera =
        k.count == 3 && k.allSatisfy { $0.count == 3 } && k[0][0] > 0 && k[1][1] > 0 && abs(k[2][2] - 1) < 1e-3
        && [k[1][0], k[2][0], k[2][1]].allSatisfy { abs($0) < 1e-3 }
    guard isCamera else {
        throw place.failure(
            "expected the camera matrix fx 0 cx, 0 fy cy, 0 0 1, found \(k.flatMap(\.self).map(numberText).joined(separator: ", "))",
            key: key)
    }
    return .init(fx: k[0][0], fy: k[1][1], cx: k[0][2], cy: k[1][2])
}

/// Counts quaternions whose length was put right.
struct LengthCount {
    private var count = 0
    private var first: Place?

    mutating func unit(x: Double, y: Double, z: Double, w: Double, _ place: Place) throws(RecordingFailure) -> Quaternion {
        let (rotation, wasRounded) = try Quaternion.unit(x: x, y: y, z: z, w: w, place: place)
        if wasRounded {
            count += 1
            if first == nil { first = place }
        }
        return rotation
    }

    var warnings: [String] {
        guard let first else { return [] }
        return [
            "\(first.failure("the quaternion has not length 1")); \(counted(count, "quaternion")) brought to length 1"
        ]
    }
}
