internal import Archives
internal import Files
internal import Spaces

// A file `.airpath`: a zip archive of `manifest.json`, `path.json` and `start.png`.

extension WalkPath {
    /// What `format` says in the manifest.
    public static let format = "airdraw-path"
    /// The versions that are read; the last one is written.
    public static let versions = 1...1
    private static let manifest = "manifest.json"
    private static let way = "path.json"
    private static let picture = "start.png"

    /// Writes the way; the file appears when it is complete.
    ///
    /// - Throws: `FileFailure` or `ArchiveFailure` when it cannot be written.
    public func write(to path: String) throws {
        let archive = try ZipWriter(path: path)
        var files = [Self.way]
        if start.picture != nil { files.append(Self.picture) }
        let members = [
            ("format", quoted(Self.format)), ("version", "\(Self.versions.upperBound)"),
            ("files", "[" + files.map(quoted).joined(separator: ",") + "]"),
        ]
        try archive.append(Self.manifest, Array((objectText(members) + "\n").utf8))
        try archive.append(Self.way, Array(text.utf8))
        if let picture = start.picture { try archive.append(Self.picture, picture) }
        try archive.finish()
    }

    /// Reads a way that ``write(to:)`` wrote.
    ///
    /// The file may come from anybody: it is copied to a place of its own first, so that nobody changes it while it is read, and
    /// its entries are looked at before any is unpacked.
    /// - Throws: ``RecordingFailure`` where it is no way of this or an older version, `ArchiveFailure` where it is damaged or cut off,
    ///   `FileFailure` where it cannot be read.
    public init(contentsOf path: String) throws {
        guard ZipArchive.isArchive(path) else {
            // What is missing or no file is said by whoever reads it.
            let size = try readFile(path, upTo: Self.mostBytes).count
            throw RecordingFailure(
                path: path, problem: size == 0 ? "the file is empty" : "it is no path file: those are zip archives",
                cure: "airdraw path record writes one")
        }
        let place = try TemporaryFolder(for: "path")
        let copy = place.file("copy.airpath")
        let file = try AtomicFile(path: copy)
        file.write(try readFile(path, upTo: Self.mostBytes))
        try file.commit()
        var limits = ArchiveLimits()
        limits.entries = 16
        limits.bytes = UInt64(Self.mostBytes)
        do {
            let archive = try ZipArchive(opening: copy, limits: limits)
            for entry in archive.entries where [Self.manifest, Self.way, Self.picture].contains(entry.name) {
                try archive.unpack(entry, into: place.path)
            }
        } catch let failure as ArchiveFailure {
            // The copy's name means nothing to anybody.
            throw ArchiveFailure(path: path, entry: failure.entry, problem: failure.problem, cure: failure.cure)
        }
        func part(_ name: String) throws -> [UInt8]? {
            guard kind(of: place.file(name)) == .file else { return nil }
            return try readFile(place.file(name), upTo: Self.mostBytes)
        }
        guard let manifest = try part(Self.manifest), let way = try part(Self.way) else {
            throw RecordingFailure(
                path: path, problem: "it holds no \(Self.manifest) and \(Self.way): it is no path file",
                cure: "airdraw path record writes one")
        }
        try Self.check(Fields(manifest, place: .init(path + "/" + Self.manifest)))
        try self.init(
            Fields(way, place: .init(path + "/" + Self.way)), picture: try part(Self.picture))
    }

    /// Most bytes of a file, and of what it unpacks to.
    private static let mostBytes = 256 << 20

    private static func check(_ fields: Fields) throws {
        let format = try fields.required("format", try fields.text("format"))
        guard format == Self.format else {
            throw fields.wrong("format", expected: "\"\(Self.format)\"", found: "\"\(shortened(format))\"")
        }
        let version = try fields.required("version", try fields.count("version"))
        guard versions.contains(version) else {
            throw fields.failure(
                "version", "this path has version \(version), and \(versions.lowerBound) to \(versions.upperBound) are read",
                cure: version > versions.upperBound ? "a newer airdraw may read it" : nil)
        }
    }

    private init(_ fields: Fields, picture: [UInt8]?) throws {
        let start = try fields.required("start", try fields.fields("start"))
        let size = try start.required("image_size", try start.numbers("image_size", ["width", "height"], in: .positive))
        let distortion = try start.fields("distortion").map { (d) throws(RecordingFailure) in try LensDistortion(d) }
        let camera = Camera(
            model: .init(
                intrinsics: .init(
                    fx: try start.required("fx", try start.number("fx", in: .positive)),
                    fy: try start.required("fy", try start.number("fy", in: .positive)),
                    cx: try start.required("cx", try start.number("cx", in: .pixels)),
                    cy: try start.required("cy", try start.number("cy", in: .pixels))),
                distortion: distortion),
            imageSize: .init(width: size[0], height: size[1]),
            worldFromCamera: try start.required("world_from_camera", try start.pose("world_from_camera")))
        let alignment = try fields.required("world_alignment", try fields.word("world_alignment", WorldAlignment.self))
        guard alignment == .gravity || alignment == .gravityAndHeading else {
            throw fields.wrong(
                "world_alignment", expected: "gravity or gravity_and_heading", found: "\"\(alignment.rawValue)\"")
        }
        let landmarks = try start.table("landmarks", ["pixel x", "pixel y", "x", "y", "z"], in: .metres) ?? []
        guard landmarks.count <= 10_000, landmarks.allSatisfy({ abs($0[0]) <= 32_768 && abs($0[1]) <= 32_768 }) else {
            throw start.failure("landmarks", "there are more than 10000, or one lies far outside of the picture")
        }
        let points = try fields.required("points", try fields.table("points", ["x", "y", "z", "time", "break"], in: .moments))
        guard !points.isEmpty else { throw fields.failure("points", "there is no point") }
        var waypoints: [Waypoint] = []
        waypoints.reserveCapacity(points.count)
        for row in points {
            let position = WorldPoint(x: row[0], y: row[1], z: row[2])
            guard NumberRange.metres.contains(row[0]), NumberRange.metres.contains(row[1]), NumberRange.metres.contains(row[2])
            else {
                throw fields.wrong("points[\(waypoints.count)]", expected: "places within 1000000 m", found: "\(position)")
            }
            // Distances follow from the points, and so cannot contradict them.
            let distance = waypoints.last.map { $0.distance + $0.position.distance(to: position) } ?? 0
            waypoints.append(.init(position: position, distance: distance, time: row[3], followsBreak: row[4] != 0))
        }
        self.init(
            name: try fields.required("name", try fields.text("name")),
            worldAlignment: alignment,
            spacing: try fields.required("spacing", try fields.number("spacing", in: .positive)),
            start: .init(
                camera: camera,
                orientation: try start.required("orientation", try start.word("orientation", InterfaceOrientation.self)),
                picture: picture,
                landmarks: landmarks.map {
                    .init(pixel: .init(x: $0[0], y: $0[1]), position: .init(x: $0[2], y: $0[3], z: $0[4]))
                }),
            waypoints: waypoints)
    }

    /// The text of `path.json`.
    private var text: String {
        let camera = start.camera
        var about: [(String, String)] = [
            ("image_size", jsonText([camera.imageSize.width, camera.imageSize.height])),
            ("fx", numberText(camera.model.intrinsics.fx)), ("fy", numberText(camera.model.intrinsics.fy)),
            ("cx", numberText(camera.model.intrinsics.cx)), ("cy", numberText(camera.model.intrinsics.cy)),
            ("world_from_camera", jsonText(camera.worldFromCamera)), ("orientation", quoted(start.orientation.rawValue)),
            (
                "landmarks",
                jsonText(start.landmarks.map { [$0.pixel.x, $0.pixel.y, $0.position.x, $0.position.y, $0.position.z] })
            ),
        ]
        if let distortion = camera.model.distortion { about.append(("distortion", distortion.text)) }
        let rows = waypoints.map { [$0.position.x, $0.position.y, $0.position.z, $0.time, $0.followsBreak ? 1 : 0] }
        return objectText([
            ("name", quoted(name)), ("world_alignment", quoted(worldAlignment.rawValue)), ("spacing", numberText(spacing)),
            ("length", numberText(length)), ("start", objectText(about)), ("points", jsonText(rows)),
        ]) + "\n"
    }
}
