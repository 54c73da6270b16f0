import Glibc
import Imaging
import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

@Suite("The quality of reference images")
struct ReferenceImageQualityTests {
    /// A picture that must not score high.
    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let level: @Sendable (Int, Int) -> Double
        init(_ name: String, _ level: @escaping @Sendable (Int, Int) -> Double) {
            testDescription = name
            self.level = level
        }
    }

    /// A number in 0…1 that looks random, the same for the same place.
    private static func noise(_ x: Int, _ y: Int) -> Double {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663))
        return random.unit()
    }

    @Test(
        "Repetitive pictures and such with little contrast score under 30, and say why",
        arguments: [
            Bad("small checkers") { ($0 / 12 + $1 / 12) % 2 == 0 ? 20 : 235 },
            Bad("large checkers") { ($0 / 60 + $1 / 60) % 2 == 0 ? 20 : 235 },
            Bad("upright stripes") { x, _ in (x / 9) % 2 == 0 ? 20 : 235 },
            Bad("slanting stripes") { ($0 + $1) / 20 % 2 == 0 ? 20 : 235 },
            Bad("dots") { ($0 % 30 - 15) * ($0 % 30 - 15) + ($1 % 30 - 15) * ($1 % 30 - 15) < 80 ? 20 : 235 },
            Bad("waves") { 128 + 100 * sin(Double($0) / 6) * cos(Double($1) / 9) },
            Bad("a tile of noise, again and again") { 255 * noise($0 % 64 / 8, $1 % 64 / 8) },
            Bad("a gradient") { x, _ in Double(x) * 0.75 },
            Bad("rings") { 128 + 90 * sin(hypot(Double($0) - 160, Double($1) - 120) / 5) },
            Bad("flat grey") { _, _ in 140 },
            Bad("faint noise") { 128 + 8 * (noise($0, $1) - 0.5) },
            Bad("faint patches") { 128 + 14 * (noise($0 / 12, $1 / 12) - 0.5) },
            Bad("all in a corner") { $0 < 60 && $1 < 45 ? 255 * noise($0 / 5, $1 / 5) : 240 },
        ])
    func bad(_ bad: Bad) throws {
        let quality = try ReferenceImageQuality(of: ReferenceSamples.grey(bad.level))
        #expect(quality.score < 30, "\(quality.score) \(quality.values)")
        #expect(!quality.reasons.isEmpty)
    }

    @Test("A line of text, again and again, is repetitive")
    func text() throws {
        let canvas = try Canvas(Picture(width: 400, height: 300, bgr: .init(repeating: 250, count: 400 * 300 * 3)))
        for row in 0..<14 {
            for column in 0..<4 {
                try canvas.text(
                    "AirDraw", at: .init(x: 10 + 98 * Double(column), y: 20 + 20 * Double(row)), height: 12, color: .black)
            }
        }
        let quality = try ReferenceImageQuality(of: canvas.picture())
        #expect(quality.score < 30)
        #expect(quality.reasons.contains { $0.description.hasPrefix("repetitive") })
    }

    @Test("A picture with much to see scores high; what is too small scores nothing")
    func good() throws {
        let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let quality = try ReferenceImageQuality(of: Picture(contentsOf: "/\(repository)/recordings/card/card.png"))
        #expect(quality.score > 75, "\(quality.values)")
        let small = try ReferenceImageQuality(of: ReferenceSamples.picture(seed: 4, width: 120, height: 90))
        #expect(small.score == 0)
        #expect(small.reasons.first?.description.contains("100") == true, "\(small.reasons)")
    }

    @Test("A size that cannot be meant is said", arguments: [(0.004, true), (85, true), (0.085, false), (nil, false)])
    func size(width: Double?, isSaid: Bool) throws {
        let quality = try ReferenceImageQuality(of: ReferenceSamples.picture(seed: 4), width: width)
        #expect(quality.reasons.contains { $0.description.contains("implausible") } == isSaid)
    }

    @Test("Pictures that are alike are named, others are not")
    func likeness() throws {
        let first = try ReferenceSamples.picture(seed: 4)
        let brighter = try ReferenceSamples.grey(width: first.width, height: first.height) { x, y in
            let c = first.bgr(x, y)
            return 20 + 0.8 * (0.114 * Double(c.blue) + 0.587 * Double(c.green) + 0.299 * Double(c.red))
        }
        let other = try ReferenceSamples.picture(seed: 5)
        let pairs = try ReferenceImageQuality.likePairs([first, other, brighter].map { try ReferencePicture($0) })
        #expect(pairs.map(\.first) == [0] && pairs.map(\.second) == [2])
    }
}
