import Foundation
import Imaging
import Spaces

/// A picture of smooth random texture that repeats for a seed, moved by (dx, dy).
///
/// Every pixel is a function of its place alone, so that a shift shows the same texture elsewhere.
func texture(width: Int = 320, height: Int = 240, seed: UInt64 = 1, dx: Int = 0, dy: Int = 0) throws -> Picture {
    try Picture(width: width, height: height, bgr: textureBytes(width: width, height: height, seed: seed, dx: dx, dy: dy))
}

/// The bytes of ``texture(width:height:seed:dx:dy:)``.
func textureBytes(width: Int, height: Int, seed: UInt64, dx: Int = 0, dy: Int = 0) -> [UInt8] {
    func noise(_ x: Int, _ y: Int, _ channel: UInt64) -> UInt64 {
        var z =
            seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F
        z = (z &+ channel ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return (z ^ (z >> 31)) & 0xFF
    }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    let cell = 6
    var i = 0
    for y in 0..<height {
        for x in 0..<width {
            // Far from 0, so that division rounds the same way everywhere.
            let u = x - dx + 6000
            let v = y - dy + 6000
            let (cx, fx) = u.quotientAndRemainder(dividingBy: cell)
            let (cy, fy) = v.quotientAndRemainder(dividingBy: cell)
            for channel in 0..<3 {
                let c = UInt64(channel)
                let top = Int(noise(cx, cy, c)) * (cell - fx) + Int(noise(cx + 1, cy, c)) * fx
                let bottom = Int(noise(cx, cy + 1, c)) * (cell - fx) + Int(noise(cx + 1, cy + 1, c)) * fx
                bytes[i] = UInt8((top * (cell - fy) + bottom * fy) / (cell * cell))
                i += 1
            }
        }
    }
    return bytes
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
