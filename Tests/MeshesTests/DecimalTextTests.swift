import Foundation
import Testing

@testable import Meshes

private func written(_ value: Double) -> String {
    var text = DecimalText(capacity: 64)
    text.putMetres(value)
    return String(decoding: text.bytes, as: UTF8.self)
}

@Suite("Numbers as text")
struct DecimalTextTests {
    @Test(
        "Coordinates have nine places, and zero has no sign",
        arguments: [
            (0, "0.000000000"), (-0.0, "0.000000000"), (-1e-11, "0.000000000"), (1e-5, "0.000010000"),
            (-0.123_456_789, "-0.123456789"), (0.999_999_999_6, "1.000000000"), (-1, "-1.000000000"), (1e6, "1000000.000000000"),
            (-1e6, "-1000000.000000000"), (123.45, "123.450000000"), (9.999_999_999, "9.999999999"),
        ] as [(Double, String)])
    func coordinate(_ value: Double, _ wanted: String) { #expect(written(value) == wanted) }

    @Test(
        "Other numbers have seven places",
        arguments: [
            (0, "0.0000000"), (-0.0, "0.0000000"), (-1e-9, "0.0000000"), (1e-5, "0.0000100"), (-0.123_456_7, "-0.1234567"),
            (0.999_999_96, "1.0000000"), (1e8, "100000000.0000000"), (9.999_999_9, "9.9999999"),
        ] as [(Double, String)])
    func decimal(_ value: Double, _ wanted: String) {
        var text = DecimalText(capacity: 64)
        text.putDecimal(value)
        #expect(String(decoding: text.bytes, as: UTF8.self) == wanted)
    }

    @Test("Numbers are what C prints", arguments: 1...5 as ClosedRange<UInt64>)
    func likeC(_ seed: UInt64) {
        var state = seed
        /// A number in 0..<1 (SplitMix64).
        func random() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
        }
        /// Whether C must agree: where half a step is in doubt the product, which is rounded itself, may decide otherwise.
        func isClear(_ steps: Double) -> Bool {
            abs(steps - steps.rounded(.down) - 0.5) > max(1e-2, steps.ulp) && steps > 0.6
        }
        for _ in 0..<4000 {
            let value = (random() < 0.5 ? 1 : -1) * pow(10, random() * 15 - 9)
            if isClear(abs(value) * 1e9) { #expect(written(value) == String(format: "%.9f", value), "\(value)") }
            var text = DecimalText(capacity: 64)
            text.putDecimal(value)
            guard isClear(abs(value) * 1e7) else { continue }
            #expect(String(decoding: text.bytes, as: UTF8.self) == String(format: "%.7f", value), "\(value)")
        }
    }

    @Test("Whole numbers", arguments: [0, 9, 10, 99, 100, 12345, 999_999_999, .max] as [UInt64])
    func number(_ value: UInt64) {
        var text = DecimalText(capacity: 64)
        text.putNumber(value)
        #expect(String(decoding: text.bytes, as: UTF8.self) == "\(value)")
    }

    @Test(
        "Short numbers have no zeros at the end",
        arguments: [(0, "0"), (-0.0, "0"), (1, "1"), (-0.5, "-0.5"), (0.000_000_1, "0.0000001"), (0.25, "0.25")]
            as [(Double, String)])
    func short(_ value: Double, _ wanted: String) { #expect(DecimalText.short(value) == wanted) }

    @Test("Room grows when it is asked for, and not what was written")
    func room() {
        var text = DecimalText(capacity: 1)
        for _ in 0..<1000 { text.append("abc") }
        #expect(text.count == 3000)
        #expect(String(decoding: text.bytes, as: UTF8.self) == String(repeating: "abc", count: 1000))
    }
}
