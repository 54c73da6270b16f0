import FoundationEssentials
import Meshes
import Spaces
import TestSupport
import Testing

/// Models that come from outside.
struct ModelFileTests {
    private func put(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func surfaces(_ scene: MeshScene) -> [Mesh] {
        scene.objects.flatMap(\.parts).compactMap { if case .mesh(let mesh) = $0 { mesh } else { nil } }
    }

    @Test("An OBJ comes with its faces as triangles, its materials, and normals of length 1")
    func obj() throws {
        try withTemporaryFolder { folder in
            try put("newmtl blue\nKd 0.1 0.2 0.8\n", to: folder + "/a.mtl")
            try put(
                "mtllib a.mtl\nv 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nusemtl blue\nf 1 2 3 4\nl 1 3\n", to: folder + "/a.obj")
            let scene = try MeshScene(contentsOf: folder + "/a.obj")
            let mesh = try #require(surfaces(scene).first)
            #expect(surfaces(scene).count == 1 && mesh.triangles.count == 2)
            let xs = mesh.positions.map(\.x)
            let ys = mesh.positions.map(\.y)
            #expect(xs.min() == 0 && xs.max() == 2 && ys.min() == 0 && ys.max() == 3)
            for n in mesh.normals { #expect(abs(n.z - 1) < 1e-6) }
            let material = try #require(scene.materials.first { $0.name == scene.objects[0].material })
            #expect(material.name == "blue" && abs(material.colour.blue - 0.8) < 1e-6 && abs(material.colour.red - 0.1) < 1e-6)
        }
    }

    @Test("What this program writes it reads: the same box")
    func roundTrip() throws {
        try withTemporaryFolder { folder in
            let box = try ChamferedBox(height: 0.02, width: 0.03, length: 0.04).mesh
            let scene = MeshScene(
                materials: [.init(name: "wood", colour: .init(red: 0.5, green: 0.4, blue: 0.3))],
                objects: [.init(name: "box", material: "wood", parts: [.mesh(box)])])
            try OBJWriter.write(scene, to: folder + "/box.obj", comments: [])
            let mesh = try #require(surfaces(MeshScene(contentsOf: folder + "/box.obj")).first)
            #expect(mesh.triangles.count == box.triangles.count)
            for axis in 0..<3 {
                let found = mesh.positions.map { $0[axis] }
                let expected = box.positions.map { $0[axis] }
                #expect(abs((found.min() ?? 0) - (expected.min() ?? 1)) < 1e-6)
                #expect(abs((found.max() ?? 0) - (expected.max() ?? 1)) < 1e-6)
            }
        }
    }

    @Test("A GLB comes with its nodes where they belong, and its linear colours as they are shown")
    func glb() throws {
        try withTemporaryFolder { folder in
            var json = """
                {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[10,0,0],"scale":[2,2,2]}],\
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],\
                "materials":[{"name":"half","pbrMetallicRoughness":{"baseColorFactor":[0.5,0,1,1],"roughnessFactor":0.25}}],\
                "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],\
                "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36}]}
                """
            while json.utf8.count % 4 != 0 { json += " " }
            var bytes: [UInt8] = []
            func word(_ v: UInt32) {
                for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: v >> UInt32(shift))) }
            }
            word(0x4654_6C67)
            word(2)
            word(UInt32(12 + 8 + json.utf8.count + 8 + 36))
            word(UInt32(json.utf8.count))
            word(0x4E4F_534A)
            bytes += Array(json.utf8)
            word(36)
            word(0x004E_4942)
            for v: Float in [0, 0, 0, 1, 0, 0, 0, 1, 0] { word(v.bitPattern) }
            try Data(bytes).write(to: URL(filePath: folder + "/t.glb"))
            let scene = try MeshScene(contentsOf: folder + "/t.glb")
            let mesh = try #require(surfaces(scene).first)
            #expect(mesh.positions.map(\.x).min() == 10 && mesh.positions.map(\.x).max() == 12)
            let material = try #require(scene.materials.first { $0.name == "half" })
            // IEC 61966-2-1: 0.5 is shown as 0.7354.
            #expect(abs(material.colour.red - 0.7354) < 1e-4 && material.colour.green == 0)
            #expect(abs(material.colour.blue - 1) < 1e-9)
            #expect(abs(material.roughness - 0.25) < 1e-6)
        }
    }

    @Test("A scene that is placed is turned and moved, boxes and lines too")
    func placed() throws {
        // A quarter turn about y, and a metre up: x goes to −z.
        let place = RigidTransform<AnchorSpace, WorldSpace>(
            xAxis: [0, 0, -1], yAxis: [0, 1, 0], zAxis: [1, 0, 0], translation: [0, 1, 0])
        let box = try ChamferedBox(height: 0.02)
        let scene = MeshScene(
            materials: [.init(name: "m", colour: .init(red: 1, green: 1, blue: 1))],
            objects: [
                .init(
                    name: "o", material: "m",
                    parts: [
                        .polyline([.init(x: 1, y: 0, z: 0)]), .mesh(box.mesh),
                        .boxes(.init(box: box, worldFromPlane: .identity, places: [.init(x: 0, y: 0, z: 2)])),
                    ])
            ]
        ).placed(at: place)
        guard case .polyline(let line) = scene.objects[0].parts[0], case .mesh(let mesh) = scene.objects[0].parts[1],
            case .boxes(let run) = scene.objects[0].parts[2]
        else { return #expect(Bool(false)) }
        #expect(line == [.init(x: 0, y: 1, z: -1)])
        #expect(mesh.positions.map(\.y).min() == 1)
        #expect(run.places == [.init(x: 2, y: 1, z: 0)] && run.worldFromPlane.xAxis == [0, 0, -1])
    }

    @Test("What is no model is refused in words")
    func refusals() throws {
        try withTemporaryFolder { folder in
            try put("v 0 0 0\n", to: folder + "/points.obj")
            try put("this is no model", to: folder + "/text.glb")
            try put("", to: folder + "/empty.stl")
            try put("v 0 0 0", to: folder + "/a.blend")
            try put("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", to: folder + "/climb.obj")
            try put("newmtl m\nmap_Kd ../../secret.png\n", to: folder + "/m.mtl")
            try put("v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n", to: folder + "/far.obj")
            for (name, word) in [
                ("none.obj", "does not exist"), ("points.obj", ""), ("text.glb", "cannot be read as a model"), ("empty.stl", ""),
                ("a.blend", "a model ends in .obj, .glb"), ("climb.obj", "does not lie beside it"), ("far.obj", "1,000,000 m"),
            ] {
                do {
                    _ = try MeshScene(contentsOf: folder + "/" + name)
                    Issue.record("\(name) was read")
                } catch {
                    #expect("\(error)".contains(name) && "\(error)".contains(word), "\(name): \(error)")
                }
            }
        }
    }
}
