import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("Sources with random damage")
struct DamagedSourceTests {
    /// Damages a few bytes, cuts, or doubles a piece.
    private func damaged(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return bytes }
        let at = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(at...)
        case 2: bytes.insert(contentsOf: bytes[at..<min(at + 40, bytes.count)], at: at)
        case 3:
            // Another digit, which only changes a number.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            if !digits.isEmpty { bytes[digits[random.below(digits.count)]] = 0x30 + UInt8(random.below(10)) }
        default:
            // Digits that make numbers large, small, negative or none.
            let digits = Array("0123456789eE-+.,naif [{\n".utf8)
            for offset in 0..<min(6, bytes.count - at) { bytes[at + offset] = digits[random.below(digits.count)] }
        }
        return bytes
    }

    @Test("give a recording that is in order, or one sentence", arguments: RoundTripTests.samples)
    func damage(_ sample: RoundTripTests.Sample) throws {
        let names = sample.files.keys.sorted().filter { !$0.hasSuffix("jpg") && !$0.hasSuffix("png") }
        var imported = 0
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(seed))
            let source = try ImportSample(sample.files)
            source.settings.imageSize = .init(width: 1920, height: 1440)
            if sample.layout == .tumRGBD || sample.layout == .arKitDataLogger { source.settings.intrinsics = TrueFrame.five[0].k }
            let name = names[random.below(names.count)]
            try source.write(damaged(sample.files[name] ?? "", &random), to: name)
            do {
                _ = try source.imported(layout: sample.layout)
                imported += 1
                #expect(checkText(source.root + "/out").filter { $0.severity == .error } == [], "seed \(seed)")
            } catch {
                #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"), "seed \(seed): \(error)")
            }
        }
        // Damage to a film, or to a digit, does no harm that can be seen.
        #expect(imported > 0 && imported < 40, "\(imported) of 40")
    }
}
