import Glibc
import SceneUnderstanding
import Spaces
import TestSupport

/// Points of made-up rooms.
struct RoomSample {
    private var generator: SeededGenerator
    private(set) var points: [FeaturePoint] = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A number in a range.
    mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * generator.unit() }

    /// About the normal distribution of deviation 1: the sum of twelve uniform numbers less six.
    mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + generator.unit() } }

    /// Scatters points over a rectangle: its corner, its two sides, and noise along their common normal; metres.
    mutating func scatter(
        _ count: Int, corner: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>, noise: Double
    ) {
        let n = WorldVector(a).cross(WorldVector(b)).normalized.components
        for _ in 0..<count {
            let p = corner + a * generator.unit() + b * generator.unit() + n * (normal() * noise)
            add(p)
        }
    }

    /// Scatters points over a box between two corners.
    mutating func fill(_ count: Int, _ low: SIMD3<Double>, _ high: SIMD3<Double>) {
        for _ in 0..<count {
            add(low + (high - low) * SIMD3(generator.unit(), generator.unit(), generator.unit()))
        }
    }

    private mutating func add(_ p: SIMD3<Double>) {
        points.append(FeaturePoint(identifier: UInt64(points.count + 1), position: .init(p), deviation: 0.004))
    }
}

extension PlaneDetector {
    /// Takes in points as one frame.
    @discardableResult
    func see(_ points: some Sequence<FeaturePoint>, at time: Double = 0) -> [Scene.Change] {
        update(with: FeatureFrame(points: Array(points)), camera: nil, time: time)
    }
}

/// Ten seeds for property tests.
let seeds: [UInt64] = Array(1...10)
