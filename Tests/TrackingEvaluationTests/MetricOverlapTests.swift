import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Overlaps and centre errors")
struct MetricOverlapTests {
    @Test("Boxes: a quarter of each gives one seventh, in continuous and in inclusive pixels")
    func boxes() {
        let a = box(0, 0, 10, 10)
        let b = box(5, 5, 10, 10)
        #expect(isNear(continuousOverlap(a, b), 25 / 175.0))
        #expect(isNear(inclusiveOverlap(a, b), 25 / 175.0))
        #expect(continuousOverlap(a, box(10, 0, 5, 5)) == 0)
        #expect(continuousOverlap(a, box(0, 0, .nan, 5)) == 0)
        #expect(continuousOverlap(box(0, 0, 0, 0), box(0, 0, 0, 0)) == 0)
        #expect(inclusiveOverlap(box(0, 0, 0, 0), box(0, 0, 0, 0)) == 0)
        #expect(centerError(a, b) == 50.0.squareRoot())
        #expect(centerError(a, box(.nan, 0, 1, 1)) == .infinity)
        #expect(isNear(normalizedCenterError(box(3, 8, 10, 20), truth: box(0, 0, 10, 20)), 0.5))
    }

    /// Two regions, and what calculate_overlap of vot-toolkit 0.9.0 gave for them without a bound and in a picture of 100 × 80.
    struct Pair: Sendable {
        var a: Region?
        var b: Region?
        var free: Double?
        var bounded: Double
    }

    private static func polygon(_ n: Double...) -> Region {
        .polygon(stride(from: 0, to: n.count, by: 2).map { .init(x: n[$0] - 0.5, y: n[$0 + 1] - 0.5) })
    }

    private static func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Region { .rect(box(x, y, w, h)) }

    static let pairs: [Pair] = [
        .init(a: rect(0, 0, 10, 10), b: rect(5, 5, 10, 10), free: 0.14285714285714285, bounded: 0.14285714285714285),
        .init(a: rect(0, 0, 10, 10), b: rect(0, 0, 10, 10), free: 1, bounded: 1),
        .init(a: rect(2.5, 3.5, 4.5, 5.5), b: rect(3.5, 3.5, 4.5, 5.5), free: 0.3333333333333333, bounded: 0.3333333333333333),
        // Without a bound the toolkit cuts rectangles off when something lies left of the edge; its analyses give a bound.
        .init(a: rect(-20, -20, 30, 30), b: rect(0, 0, 10, 10), free: nil, bounded: 1),
        .init(a: rect(90, 70, 30, 30), b: rect(95, 75, 40, 40), free: 0.3333333333333333, bounded: 0.25),
        .init(a: rect(200, 200, 5, 5), b: rect(201, 201, 5, 5), free: 0.47058823529411764, bounded: 0),
        .init(
            a: polygon(291.827, 203.603, 396.382, 264.289, 442.173, 185.397, 337.618, 124.711),
            b: polygon(251.431, 159.985, 341.044, 251.930, 404.569, 190.015, 314.956, 98.070), free: 0.42671602459530683,
            bounded: 0),
        .init(
            a: polygon(10, 10, 60, 20, 50, 70, 5, 55), b: rect(12, 15, 40, 40), free: 0.6404907975460122,
            bounded: 0.6404907975460122),
        .init(a: polygon(10, 10, 60, 20, 50, 70, 5, 55), b: nil, free: 0, bounded: 0),
        .init(a: nil, b: nil, free: 1, bounded: 1),
        .init(a: rect(5, 5, 1, 40), b: rect(5, 5, 1, 40), free: 1, bounded: 1),
        .init(
            a: polygon(10, 10, 50, 50, 50, 10, 10, 50), b: rect(10, 10, 40, 40), free: 0.5223081499107673,
            bounded: 0.5223081499107673),
        .init(a: polygon(-30.5, -10, 40, 5.5, 30, 60, -20, 40), b: rect(0, 0, 50, 50), free: nil, bounded: 0.6615210843373494),
        .init(a: polygon(30, 30, 30, 30, 30, 30, 30, 30), b: rect(20, 20, 20, 20), free: 0.0025, bounded: 0.0025),
    ]

    @Test("Rasterized overlaps are those of the VOT toolkit", arguments: pairs)
    func rasterized(_ pair: Pair) {
        if let free = pair.free {
            #expect(isNear(rasterOverlap(pair.a, pair.b), free))
            #expect(isNear(rasterOverlap(pair.b, pair.a), free))
        }
        #expect(isNear(rasterOverlap(pair.a, pair.b, in: .init(width: 100, height: 80)), pair.bounded))
    }

    @Test("Exact overlaps of polygons are those that shapely gives to the got10k toolkit")
    func exact() {
        let quad = Self.polygon(10, 10, 60, 20, 50, 70, 5, 55)
        let bag = Self.polygon(291.827, 203.603, 396.382, 264.289, 442.173, 185.397, 337.618, 124.711)
        let other = Self.polygon(251.431, 159.985, 341.044, 251.930, 404.569, 190.015, 314.956, 98.070)
        let concave = Self.polygon(0, 0, 10, 0, 5, 3, 0, 10)
        #expect(isNear(polygonOverlap(bag, other), 0.4244020418093064, 1e-9))
        #expect(isNear(polygonOverlap(quad, Self.rect(12, 15, 40, 40)), 0.6604312917735087, 1e-9))
        #expect(isNear(polygonOverlap(concave, Self.rect(2, 2, 10, 10)), 0.0780287474332649, 1e-9))
        #expect(
            isNear(polygonOverlap(quad, Self.rect(12, 15, 40, 40), in: .init(width: 350, height: 60)), 0.7080535400423633, 1e-9))
        // A triangle of half the square, a concave corner cut out, and a polygon that turns the other way.
        let square = Self.rect(0, 0, 10, 10)
        #expect(isNear(polygonOverlap(square, Self.polygon(0, 0, 10, 0, 0, 10)), 0.5))
        #expect(isNear(polygonOverlap(square, Self.polygon(0, 0, 0, 10, 10, 10, 5, 5, 10, 0)), 0.75))
        #expect(isNear(polygonOverlap(square, square), 1))
        #expect(polygonOverlap(square, .point(.init(x: 5, y: 5))) == 0)
        #expect(polygonOverlap(square, Self.rect(20, 20, 5, 5)) == 0)
    }
}
