import FoundationEssentials
import Spaces
import TestSupport
import Testing

@testable import Meshes

@Suite("PLY files")
struct PLYWriterTests {
    @Test("Three points and a triangle are written as the format says")
    func golden() throws {
        try withTemporaryFolder { folder in
            let red = Colour(red: 1, green: 0, blue: 0.5)
            let points: [WorldPoint] = [.init(x: 0, y: -0.4, z: 1), .init(x: 1.5, y: 0, z: 0), .init(x: 0, y: 0, z: 1e-7)]
            try PLYWriter.write(
                points.map { .init($0, red) }, triangles: [[0, 1, 2]], to: folder + "/a.ply", comments: ["one\ntwo"])
            let text = try String(contentsOfFile: folder + "/a.ply", encoding: .utf8)
            #expect(
                text == """
                    ply
                    format ascii 1.0
                    comment one two
                    element vertex 3
                    property double x
                    property double y
                    property double z
                    property uchar red
                    property uchar green
                    property uchar blue
                    element face 1
                    property list uchar int vertex_indices
                    end_header
                    0.000000000 -0.400000000 1.000000000 255 0 128
                    1.500000000 0.000000000 0.000000000 255 0 128
                    0.000000000 0.000000000 0.000000100 255 0 128
                    3 0 1 2

                    """)
        }
    }

    @Test("A coordinate that is no number is refused, and nothing is left behind")
    func refused() throws {
        try withTemporaryFolder { folder in
            let point = PLYWriter.Vertex(.init(x: .nan, y: 0, z: 0), Colour(red: 0, green: 0, blue: 0))
            #expect(throws: MeshFailure.self) { try PLYWriter.write([point], to: folder + "/a.ply") }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }
}
