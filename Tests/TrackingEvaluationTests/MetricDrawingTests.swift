import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Scores of drawings")
struct MetricDrawingTests {
    private func line(from: Double, to: Double, z: Double = 0, steps: Int = 10) -> [WorldPoint] {
        (0...steps).map { .init(x: from + (to - from) * Double($0) / Double(steps), y: 0, z: z) }
    }

    @Test("Pen errors in millimetres leave out what is not known and count what was not measured")
    func pen() {
        let truth = (0..<100).map { WorldPoint(x: Double($0), y: 0, z: 0) } + [nil]
        var measured: [WorldPoint?] =
            (0..<100).map { .init(x: Double($0), y: Double($0) / 1000, z: 0) } + [.init(x: 0, y: 0, z: 0)]
        measured[0] = nil
        let errors = PenErrors(measured: measured, truth: truth)
        #expect(errors.missing == 1 && errors.millimetres.count == 99)
        #expect(isNear(errors.median ?? 0, 50, 1e-9) && isNear(errors.percentile95 ?? 0, 94.1, 1e-9))
        #expect(isNear(errors.largest ?? 0, 99, 1e-9))
        #expect(isNear(heightError(measured: 0.021, truth: 0.02), 1, 1e-9))
    }

    @Test("Parallel lines are as far apart as they are; a line walked backward is far by Fréchet and not by Hausdorff")
    func distances() {
        let a = line(from: 0, to: 1)
        let b = line(from: 0, to: 1, z: 0.25)
        #expect(hausdorffDistance(a, b) == 0.25 && frechetDistance(a, b) == 0.25)
        #expect(hausdorffDistance(a, a.reversed()) == 0)
        #expect(frechetDistance(a, a.reversed()) == 1)
        #expect(directedDistance(from: a, to: a + b) == 0 && directedDistance(from: a + b, to: a) == 0.25)
        #expect(hausdorffDistance([], []) == 0 && frechetDistance(a, []) == .infinity)
        #expect(hausdorffDistance(a, []) == .infinity)
    }

    @Test("The discrete Fréchet distance is that of all pairings, tried one by one, on small curves of seeds 0…49")
    func couplings() {
        /// By definition: over all ways to walk both curves forward.
        func tried(_ a: ArraySlice<WorldPoint>, _ b: ArraySlice<WorldPoint>) -> Double {
            guard let p = a.last, let q = b.last else { return .infinity }
            let here = p.distance(to: q)
            if a.count == 1, b.count == 1 { return here }
            return max(here, min(tried(a.dropLast(), b), tried(a, b.dropLast()), tried(a.dropLast(), b.dropLast())))
        }
        for seed in 0..<50 {
            var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
            func next() -> Double {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Double(state % 1000) / 1000
            }
            let a = (0..<5).map { _ in WorldPoint(x: next(), y: next(), z: next()) }
            let b = (0..<6).map { _ in WorldPoint(x: next(), y: next(), z: next()) }
            #expect(frechetDistance(a, b) == tried(a[...], b[...]), "seed \(seed)")
        }
    }

    @Test("Samples lie a spacing apart across corners, with both ends")
    func sampling() {
        let corner = [WorldPoint(x: 0, y: 0, z: 0), .init(x: 0.25, y: 0, z: 0), .init(x: 0.25, y: 0, z: 0.3)]
        let points = resampled(corner, spacing: 0.1)
        #expect(points.map(\.x) == [0, 0.1, 0.2, 0.25, 0.25, 0.25, 0.25])
        for (z, point) in zip([0, 0, 0, 0.05, 0.15, 0.25, 0.3], points) { #expect(isNear(point.z, z)) }
        #expect(isNear(length(of: corner), 0.55) && length(of: [corner[0]]) == 0)
        #expect(resampled([corner[0]], spacing: 0.1) == [corner[0]])
    }

    @Test("The true drawing covers everything; half a drawing misses half, and ink elsewhere is false")
    func ink() {
        let truth = [line(from: 0, to: 0.2)]
        let same = DrawingScores(drawn: truth, truth: truth)
        #expect(same.hausdorff == 0 && same.frechet == 0 && same.coveredShare == 1 && same.falseInk == 0)
        #expect(isNear(same.trueLength, 200, 1e-6) && isNear(same.drawnLength, 200, 1e-6) && same.tolerance == 5)
        let half = DrawingScores(drawn: [line(from: 0, to: 0.1), line(from: 0, to: 0.1, z: 0.05)], truth: truth)
        // The tolerance of 5 mm reaches beyond the end of the drawn half.
        #expect(isNear(half.missingInk, 95, 1.01) && isNear(half.coveredShare, 0.525, 0.006))
        #expect(isNear(half.falseInk, 100, 1e-6) && isNear(half.drawnLength, 200, 1e-6))
        #expect(isNear(half.hausdorff, 100, 1e-6))
        let stray = DrawingScores(drawn: [[.init(x: 0, y: 0, z: 0), .init(x: 1e12, y: 0, z: 0)]], truth: truth)
        #expect(isNear(stray.drawnLength, 1e15, 1e3) && stray.hausdorff > 1e14)
        let none = DrawingScores(drawn: [], truth: truth)
        #expect(none.hausdorff == .infinity && none.coveredShare == 0 && isNear(none.missingInk, 200, 1e-6))
    }
}
