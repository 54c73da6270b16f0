import Files
import Foundation
import Spaces
import Testing

@testable import Meshes

@Suite("Formats of meshes")
struct MeshFormatTests {
    @Test(
        "The ending chooses, in upper or lower case",
        arguments: [
            ("a.obj", .obj), ("b/a.b.STL", .stl), ("a.Ply", .ply), (".glb", .glb), ("a.usdz", .usdz), ("a", nil), ("a.usda", nil),
            ("glb", nil), ("a.svg", nil),
        ] as [(String, MeshFormat?)])
    func ending(_ path: String, _ wanted: MeshFormat?) { #expect(MeshFormat(path: path) == wanted) }

    @Test("What is no place is refused before anything is written", arguments: MeshFormat.allCases)
    func noPlace(_ format: MeshFormat) throws {
        let folder = try Folder()
        for y in [Double.nan, .infinity, 1e30, -1_000_001] {
            for scene in try SampleScenes.scenes(with: WorldPoint(x: 0, y: y, z: 0)) {
                #expect(throws: MeshFailure.self) { try format.write(scene, to: folder.path + "/a." + format.rawValue) }
                #expect(folder.names.isEmpty)
            }
        }
    }

    @Test("A folder that is not there is said", arguments: MeshFormat.allCases)
    func noFolder(_ format: MeshFormat) throws {
        let folder = try Folder()
        let scene = try SampleScenes.twoStrokes()
        #expect(throws: FileFailure.self) { try format.write(scene, to: folder.path + "/no/a." + format.rawValue) }
        #expect(folder.names.isEmpty)
    }

    @Test("A stop leaves what was there", arguments: MeshFormat.allCases)
    func interruption(_ format: MeshFormat) throws {
        struct Stop: Error {}
        let folder = try Folder()
        let path = folder.path + "/a." + format.rawValue
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        let places = (0..<20_000).map { WorldPoint(x: Double($0) * 0.003, y: 0, z: 0) }
        let run = BoxRun(box: try ChamferedBox(), worldFromPlane: .identity, places: places)
        let scene = MeshScene(
            materials: [SampleScenes.oak], objects: [.init(name: "a", material: "oak", parts: [.boxes(run)])])
        var last = 0
        #expect(throws: Stop.self) {
            try format.write(scene, to: path) { done, total in
                #expect(done > last && done <= total)
                last = done
                if 2 * done > total { throw Stop() }
            }
        }
        #expect(last > 0)
        #expect(folder.names == ["a." + format.rawValue])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test("The same scene gives the same bytes, and as many as are counted", arguments: MeshFormat.allCases)
    func deterministic(_ format: MeshFormat) throws {
        let folder = try Folder()
        let path = folder.path + "/a." + format.rawValue
        let counts = try format.write(SampleScenes.twoStrokes(), to: path, comments: ["a", "b"])
        let first = try Data(contentsOf: URL(fileURLWithPath: path))
        try format.write(SampleScenes.twoStrokes(), to: path, comments: ["a", "b"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
        #expect(counts.bytes == first.count)
        #expect(counts.objects == 2)
        // A box of 2 mm has 28 faces.
        #expect(counts.faces == 2 * 28 + 4)
    }

    @Test("A scene of nothing is a file that can be opened", arguments: MeshFormat.allCases)
    func nothing(_ format: MeshFormat) throws {
        let folder = try Folder()
        let counts = try format.write(.init(materials: [], objects: []), to: folder.path + "/a." + format.rawValue)
        #expect(counts.faces == 0 && counts.bytes > 0)
    }
}

@Suite("STL files")
struct STLWriterTests {
    @Test("Faces are in millimetres with z up, closed, and stand on z = 0")
    func faces() throws {
        let folder = try Folder()
        let path = folder.path + "/a.stl"
        try MeshFormat.stl.write(SampleScenes.twoStrokes(), to: path)
        var reader = try ByteReader(path: path)
        let head = reader.text(80)
        // The box of all reaches from (0, −0.4, −0.50 − 1.5 mm) to (1, 1, 1).
        #expect(head.trimmingCharacters(in: .whitespaces) == "AirDraw, mm, z up; origin (m) 0.5 -0.4 0.24925")
        let count = Int(reader.number(UInt32.self))
        #expect(count == 60)
        #expect(reader.bytes.count == 84 + 50 * count)
        var triangles: [[SIMD3<Double>]] = []
        for _ in 0..<count {
            let normal = reader.floats()
            let t = [reader.floats(), reader.floats(), reader.floats()]
            let a = t[1] - t[0]
            let b = t[2] - t[0]
            let n = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            #expect((n * normal).sum() / (n * n).sum().squareRoot() > 0.9999)
            #expect(reader.number(UInt16.self) == 0)
            triangles.append(t)
        }
        let corners = triangles.flatMap { $0 }
        #expect(corners.map(\.z).min() == 0)
        #expect(corners.map(\.z).max() == 1400)
        #expect(corners.map(\.x).min() == -500 && corners.map(\.x).max() == 500)
        let box = try ChamferedBox(height: 0.002).volume
        // The tetrahedron has 1/6 m³, beside which the boxes are small: they are looked at alone.
        #expect(abs(volume(Array(triangles.suffix(4))) / (1e9 / 6) - 1) < 1e-6)
        #expect(abs(volume(Array(triangles.prefix(56))) / (2e9 * box) - 1) < 1e-2)
    }
}

@Suite("Scenes as PLY")
struct PLYSceneWriterTests {
    @Test("Corners have a colour, a place on the texture, a time and the number of their object")
    func corners() throws {
        let folder = try Folder()
        let path = folder.path + "/a.ply"
        try MeshFormat.ply.write(SampleScenes.twoStrokes(), to: path, comments: ["two\nlines"])
        var reader = try ByteReader(path: path)
        let head = """
            ply
            format binary_little_endian 1.0
            comment AirDraw mesh. Unit: metre. Axes: right-handed, y up.
            comment two lines
            comment object 0 first_"stroke"
            comment object 1 second
            element vertex 36
            property double x
            property double y
            property double z
            property uchar red
            property uchar green
            property uchar blue
            property float s
            property float t
            property double time
            property int object
            element face 60
            property list uchar int vertex_indices
            end_header

            """
        #expect(reader.text(head.utf8.count) == head)
        var positions: [SIMD3<Double>] = []
        for index in 0..<36 {
            positions.append([reader.double(), reader.double(), reader.double()])
            let colour = [reader.number(UInt8.self), reader.number(UInt8.self), reader.number(UInt8.self)]
            let place = [reader.float(), reader.float()]
            let time = reader.double()
            let object = reader.number(Int32.self)
            switch index {
            case ..<16: #expect(colour == [128, 64, 255] && time == 1.5 && object == 0 && place == [0, 0])
            case 16..<32: #expect(time == 2.25 && object == 0)
            default:
                // The texture's mean colour stands for it.
                #expect(colour == [128, 128, 128] && time == Double(index - 32) && object == 1)
                #expect(place == [[0, 0], [1, 0], [0, 1], [0.5, 0.5]][index - 32])
            }
        }
        var triangles: [[SIMD3<Double>]] = []
        for _ in 0..<60 {
            #expect(reader.number(UInt8.self) == 3)
            triangles.append((0..<3).map { _ in positions[Int(reader.number(Int32.self))] })
        }
        #expect(reader.at == reader.bytes.count)
        #expect(abs(volume(Array(triangles.prefix(28))) / (try ChamferedBox(height: 0.002).volume) - 1) < 1e-6)
        #expect(abs(volume(Array(triangles.suffix(4))) - 1.0 / 6) < 1e-12)
    }

    @Test("Where every corner has one normal, it is there")
    func normals() throws {
        let folder = try Folder()
        let mesh = Mesh(
            positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], normals: [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
            triangles: [Triangle(positions: [0, 1, 2], normals: [0, 1, 2])])
        let scene = MeshScene(
            materials: [SampleScenes.oak], objects: [.init(name: "a", material: "oak", parts: [.mesh(mesh)])])
        try MeshFormat.ply.write(scene, to: folder.path + "/a.ply")
        var reader = try ByteReader(path: folder.path + "/a.ply")
        let text = String(decoding: reader.bytes, as: UTF8.self)
        let head = try #require(text.range(of: "end_header\n"))
        #expect(text[..<head.lowerBound].contains("property float nx\nproperty float ny\nproperty float nz\nproperty uchar red"))
        #expect(!text[..<head.lowerBound].contains("time"))
        reader.at = text[..<head.upperBound].utf8.count + 24
        #expect(reader.floats() == [0, 0, 1])
    }
}
