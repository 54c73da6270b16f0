import Spaces

/// A sequence of 7-Scenes: a picture and a pose of four rows a frame, camera → world with the axes of OpenCV; no times.
///
/// The files are named as the data set does (`frame-000000.color.png`), or with `.jpg`.
enum SevenScenesImporter: SourceImporter {
    static func evidence(in source: ImportSource) -> String? {
        source.names(prefix: "frame-", suffix: ".pose.txt").first.map { "\($0) and its like" }
    }

    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession {
        let rate = settings.framesPerSecond ?? 30
        var k: Intrinsics?
        if source.has("camera-intrinsics.txt") {
            let path = source.file("camera-intrinsics.txt")
            k = try intrinsics(ofRows: try matrix(path, columns: 3), Place(path))
        }
        var session = ImportedSession(
            frames: [], clock: "counted at the frame rate", worldAlignment: ImportLayout.sevenScenes.worldAlignment)
        for name in source.names(prefix: "frame-", suffix: ".pose.txt") {
            let stem = name.dropLast(".pose.txt".count)
            guard let number = Int(stem.dropFirst("frame-".count)), let time = SourceTime(seconds: Double(number) / rate) else {
                throw RecordingFailure(path: source.file(name), problem: "expected a number after frame- in the name")
            }
            let place = Place(source.file(name))
            let rows = try matrix(place.path, columns: 4).map { $0 }
            // The last row is 0 0 0 1, and 0 0 0 0 in some copies.
            let picture = [".color.png", ".color.jpg"].map { stem + $0 }.first { source.has($0) }
            session.frames.append(
                ImportedFrame(
                    time: time, picture: picture.map { .file($0) },
                    worldFromCamera: try .init(rows: Array(rows.prefix(3)), axes: .openCV, place: place), intrinsics: k,
                    imageSize: nil, place: place))
        }
        session.notes.append(
            "there are no times in it: its numbers were counted at \(numberText(rate)) frames a second (--fps)")
        if source.files.contains(where: { $0.hasSuffix(".depth.png") }) { session.notes.append(depthNote) }
        return session
    }

    private static func matrix(_ path: String, columns: Int) throws -> [[Double]] {
        var table = try TextTable(path, columns: (1...columns).map(String.init))
        var rows: [[Double]] = []
        while let row = try table.next() { rows.append(try row.numbers(0..<columns)) }
        guard rows.count >= 3 else { throw Place(path).failure("expected a matrix of at least 3 rows, found \(rows.count)") }
        return rows
    }
}
