import ObjectTracking
import Testing

@Suite("The One-Euro filter")
struct OneEuroFilterTests {
    @Test("With no growth it is the exponential low-pass of its cutoff")
    func lowPass() {
        var filter = OneEuroFilter<SIMD2<Double>>(restingCutoff: 1.5, growth: 0)
        let weight = 1 / (1 + 30 / (2 * Double.pi * 1.5))
        var expected = SIMD2<Double>(0, 4)
        #expect(filter(expected, at: 0) == expected)
        for step in 1...20 {
            let point = SIMD2(Double(step * step), step.isMultiple(of: 2) ? 3 : -3.5)
            expected += (point - expected) * weight
            let smooth = filter(point, at: Double(step) / 30)
            #expect(abs(smooth.x - expected.x) < 1e-9 && abs(smooth.y - expected.y) < 1e-9)
        }
    }

    @Test(
        "What rests is smoothed, and the lag of steady motion stays under its bound at any speed", arguments: [0.1, 1, 10, 100])
    func lag(speed: Double) {
        var filter = OneEuroFilter<SIMD2<Double>>(restingCutoff: 1, growth: 2, speedCutoff: 1)
        var lag = 0.0
        for step in 0..<600 {
            let time = Double(step) / 60
            lag = speed * time - filter(.init(speed * time, 0), at: time).x
        }
        #expect(lag < 1 / (2 * Double.pi * 2))
        var still = OneEuroFilter<SIMD2<Double>>(restingCutoff: 1, growth: 0.01)
        var last = SIMD2<Double>.zero
        for step in 0..<200 { last = still(.init(step.isMultiple(of: 2) ? 0.1 : -0.1, 0), at: Double(step) / 60) }
        #expect(abs(last.x) < 0.02)
    }

    @Test("A time that does not grow, and a reset, begin anew")
    func restarts() {
        var filter = OneEuroFilter<SIMD2<Double>>(restingCutoff: 1, growth: 0)
        _ = filter(.init(0, 0), at: 1)
        #expect(filter(.init(5, 5), at: 1) == .init(5, 5))
        filter.reset()
        #expect(filter(.init(7, 7), at: 2) == .init(7, 7))
    }
}
