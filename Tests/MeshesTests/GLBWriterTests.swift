import Foundation
import Spaces
import Testing

@testable import Meshes

/// A GLB file taken apart by hand: nothing of the writer is used.
private struct GLBFile {
    let json: [String: Any]
    let buffer: [UInt8]

    init(path: String) throws {
        var reader = try ByteReader(path: path)
        #expect(reader.text(4) == "glTF")
        #expect(reader.number(UInt32.self) == 2)
        #expect(Int(reader.number(UInt32.self)) == reader.bytes.count)
        let length = Int(reader.number(UInt32.self))
        #expect(length % 4 == 0)
        #expect(reader.text(4) == "JSON")
        let text = reader.text(length)
        json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let rest = Int(reader.number(UInt32.self))
        #expect(reader.text(4) == "BIN\0")
        #expect(reader.at + rest == reader.bytes.count && rest % 4 == 0)
        buffer = Array(reader.bytes[reader.at...])
    }

    func list(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }

    /// The numbers of an accessor, one list for each element.
    func numbers(_ accessor: Int) throws -> [[Double]] {
        let entry = list("accessors")[accessor]
        let view = list("bufferViews")[try #require(entry["bufferView"] as? Int)]
        let width = try #require(["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4][entry["type"] as? String ?? ""])
        let count = try #require(entry["count"] as? Int)
        let type = try #require(entry["componentType"] as? Int)
        var reader = ByteReader(buffer)
        reader.at = try #require(view["byteOffset"] as? Int)
        #expect(reader.at % 4 == 0)
        let start = reader.at
        let numbers = (0..<count).map { _ in
            (0..<width).map { _ in
                switch type {
                case 5126: reader.float()
                case 5125: Double(reader.number(UInt32.self))
                default: Double(reader.number(UInt16.self)) / 65535
                }
            }
        }
        #expect(reader.at - start == view["byteLength"] as? Int)
        return numbers
    }
}

@Suite("GLB files")
struct GLBWriterTests {
    @Test("Objects are nodes in their places; accessors hold what they say")
    func nodes() throws {
        let folder = try Folder()
        let path = folder.path + "/a.glb"
        let counts = try MeshFormat.glb.write(SampleScenes.twoStrokes(), to: path)
        let file = try GLBFile(path: path)
        let nodes = file.list("nodes")
        #expect(nodes.map { $0["name"] as? String } == ["first \"stroke\"", "first \"stroke\"_line", "second"])
        #expect(counts.lineSegments == 1)
        var triangles: [[SIMD3<Double>]] = []
        for (index, node) in nodes.enumerated() {
            let move = try #require(node["translation"] as? [Double])
            let mesh = file.list("meshes")[try #require(node["mesh"] as? Int)]
            let primitives = try #require(mesh["primitives"] as? [[String: Any]])
            #expect(primitives.count == 1)
            let attributes = try #require(primitives[0]["attributes"] as? [String: Int])
            let position = try #require(attributes["POSITION"])
            let points = try file.numbers(position)
            let accessor = file.list("accessors")[position]
            // Foundation reads the last digit of a decimal a little off; the floats are the same.
            for axis in 0..<3 {
                #expect(Float((accessor["min"] as? [Double])?[axis] ?? .nan) == points.map { Float($0[axis]) }.min())
                #expect(Float((accessor["max"] as? [Double])?[axis] ?? .nan) == points.map { Float($0[axis]) }.max())
            }
            guard index != 1 else {
                #expect(primitives[0]["mode"] as? Int == 3)
                #expect(points.count == 2)
                continue
            }
            #expect(primitives[0]["mode"] as? Int == 4)
            let corners = try file.numbers(try #require(primitives[0]["indices"] as? Int)).map { Int($0[0]) }
            let world = points.map { SIMD3($0[0] + move[0], $0[1] + move[1], $0[2] + move[2]) }
            for start in stride(from: 0, to: corners.count, by: 3) {
                triangles.append((0..<3).map { world[corners[start + $0]] })
            }
            let times = try file.numbers(try #require(attributes["_TIME"])).map { $0[0] }
            if index == 0 {
                #expect(times == Array(repeating: 1.5, count: 16) + Array(repeating: 2.25, count: 16))
                #expect(Set(attributes.keys) == ["POSITION", "_TIME"])
            } else {
                // Each of the four corners belongs to three faces with normals of their own.
                #expect(points.count == 12 && Set(times) == [0, 1, 2, 3])
                #expect(Set(attributes.keys) == ["POSITION", "NORMAL", "TEXCOORD_0", "_TIME"])
                let normals = try file.numbers(try #require(attributes["NORMAL"]))
                #expect(normals.allSatisfy { abs($0[0] * $0[0] + $0[1] * $0[1] + $0[2] * $0[2] - 1) < 1e-6 })
                // v goes down in glTF.
                let places = try file.numbers(try #require(attributes["TEXCOORD_0"]))
                #expect(Set(places) == [[0, 1], [1, 1], [0, 0], [0.5, 0.5]])
            }
        }
        let box = try ChamferedBox(height: 0.002).volume
        #expect(abs(volume(Array(triangles.prefix(56))) / (2 * box) - 1) < 1e-5)
        #expect(abs(volume(Array(triangles.suffix(4))) * 6 - 1) < 1e-6)
    }

    @Test("Materials have linear colours, textures and no light where that is asked for")
    func materials() throws {
        let folder = try Folder()
        try MeshFormat.glb.write(SampleScenes.twoStrokes(), to: folder.path + "/a.glb")
        let file = try GLBFile(path: folder.path + "/a.glb")
        let materials = file.list("materials")
        #expect(materials.map { $0["name"] as? String } == ["oak", "oak line", "plank"])
        let oak = try #require(materials[0]["pbrMetallicRoughness"] as? [String: Any])
        let colour = try #require(oak["baseColorFactor"] as? [Double])
        // sRGB 0.5 and 0.25, by the formula of IEC 61966-2-1.
        for (part, wanted) in zip(colour, [0.214041, 0.050876, 1, 1]) { #expect(abs(part - wanted) < 1e-6) }
        #expect(materials[0]["extensions"] == nil)
        #expect((materials[2]["extensions"] as? [String: Any])?["KHR_materials_unlit"] != nil)
        #expect(file.json["extensionsUsed"] as? [String] == ["KHR_materials_unlit"])
        let image = file.list("images")[0]
        #expect(image["mimeType"] as? String == "image/png")
        let view = file.list("bufferViews")[try #require(image["bufferView"] as? Int)]
        var reader = ByteReader(file.buffer)
        reader.at = try #require(view["byteOffset"] as? Int)
        #expect(reader.text(try #require(view["byteLength"] as? Int)) == "not really a picture")
    }

    @Test("Places a kilometre away keep their shape")
    func far() throws {
        let folder = try Folder()
        let box = try ChamferedBox(height: 0.02)
        let run = BoxRun(
            box: box, worldFromPlane: .identity, places: [WorldPoint(x: 1000, y: 0, z: -2000)],
            colours: [Colour(red: 1, green: 0, blue: 0)])
        let scene = MeshScene(
            materials: [SampleScenes.oak], objects: [.init(name: "a", material: "oak", parts: [.boxes(run)])])
        try MeshFormat.glb.write(scene, to: folder.path + "/a.glb")
        let file = try GLBFile(path: folder.path + "/a.glb")
        let attributes = try #require(
            (file.list("meshes")[0]["primitives"] as? [[String: Any]])?[0]["attributes"] as? [String: Int])
        let xs = try file.numbers(try #require(attributes["POSITION"])).map { $0[0] }
        #expect(abs((xs.max() ?? 0) - 0.0015) < 1e-9 && abs((xs.min() ?? 0) + 0.0015) < 1e-9)
        // The corners bring the colour, and the material must not tint it.
        #expect(try file.numbers(try #require(attributes["COLOR_0"])).allSatisfy { $0 == [1, 0, 0, 1] })
        let look = file.list("materials")[0]["pbrMetallicRoughness"] as? [String: Any]
        #expect(look?["baseColorFactor"] as? [Double] == [1, 1, 1, 1])
    }
}
