import Files
import Foundation
import Spaces
import Testing

@testable import Meshes

private let wood = Material(name: "wood", colour: Colour(red: 0.7, green: 0.45, blue: 0.2))

/// A plane turned about y, as planes of a table are.
private func turned(_ angle: Double) -> RigidTransform<AnchorSpace, WorldSpace> {
    .init(xAxis: [cos(angle), 0, -sin(angle)], yAxis: [0, 1, 0], zAxis: [sin(angle), 0, cos(angle)], translation: [9, 9, 9])
}

/// A stroke of boxes in a row, with its line.
private func stroke(_ name: String, points: Int, height: Double = 0.00001, angle: Double = 0.3) throws -> MeshObject {
    let places = (0..<points).map { WorldPoint(x: Double($0) * 0.002 - 0.1, y: -0.41, z: 0.05 * sin(Double($0) / 20)) }
    let run = BoxRun(box: try ChamferedBox(height: height), worldFromPlane: turned(angle), places: places)
    return MeshObject(name: name, material: "wood", parts: [.boxes(run), .polyline(places)])
}

@Suite("OBJ files")
struct OBJWriterTests {
    @Test("A point and a line are written as the golden says")
    func golden() throws {
        let folder = try Folder()
        let box = try ChamferedBox(height: 0.002)
        let run = BoxRun(box: box, worldFromPlane: .identity, places: [.init(x: 0.1, y: -0.4, z: -0.25)])
        let line: [WorldPoint] = [.init(x: 0.1, y: -0.4, z: -0.25), .init(x: 0.2, y: -0.4, z: -0.25)]
        let scene = MeshScene(
            materials: [wood], objects: [.init(name: "stroke_1", material: "wood", parts: [.boxes(run), .polyline(line)])])
        let counts = try OBJWriter.write(scene, to: folder.path + "/a.obj", comments: ["made by a test"])
        let text = try String(contentsOfFile: folder.path + "/a.obj", encoding: .utf8)
        try expectGolden(text, "point-and-line.obj.txt")
        try expectGolden(String(contentsOfFile: folder.path + "/a.mtl", encoding: .utf8), "point-and-line.mtl.txt")
        #expect(folder.names == ["a.mtl", "a.obj"])
        #expect(counts.bytes == text.utf8.count)
    }

    @Test("What is read back is what was counted, closed and with the right normals", arguments: [0.00001, 0.0001, 0.002, 0.03])
    func roundTrip(_ height: Double) throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        let scene = MeshScene(
            materials: [wood], objects: [try stroke("stroke_1", points: 300, height: height), try stroke("stroke_2", points: 2)])
        let counts = try OBJWriter.write(scene, to: path)
        let read = try OBJText(path: path)
        #expect(read.objects == ["stroke_1", "stroke_2"])
        #expect(read.positions.count == counts.vertices)
        #expect(read.normals.count == counts.normals)
        #expect(read.faces.count == counts.faces)
        #expect(read.segments.count == counts.lineSegments)
        #expect(counts.lineSegments == 299 + 1)
        #expect(counts.normals <= 26 + 8, "normals are shared by all boxes that stand alike")
        #expect(Set(read.colours) == [SIMD3(0.7, 0.45, 0.2)])
        // Coordinates in steps of a nanometre tilt the facets of the flattest box, 7 µm wide, by less than 1 : 5000.
        #expect(read.worstNormal > 1 - 1e-7)
        var edges: [SIMD2<Int>: Int] = [:]
        for face in read.faces {
            #expect(face.count == 3)
            for i in 0..<3 { edges[SIMD2(face[i].x, face[(i + 1) % 3].x), default: 0] += 1 }
        }
        #expect(edges.allSatisfy { $0.value == 1 && edges[SIMD2($0.key.y, $0.key.x)] == 1 })
    }

    @Test("Boxes stand on their plane, turned as it is, at their place")
    func place() throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        // The plane of a wall: its normal is the world's x.
        let wall = RigidTransform<AnchorSpace, WorldSpace>(
            xAxis: [0, 0, -1], yAxis: [1, 0, 0], zAxis: [0, -1, 0], translation: .zero)
        let box = try ChamferedBox(height: 0.02, width: 0.003, length: 0.005)
        let run = BoxRun(box: box, worldFromPlane: wall, places: [.init(x: 1, y: 2, z: 3)])
        try OBJWriter.write(
            MeshScene(materials: [wood], objects: [.init(name: "a", material: "wood", parts: [.boxes(run)])]), to: path)
        let read = try OBJText(path: path)
        func extent(_ axis: Int) -> [Double] {
            let values = read.positions.map { $0[axis] }
            return [values.min() ?? 0, values.max() ?? 0]
        }
        #expect(extent(0) == [1, 1.02])
        #expect(extent(1) == [1.9975, 2.0025])
        #expect(extent(2) == [2.9985, 3.0015])
    }

    @Test("A thin prism keeps its volume")
    func volume() throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        let (sides, radius, height) = (8, 0.0015, 0.02)
        let corners = (0..<2 * sides).map { k in
            let angle = 2 * Double.pi * Double(k / 2) / Double(sides)
            return SIMD3(0.3 + radius * cos(angle), -0.4 + (k % 2 == 0 ? 0 : height), -0.2 - radius * sin(angle))
        }
        var triangles: [SIMD3<Int>] = []
        for side in 0..<sides {
            let (low, next) = (2 * side, 2 * ((side + 1) % sides))
            triangles += [[low, next, next + 1], [low, next + 1, low + 1]]
            if side > 0, side < sides - 1 { triangles += [[0, next, low], [1, low + 1, next + 1]] }
        }
        let mesh = Mesh(
            positions: corners, normals: [[0, 1, 0]],
            triangles: triangles.map { Triangle(positions: .init(truncatingIfNeeded: $0), normals: .zero) })
        try OBJWriter.write(
            MeshScene(materials: [wood], objects: [.init(name: "a", material: "wood", parts: [.mesh(mesh)])]), to: path)
        let read = try OBJText(path: path)
        let middle = SIMD3(0.3, -0.4, -0.2)
        let volume = read.faces.reduce(0.0) { sum, face in
            let (a, b, c) = (
                read.positions[face[0].x] - middle, read.positions[face[1].x] - middle, read.positions[face[2].x] - middle
            )
            return sum + (a * cross(b, c)).sum() / 6
        }
        let exact = Double(sides) / 2 * radius * radius * sin(2 * Double.pi / Double(sides)) * height
        #expect(abs(volume / exact - 1) < 1e-6, "\(volume) and not \(exact)")
    }

    @Test("The same scene gives the same bytes")
    func deterministic() throws {
        let folder = try Folder()
        let scene = MeshScene(materials: [wood], objects: [try stroke("s", points: 5000)])
        try OBJWriter.write(scene, to: folder.path + "/a.obj")
        let first = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.obj"))
        try OBJWriter.write(scene, to: folder.path + "/a.obj")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.obj")) == first)
    }

    @Test("A mesh of its own keeps its colours and groups, and places may have colours")
    func coloursAndGroups() throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        let red = Colour(red: 1, green: 0, blue: 0)
        let triangle = Triangle(positions: [0, 1, 2], normals: [0, 0, 0])
        let mesh = Mesh(
            positions: [[0, 0, 0], [0, 0, 1], [1, 0, 0]], normals: [[0, 1, 0]], triangles: [triangle],
            colours: [red, red, Colour(red: 0, green: 2, blue: .nan)], groups: [.init(name: "top side", triangles: 0..<1)])
        let run = BoxRun(
            box: try ChamferedBox(), worldFromPlane: .identity, places: [.init(x: 0, y: 0, z: 0), .init(x: 1, y: 0, z: 0)],
            colours: [red, wood.colour])
        try OBJWriter.write(
            MeshScene(materials: [wood], objects: [.init(name: "a", material: "wood", parts: [.mesh(mesh), .boxes(run)])]),
            to: path)
        let read = try OBJText(path: path)
        #expect(Array(read.colours.prefix(4)) == [[1, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]])
        #expect(read.colours.last == [0.7, 0.45, 0.2])
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\ng top_side\n"))
    }

    @Test("Points of a line that are written alike are one, and one point is no line")
    func shortLines() throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        func counts(_ xs: [Double]) throws -> MeshCounts {
            let line = xs.map { WorldPoint(x: $0, y: 0, z: 0) }
            return try OBJWriter.write(
                MeshScene(materials: [wood], objects: [.init(name: "a", material: "wood", parts: [.polyline(line)])]), to: path)
        }
        #expect(try counts([]).lineSegments == 0)
        #expect(try counts([1]).vertices == 0)
        #expect(try counts([1, 1, 1 + 1e-10]).vertices == 0)
        #expect(try counts([1, 1, 2, 2, 1]).lineSegments == 2)
        let long = try counts((0..<2500).map { Double($0) })
        #expect(long.lineSegments == 2499)
        let read = try OBJText(path: path)
        #expect(read.segments == (0..<2499).map { SIMD2($0, $0 + 1) })
        #expect(read.longestLine < 8192)
    }

    @Test("Names stay one word")
    func names() throws {
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        let material = Material(name: "dark\nwood", colour: wood.colour)
        try OBJWriter.write(
            MeshScene(materials: [material], objects: [.init(name: "my stroke", material: "dark\nwood", parts: [])]), to: path,
            comments: ["two\nlines"])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasSuffix("# two lines\nmtllib a.mtl\no my_stroke\nusemtl dark_wood\n"))
    }
}

@Suite("OBJ files that cannot be written")
struct OBJWriterFailureTests {
    @Test(
        "Coordinates that are no places are refused before anything is written", arguments: [Double.nan, .infinity, -1_000_001])
    func coordinates(_ bad: Double) throws {
        let folder = try Folder()
        let point = WorldPoint(x: 0, y: bad, z: 0)
        let box = try ChamferedBox()
        let mesh = Mesh(positions: [point.coordinates], normals: [], triangles: [])
        let parts: [MeshPart] = [
            .boxes(.init(box: box, worldFromPlane: .identity, places: [.init(x: 0, y: 0, z: 0), point])), .polyline([point]),
            .mesh(mesh),
        ]
        for part in parts {
            let scene = MeshScene(materials: [wood], objects: [.init(name: "stroke_1", material: "wood", parts: [part])])
            #expect(throws: MeshFailure.self) { try OBJWriter.write(scene, to: folder.path + "/a.obj") }
            #expect(folder.names.isEmpty)
        }
    }

    @Test("Failures say what and where in one sentence")
    func words() {
        #expect(
            MeshFailure.coordinate(object: "stroke_1", index: 7, x: 0, y: .nan, z: 1).description
                == "point 7 of stroke_1 lies at (0.0, nan, 1.0) m: coordinates must be numbers of at most 1,000,000 m")
    }

    @Test("Axes that are not at right angles, and materials that are not there, are refused")
    func sceneErrors() throws {
        var skewed = turned(0)
        skewed.xAxis = [1, 0.1, 0]
        let run = BoxRun(box: try ChamferedBox(), worldFromPlane: skewed, places: [])
        let crooked = MeshScene(materials: [wood], objects: [.init(name: "a", material: "wood", parts: [.boxes(run)])])
        #expect(throws: MeshFailure.axes(object: "a")) { try crooked.validate() }
        let bare = MeshScene(materials: [], objects: [.init(name: "a", material: "wood", parts: [])])
        #expect(throws: MeshFailure.material(object: "a", name: "wood")) { try bare.validate() }
    }

    @Test("A stop in the middle leaves nothing behind, and what was there stays")
    func interruption() throws {
        struct Stop: Error {}
        let folder = try Folder()
        let path = folder.path + "/a.obj"
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        let scene = MeshScene(materials: [wood], objects: [try stroke("s", points: 20_000)])
        var seen: [Int] = []
        #expect(throws: Stop.self) {
            try OBJWriter.write(scene, to: path) { done, total in
                #expect(total == 60_000)
                seen.append(done)
                if done > 30_000 { throw Stop() }
            }
        }
        #expect(seen.count == 8)
        #expect(folder.names == ["a.obj"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("A folder that is not there is said")
    func missingFolder() throws {
        let folder = try Folder()
        #expect(throws: FileFailure.self) {
            try OBJWriter.write(.init(materials: [], objects: []), to: folder.path + "/no/a.obj")
        }
        #expect(folder.names.isEmpty)
    }

    @Test("When the materials cannot be written, the shapes do not appear either")
    func materialsBlocked() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/a.mtl", withIntermediateDirectories: false)
        #expect(throws: FileFailure.self) { try OBJWriter.write(.init(materials: [], objects: []), to: folder.path + "/a.obj") }
        #expect(folder.names == ["a.mtl"])
    }
}
