import FoundationEssentials
import Imaging
import Spaces
import TestSupport
import Testing

@Suite("Writing behind")
struct WriteBehindTests {
    private func picture(_ value: Int, width: Int = 64) throws -> Picture {
        try Picture(width: width, height: 48, bgr: .init(repeating: UInt8(value), count: width * 48 * 3))
    }

    private func film(_ path: String) throws -> VideoWriter {
        try VideoWriter(path: path, framesPerSecond: 30, size: .init(width: 64, height: 48))
    }

    @Test("The film is the same, byte for byte, as without a thread", arguments: [1, 3])
    func same(depth: Int) throws {
        try withTemporaryFolder { folder in
            let direct = try film(folder + "/a.mp4")
            let behind = try WriteBehind(film(folder + "/b.mp4"), depth: depth)
            for i in 0..<40 {
                try direct.append(picture(i * 5))
                try behind.append(picture(i * 5))
            }
            try direct.finish()
            try behind.finish()
            let bytes = try Data(contentsOf: URL(filePath: folder + "/a.mp4"))
            #expect(try !bytes.isEmpty && bytes == Data(contentsOf: URL(filePath: folder + "/b.mp4")))
        }
    }

    @Test("What goes wrong with a picture is said at a later one, or at the end, and nothing is left")
    func failure() throws {
        try withTemporaryFolder { folder in
            let behind = try WriteBehind(film(folder + "/a.mp4"))
            #expect(throws: ImagingFailure.self) {
                try behind.append(picture(1, width: 32))
                for i in 0..<20 { try behind.append(picture(i)) }
                try behind.finish()
            }
        }
        try withTemporaryFolder { folder in
            do {
                let dropped = try WriteBehind(film(folder + "/a.mp4"))
                for i in 0..<5 { try dropped.append(picture(i)) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
