import Glibc
import Spaces

// The JSON file that describes a plain film.

extension VideoDescription {
    /// Reads a description.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - needsPlace: whether it must say where the camera stands; otherwise a camera that it says nothing about stands at the origin.
    /// - Throws: ``RecordingFailure`` with file and key.
    public init(opening path: String, needsPlace: Bool = true) throws(RecordingFailure) {
        try self.init(text: readWhole(path, upTo: 1 << 20), path: path, needsPlace: needsPlace)
    }

    init(text: [UInt8], path: String, needsPlace: Bool = true) throws(RecordingFailure) {
        let fields = try Fields(text, place: .init(path))
        func number(_ key: String, _ range: NumberRange) throws(RecordingFailure) -> Double {
            try fields.required(key, try fields.number(key, in: range))
        }
        let basis = try PoseBasis(fields, isNeeded: needsPlace)
        let planes = try fields.list("planes")?.map { (plane) throws(RecordingFailure) in
            try PlaneAnchorRecord(imported: plane, basis: basis)
        }
        var names: Set<String> = []
        for plane in planes ?? [] where !names.insert(plane.id).inserted {
            throw fields.failure("planes", "two planes are called \"\(shortened(plane.id))\"")
        }
        let sizes = ["width", "height"]
        self.init(
            name: try fields.text("name"), source: try fields.text("source"), license: try fields.text("license"),
            intrinsics: .init(
                fx: try number("fx", .positive), fy: try number("fy", .positive), cx: try number("cx", .pixels),
                cy: try number("cy", .pixels)),
            distortion: try fields.fields("distortion").map { (d) throws(RecordingFailure) in try LensDistortion(d) },
            imageSize: try fields.numbers("image_size", sizes, in: .positive).map { .init(width: $0[0], height: $0[1]) },
            worldFromCamera: basis.worldFromCamera, planes: planes ?? [Self.table],
            viewportSize: try fields.numbers("viewport_size", sizes, in: .positive).map { .init(width: $0[0], height: $0[1]) },
            orientation: try fields.word("orientation", InterfaceOrientation.self) ?? .landscapeRight,
            framesPerSecond: try fields.number("fps", in: .positive),
            tipOffset: try fields.numbers("tip_offset", ["dx", "dy"], in: .pixels).map { .init(dx: $0[0], dy: $0[1]) })
    }
}

/// The camera's pose, and how points given in its terms become points of the world.
private struct PoseBasis {
    var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>
    /// Where x, y and z of the given points go in the world.
    var axes: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    /// Metres in one unit of the given points.
    var unit: Double

    private init(
        worldFromCamera: RigidTransform<CameraSpace, WorldSpace>,
        axes: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) = ([1, 0, 0], [0, 1, 0], [0, 0, 1]), unit: Double = 1
    ) {
        self.worldFromCamera = worldFromCamera
        self.axes = axes
        self.unit = unit
    }

    init(_ fields: Fields, isNeeded: Bool) throws(RecordingFailure) {
        let ways = ["world_from_camera", "camera_above_table", "board"]
        let given = ways.filter { fields.value($0) != nil }
        if given.isEmpty, !isNeeded {
            self.init(worldFromCamera: .identity)
            return
        }
        guard given.count == 1 else {
            throw fields.place.failure(
                given.isEmpty ? "the place of the camera is missing" : "the place of the camera is given more than once",
                cure: "give one of \(alternatives(ways))")
        }
        if let pose: RigidTransform<CameraSpace, WorldSpace> = try fields.pose("world_from_camera") {
            self.init(worldFromCamera: pose)
        } else if let table = try fields.fields("camera_above_table") {
            let height = try table.required("height", try table.number("height", in: .positive))
            let angle = NumberRange(words: "radians between -3.15 and 3.15") { abs($0) <= 3.15 }
            let angles = EulerAngles(
                pitch: -(try table.required("tilt", try table.number("tilt", in: angle))), yaw: 0,
                roll: try table.number("roll", in: angle) ?? 0)
            self.init(worldFromCamera: .init(eulerAngles: angles, translation: [0, height, 0]))
        } else {
            let board = try fields.required("board", try fields.fields("board"))
            try self.init(board: board)
        }
    }

    /// OpenCV's board pose: a board point X appears at R·X + T in a camera with x right, y down, z forward.
    private init(board: Fields) throws(RecordingFailure) {
        let rows = try board.required("rotation", try board.table("rotation", ["", "", ""]))
        let t = try board.required("translation", try board.numbers("translation", ["x", "y", "z"], in: .metres))
        let unit = try board.number("unit", in: .positive) ?? 1
        let up = try board.word("up", Up.self) ?? .minusZ
        guard rows.count == 3 else {
            throw board.wrong("rotation", expected: "three rows of three numbers", found: "\(rows.count) rows")
        }
        // The board's axes and the world's: y up, x kept, right-handed.
        let axes: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) =
            up == .minusZ ? ([1, 0, 0], [0, 0, 1], [0, -1, 0]) : ([1, 0, 0], [0, 0, -1], [0, 1, 0])
        // Columns of R with y and z turned round: where the board's axes point in the camera of ARKit.
        func column(_ j: Int) -> SIMD3<Double> { .init(rows[0][j], -rows[1][j], -rows[2][j]) }
        // The world's y is −z or z of the board, its z is y or −y.
        let sign = up == .minusZ ? 1.0 : -1.0
        let cameraFromWorld = RigidTransform<WorldSpace, CameraSpace>(
            xAxis: column(0), yAxis: column(2) * -sign, zAxis: column(1) * sign,
            translation: SIMD3(t[0], -t[1], -t[2]) * unit)
        guard cameraFromWorld.rigidityError < 1e-3 else {
            throw board.failure("rotation", "the matrix is not a rotation")
        }
        self.init(worldFromCamera: cameraFromWorld.inverse, axes: axes, unit: unit)
    }

    private enum Up: String, CaseIterable {
        case minusZ = "-z"
        case z = "z"
    }

    func direction(_ v: [Double]) -> SIMD3<Double> { axes.0 * v[0] + axes.1 * v[1] + axes.2 * v[2] }
}

extension PlaneAnchorRecord {
    fileprivate init(imported fields: Fields, basis: PoseBasis) throws(RecordingFailure) {
        let id = try fields.required("id", try fields.text("id"))
        let extent = try fields.required("extent", try fields.numbers("extent", ["x", "z"], in: .positive))
        let pose: RigidTransform<AnchorSpace, WorldSpace>
        if let given: RigidTransform<AnchorSpace, WorldSpace> = try fields.pose("world_from_anchor") {
            pose = given
        } else {
            let point = try fields.required(
                "point", try fields.numbers("point", ["x", "y", "z"], in: .metres), cure: "or give world_from_anchor")
            let given = try fields.required("normal", try fields.numbers("normal", ["x", "y", "z"], in: .metres))
            let origin = basis.direction(point) * basis.unit
            var normal = WorldVector(basis.direction(given)).normalized
            guard normal.length > 0.5 else { throw fields.failure("normal", "has length 0") }
            // The side that is seen is the upper one.
            if normal.dot(basis.worldFromCamera.origin - WorldPoint(origin)) < 0 { normal = -normal }
            let along = abs(normal.x) < 0.9 ? WorldVector(x: 1, y: 0, z: 0) : WorldVector(x: 0, y: 0, z: -1)
            let x = (along - normal * along.dot(normal)).normalized
            pose = .init(
                xAxis: x.components, yAxis: normal.components, zAxis: x.cross(normal).components, translation: origin)
        }
        self.init(
            id: id,
            alignment: try fields.word("alignment", Alignment.self) ?? (abs(pose.yAxis.y) > 0.7 ? .horizontal : .vertical),
            worldFromAnchor: pose, extentX: extent[0], extentZ: extent[1])
    }
}
