import Foundation

/// An OBJ file read back by hand: nothing of the writer is used.
struct OBJText {
    var positions: [SIMD3<Double>] = []
    var colours: [SIMD3<Double>] = []
    var normals: [SIMD3<Double>] = []
    /// Corners of faces as (position, normal), from 0.
    var faces: [[SIMD2<Int>]] = []
    var segments: [SIMD2<Int>] = []
    var objects: [String] = []
    var longestLine = 0

    init(path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Double($0) }
            switch words[0] {
            case "v":
                positions.append(SIMD3(numbers[0], numbers[1], numbers[2]))
                colours.append(SIMD3(numbers[3], numbers[4], numbers[5]))
            case "vn": normals.append(SIMD3(numbers[0], numbers[1], numbers[2]))
            case "f":
                faces.append(
                    words.dropFirst().map { corner in
                        let parts = corner.split(separator: "/", omittingEmptySubsequences: false)
                        return SIMD2((Int(parts[0]) ?? 0) - 1, (Int(parts[2]) ?? 0) - 1)
                    })
            case "l":
                let indices = numbers.map { Int($0) - 1 }
                segments += zip(indices, indices.dropFirst()).map { SIMD2($0, $1) }
                longestLine = max(longestLine, line.utf8.count)
            case "o": objects.append(String(words[1]))
            default: break
            }
        }
    }

    /// The smallest product of a face's direction, of length 1, with the normals of its corners.
    var worstNormal: Double {
        faces.flatMap { face in
            let p = face.map { positions[$0.x] }
            let a = p[1] - p[0]
            let b = p[2] - p[0]
            let n = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            return face.map { (n * normals[$0.y]).sum() / (n * n).sum().squareRoot() }
        }.min() ?? 0
    }
}

/// A folder for one test, removed with it.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("airdraw-meshes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // A folder left in the temporary one does no harm.

    /// What is in it, hidden files included.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
