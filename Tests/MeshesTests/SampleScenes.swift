import Foundation
import Spaces

@testable import Meshes

/// Scenes that several writers are tested with.
enum SampleScenes {
    static let oak = Material(name: "oak", colour: Colour(red: 0.5, green: 0.25, blue: 1))

    /// Two strokes: boxes with times and a line, and a wedge with hard edges, texture, times and colours of its own.
    static func twoStrokes() throws -> MeshScene {
        let places = [WorldPoint(x: 0.1, y: -0.4, z: -0.25), WorldPoint(x: 0.2, y: -0.4, z: -0.5)]
        let run = BoxRun(box: try ChamferedBox(height: 0.002), worldFromPlane: .identity, places: places, times: [1.5, 2.25])
        let texture = Texture(
            name: "grain.png", bytes: Array("not really a picture".utf8), mean: Colour(red: 0.5, green: 0.5, blue: 0.5))
        let plank = Material(name: "plank", colour: Colour(red: 1, green: 1, blue: 1), texture: texture, isUnlit: true)
        return MeshScene(
            materials: [oak, plank],
            objects: [
                MeshObject(name: "first \"stroke\"", material: "oak", parts: [.boxes(run), .polyline(places)]),
                MeshObject(name: "second", material: "plank", parts: [.mesh(wedge())]),
            ])
    }

    /// A tetrahedron with edges of 1 m along the axes, one normal a face: volume 1/6 m³.
    static func wedge() -> Mesh {
        let faces: [SIMD3<Int32>] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
        let slant = 1 / 3.0.squareRoot()
        return Mesh(
            positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
            normals: [[0, 0, -1], [0, -1, 0], [-1, 0, 0], [slant, slant, slant]],
            triangles: faces.enumerated().map {
                Triangle(positions: $1, normals: .init(repeating: Int32($0)), textureCoordinates: $1)
            },
            textureCoordinates: [[0, 0], [1, 0], [0, 1], [0.5, 0.5]], times: [0, 1, 2, 3])
    }

    /// A scene with one point that lies somewhere, of each kind of part.
    static func scenes(with point: WorldPoint) throws -> [MeshScene] {
        let origin = WorldPoint(x: 0, y: 0, z: 0)
        let mesh = Mesh(positions: [point.coordinates], normals: [], triangles: [])
        let run = BoxRun(box: try ChamferedBox(), worldFromPlane: .identity, places: [origin, point])
        return [MeshPart.boxes(run), .polyline([origin, point]), .mesh(mesh)].map {
            MeshScene(materials: [oak], objects: [.init(name: "stroke_1", material: "oak", parts: [$0])])
        }
    }
}

/// Bytes read one after the other, the lowest first.
struct ByteReader {
    let bytes: [UInt8]
    var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(path: String) throws { bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    mutating func number<N: FixedWidthInteger>(_ type: N.Type) -> N {
        var value = N.zero
        for byte in 0..<N.bitWidth / 8 { value |= N(truncatingIfNeeded: bytes[at + byte]) << N(8 * byte) }
        at += N.bitWidth / 8
        return value
    }
    mutating func float() -> Double { Double(Float(bitPattern: number(UInt32.self))) }
    mutating func double() -> Double { Double(bitPattern: number(UInt64.self)) }
    mutating func floats() -> SIMD3<Double> { [float(), float(), float()] }
    mutating func text(_ count: Int) -> String {
        defer { at += count }
        return String(decoding: bytes[at..<at + count], as: UTF8.self)
    }
}

/// The volume inside of triangles, by the divergence theorem.
func volume(_ triangles: [[SIMD3<Double>]]) -> Double {
    triangles.reduce(0) { sum, t in
        let n = SIMD3(
            t[1].y * t[2].z - t[1].z * t[2].y, t[1].z * t[2].x - t[1].x * t[2].z, t[1].x * t[2].y - t[1].y * t[2].x)
        return sum + (t[0] * n).sum() / 6
    }
}
