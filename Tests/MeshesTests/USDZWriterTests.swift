import Foundation
import Testing

@testable import Meshes

@Suite("USDZ files")
struct USDZWriterTests {
    @Test("Entries are stored, begin at multiples of 64, have their check sum and no time")
    func archive() throws {
        let folder = try Folder()
        let path = folder.path + "/a.usdz"
        try MeshFormat.usdz.write(SampleScenes.twoStrokes(), to: path)
        var reader = try ByteReader(path: path)
        var names: [String] = []
        while reader.number(UInt32.self) == 0x0403_4B50 {
            let numbers = (0..<5).map { _ in reader.number(UInt16.self) }
            #expect(numbers == [10, 0, 0, 0, 0x21])
            let sum = reader.number(UInt32.self)
            let size = Int(reader.number(UInt32.self))
            #expect(size == Int(reader.number(UInt32.self)))
            let nameSize = Int(reader.number(UInt16.self))
            let extra = Int(reader.number(UInt16.self))
            names.append(reader.text(nameSize))
            reader.at += extra
            #expect(reader.at % 64 == 0)
            let bytes = Array(reader.bytes[reader.at..<reader.at + size])
            #expect(slowCheckSum(bytes) == sum)
            if names.count == 1 { #expect(String(decoding: bytes.prefix(8), as: UTF8.self) == "PXR-USDC") }
            if names.count == 2 { #expect(String(decoding: bytes, as: UTF8.self) == "not really a picture") }
            reader.at += size
        }
        #expect(names == ["drawing.usdc", "grain.png"])
        // Python's zipfile reads the directory in tools/check-formats.py; here its end says how many there are.
        reader.at = reader.bytes.count - 22
        #expect(reader.number(UInt32.self) == 0x0605_4B50)
        reader.at += 4
        #expect(reader.number(UInt16.self) == 2)
    }

    @Test(
        "The check sum is that of the standard",
        arguments: [("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926)] as [(String, UInt32)])
    func checkSum(_ text: String, _ wanted: UInt32) { #expect(CRC32.of(Array(text.utf8)) == wanted) }

    @Test("The check sum of many bytes is the one taken bit by bit")
    func longCheckSum() {
        let bytes = (0..<1003).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
        #expect(CRC32.of(bytes) == slowCheckSum(bytes))
    }

    @Test("Numbers are coded as the example in OpenUSD's source says")
    func coding() {
        // Common value 1; codes 01 00 00 11 01 00 01; then 123 in one byte, 100000 in four, 0 and 0.
        #expect(
            CrateCoding.coded([123, 124, 125, 100125, 100125, 100126, 100126]) == [
                1, 0, 0, 0, 0b1100_0001, 0b0001_0001, 123, 0xA0, 0x86, 0x01, 0x00, 0, 0,
            ])
        #expect(CrateCoding.coded([0, 0, -300]) == [0, 0, 0, 0, 0b0010_0000, 0xD4, 0xFE])
    }

    @Test("Blocks of LZ4 hold literals", arguments: [0, 1, 14, 15, 16, 269, 270, 271, 5000])
    func packing(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let packed = CrateCoding.packed(bytes)
        // Unpacked as the block format says.
        var at = 2
        var length = Int(packed[1] >> 4)
        if length == 15 {
            while packed[at] == 255 {
                length += 255
                at += 1
            }
            length += Int(packed[at])
            at += 1
        }
        #expect(packed[0] == 0 && packed[1] & 15 == 0)
        #expect(length == count && Array(packed[at...]) == bytes)
    }

    @Test("Names become identifiers, each once")
    func names() {
        var names = USDNames(taken: ["Materials"])
        #expect(names.name("stroke_1") == "stroke_1")
        #expect(names.name("stroke 1") == "stroke_1_2")
        #expect(names.name("1é") == "_1_")
        #expect(names.name("Materials") == "Materials_2")
        #expect(names.name("") == "_")
    }
}

/// The check sum of zip archives, bit by bit (ISO 3309).
private func slowCheckSum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
