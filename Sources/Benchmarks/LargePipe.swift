internal import Commands
internal import Files
internal import Glibc
internal import Meshes

/// What `airdraw-benchmark pipe` was asked for.
struct PipeRequest: Hashable, Sendable {
    var out: String
}

/// `airdraw-benchmark pipe`: a mesh as large as a drawing of 1,000,000 points, written once.
enum PipeCommand: AirDrawCommand {
    static let out = ValueOption("out", .path("FILE"), help: "the file to write: .obj, .stl, .ply, .glb or .usdz")

    static let spec = CommandSpec(
        name: "pipe", summary: "Writes a mesh of 1,000,000 corners and says how long that took",
        discussion: ["Prints the processor time of the writing, without the making of the mesh, in seconds."],
        ownOptions: [out.spec], required: ["out"], examples: ["pipe --out pipe.glb"])

    static func options(from arguments: ParsedArguments) throws -> PipeRequest {
        PipeRequest(out: try arguments.required(out))
    }

    static func run(_ request: PipeRequest, _ console: any Console) throws {
        guard let format = MeshFormat(path: request.out) else {
            throw CommandFailure("\(request.out) ends in no format of meshes")
        }
        let scene = LargePipe.scene()
        let start = Clock.threadCPU
        try format.write(scene, to: request.out) { _, _ in try Interruption.check() }
        try console.writeLine("\(Clock.threadCPU - start)")
    }
}

/// A ring of pipe with as many corners as a drawing of 1,000,000 points, smooth, each with its time.
enum LargePipe {
    /// Corners along the pipe, and round it.
    static let sides = (along: 1000, round: 1000)

    /// The pipe: 60 cm across, 10 cm thick.
    static func scene() -> MeshScene {
        let (along, round) = sides
        var positions: [SIMD3<Double>] = []
        var normals: [SIMD3<Double>] = []
        var times: [Double] = []
        var triangles: [Triangle] = []
        positions.reserveCapacity(along * round)
        normals.reserveCapacity(along * round)
        times.reserveCapacity(along * round)
        triangles.reserveCapacity(2 * along * round)
        for i in 0..<along {
            let a = 2 * Double.pi * Double(i) / Double(along)
            for j in 0..<round {
                let b = 2 * Double.pi * Double(j) / Double(round)
                let normal = SIMD3(cos(b) * cos(a), sin(b), cos(b) * sin(a))
                normals.append(normal)
                positions.append(SIMD3(0.25 * cos(a), 0, 0.25 * sin(a)) + 0.05 * normal)
                times.append(Double(i) / 60)
                let (k, l) = ((i + 1) % along, (j + 1) % round)
                let corners = [i * round + j, k * round + j, k * round + l, i * round + l].map { Int32($0) }
                for triangle in [SIMD3(corners[0], corners[3], corners[2]), SIMD3(corners[0], corners[2], corners[1])] {
                    triangles.append(Triangle(positions: triangle, normals: triangle))
                }
            }
        }
        let mesh = Mesh(positions: positions, normals: normals, triangles: triangles, times: times)
        let colour = Colour(red: 0.76, green: 0.53, blue: 0.29)
        return MeshScene(
            materials: [Material(name: "pipe", colour: colour)],
            objects: [MeshObject(name: "pipe", material: "pipe", parts: [.mesh(mesh)])])
    }
}
