import TestSupport
import Foundation
import Imaging
import Spaces

/// A picture of smooth random texture that is the same for a seed (1 or 9), moved by (dx, dy) of up to 60.
func texture(width: Int = 320, height: Int = 240, seed: UInt64 = 1, dx: Int = 0, dy: Int = 0) throws -> Picture {
    let base = seed == 1 ? Texture.one : Texture.nine
    let rows = (0..<height).map { y in
        let start = ((y - dy + 60) * Texture.side + 60 - dx) * 3
        return base[start..<(start + width * 3)]
    }
    return try Picture(width: width, height: height, bgr: Array(rows.joined()))
}

/// Random colours on a lattice, with smooth steps between them.
private enum Texture {
    static let side = 480
    static let one = make(seed: 1)
    static let nine = make(seed: 9)

    private static func make(seed: UInt64) -> [UInt8] {
        let cell = 4
        let count = side / cell + 2
        var random = SeededGenerator(seed: seed)
        let nodes = (0..<(count * count * 3)).map { _ in Int(random.next() & 0xFF) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side * 3)
        for y in 0..<side {
            let (row, v) = y.quotientAndRemainder(dividingBy: cell)
            for x in 0..<side {
                let (column, u) = x.quotientAndRemainder(dividingBy: cell)
                for channel in 0..<3 {
                    let i = (row * count + column) * 3 + channel
                    let top = nodes[i] * (cell - u) + nodes[i + 3] * u
                    let bottom = nodes[i + count * 3] * (cell - u) + nodes[i + count * 3 + 3] * u
                    bytes.append(UInt8((top * (cell - v) + bottom * v) / (cell * cell)))
                }
            }
        }
        return bytes
    }
}

/// A folder that is removed when it is dropped.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/airdraw-imaging-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that stays behind among the temporary ones fails no test.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// The names of what is in the folder, hidden files too.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// Runs a program found on the PATH, without its output, and gives its exit status.
@discardableResult func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}

/// Whether ffmpeg is on the PATH, which makes the films that our own writer cannot.
let hasFFmpeg = (try? run("ffmpeg", ["-version"])) == 0

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

/// Writes bytes to a file.
func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
