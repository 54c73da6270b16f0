import Imaging
import Spaces
import Testing

@testable import ObjectTracking

@Suite("Confidence and loss")
struct TrackingConfidenceTests {
    private let same = TargetAppearance.Look(seed: 0.95, previous: 0.97, chroma: 1, posterior: 1, offset: .zero, agreement: 1)
    private let other = TargetAppearance.Look(seed: 0, previous: 0.1, chroma: 20, posterior: 0, offset: .zero, agreement: 0)

    @Test("It stays high while the picture in the box stays the seed's")
    func stays() {
        var confidence = TrackingConfidence()
        for _ in 0..<100 {
            confidence.take(same, jump: 0.05)
            #expect(confidence.value > 0.9)
        }
    }

    @Test("It falls under the gate in the frame in which the target is gone")
    func falls() {
        var confidence = TrackingConfidence()
        for _ in 0..<100 { confidence.take(same, jump: 0) }
        confidence.take(other, jump: 1)
        #expect(confidence.value < LossRule.gate)
    }

    @Test("It falls within half a second of frames when the target is replaced slowly by something else")
    func fallsSlowly() {
        var confidence = TrackingConfidence()
        var still = other
        still.previous = 0.98
        for _ in 0..<15 { confidence.take(still, jump: 0) }
        #expect(confidence.value < LossRule.low)
    }

    @Test("More likeness never lowers it")
    func monotone() {
        for change in [
            { $0.seed += 0.1 }, { $0.chroma -= 3 }, { $0.posterior += 0.1 },
        ] as [(inout TargetAppearance.Look) -> Void] {
            var look = TargetAppearance.Look(seed: 0.5, previous: 0.8, chroma: 8, posterior: 0.6, offset: .zero, agreement: 1)
            var a = TrackingConfidence()
            a.take(look, jump: 0.1)
            let alone = TrackingConfidence.alone(look)
            change(&look)
            var b = TrackingConfidence()
            b.take(look, jump: 0.1)
            #expect(b.value > a.value)
            #expect(TrackingConfidence.alone(look) > alone)
        }
    }

    @Test("It starts again where it is told to")
    func restarts() {
        var confidence = TrackingConfidence()
        confidence.restart(at: 0.7)
        #expect(abs(confidence.value - 0.7) < 1e-12)
    }

    @Test("Four doubtful frames are a loss, with a certain one between they are not, and one hopeless frame is")
    func loss() {
        var rule = LossRule()
        #expect([0.2, 0.2, 0.2, 0.2].map { rule.isLost(confidence: $0) } == [false, false, false, true])
        rule = LossRule()
        #expect(![0.2, 0.2, 0.2, 0.6, 0.2, 0.2, 0.2, 0.4].map { rule.isLost(confidence: $0) }.contains(true))
        rule = LossRule()
        let isLost = rule.isLost(confidence: 0.01)
        #expect(isLost)
    }
}
