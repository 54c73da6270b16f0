import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Scores of points and of confidence")
struct MetricPointTests {
    private let size = PixelSize(width: 511, height: 256)

    private func at(_ x: Double, _ y: Double = 100, held: Bool = true, confidence: Double? = nil) -> Prediction {
        .init(region: .point(.init(x: x, y: y)), confidence: confidence, isHeld: held)
    }

    private let target = GroundTruth.visible(.point(.init(x: 100, y: 100)))

    @Test("Distances count in a picture of 256 × 256, strictly below the thresholds, without the seed")
    func thresholds() {
        // (511 − 1) / 255 = 2: 4 px across are 2, and 4 px down are 4.
        let scores = pointScores([at(0), at(100), at(104), at(100, 104)], truth: .init(repeating: target, count: 4), size: size)
        #expect(scores.frames == 3)
        let third = 1 / 3.0
        let shares: [Double] = [third, third, 2 * third, 1, 1]
        #expect(scores.shares == shares)
        #expect(isNear(scores.average, 10 / 15.0))
        #expect(scores.medianError == 4)
    }

    @Test("Within 20 and beyond 40 pixels scale with the width; a lost point is in none")
    func shares() {
        let wide = PixelSize(width: 1280, height: 720)
        let run = [at(100), at(140), at(141), at(180), at(181), at(100, held: false)]
        let scores = pointScores(run, truth: .init(repeating: target, count: 6), size: wide)
        #expect(scores.within20 == 1 / 5.0 && scores.falselyHeld40 == 1 / 5.0 && scores.lost == 1 / 5.0)
        #expect(scores.medianError == 60.5)
    }

    @Test("Time to find again runs from the first frame off target to the next on it")
    func reacquisition() {
        let run = [at(100), at(100), at(200), at(200), at(100), at(100, held: false), at(100), at(300)]
        let scores = pointScores(
            run, truth: .init(repeating: target, count: 8), size: .init(width: 640, height: 480), framesPerSecond: 10)
        #expect(scores.losses == 3 && scores.reacquisitionFrames == [2, 1])
        #expect(isNear(scores.reacquisitionSeconds ?? 0, 0.15))
    }

    @Test("Frames without truth do not count, and holding an absent target is counted apart")
    func absent() {
        let known: [GroundTruth] = [.unknown, target, .absent, .unknown, target]
        let scores = pointScores(.init(repeating: at(100), count: 5), truth: known, size: size)
        // The first frame with truth is the seed.
        #expect(scores.frames == 1 && scores.within20 == 1 && scores.heldWhileAbsent == 1)
        #expect(pointScores([], truth: [], size: size).frames == 0)
        #expect(pointScores([], truth: [target, target], size: size).lost == 1)
    }

    @Test("Percentiles lie between values as numpy's do")
    func percentiles() {
        #expect(percentile([4, 1, 3, 2], 0.5) == 2.5)
        #expect(isNear(percentile([1, 2, 3, 4, 5], 0.95) ?? 0, 4.8))
        #expect(percentile([], 0.5) == nil && percentile([7], 0.95) == 7)
        #expect(percentile([1, .infinity, .infinity], 0.75) == .infinity)
    }

    @Test("A confidence that sorts right before wrong has area 1, the reverse 0, one value for all a half")
    func area() {
        func samples(_ confidences: [Double]) -> [ConfidenceSample] {
            zip(confidences, [true, true, false, false]).map { .init(confidence: $0, isCorrect: $1) }
        }
        #expect(ConfidenceQuality(samples([0.9, 0.8, 0.3, 0.1])).area == 1)
        #expect(ConfidenceQuality(samples([0.1, 0.2, 0.8, 0.9])).area == 0)
        #expect(ConfidenceQuality(samples([0.5, 0.5, 0.5, 0.5])).area == 0.5)
        // Of four pairs three are in order and one is equal.
        #expect(ConfidenceQuality(samples([0.9, 0.4, 0.4, 0.1])).area == 3.5 / 4)
        #expect(ConfidenceQuality([.init(confidence: 0.5, isCorrect: true)]).area == nil)
    }

    @Test("Calibration is the distance of share and confidence, bin by bin")
    func calibration() {
        let samples =
            (0..<10).map { ConfidenceSample(confidence: 0.75, isCorrect: $0 < 5) } + [.init(confidence: 1, isCorrect: true)]
        let quality = ConfidenceQuality(samples)
        #expect(quality.bins.count == 10 && quality.bins[7].count == 10 && quality.bins[9].count == 1)
        #expect(quality.bins[7].shareCorrect == 0.5 && quality.bins[7].from == 0.7)
        #expect(isNear(quality.calibrationError, 10 / 11.0 * 0.25))
        #expect(isNear(quality.brierScore, (5 * 0.0625 + 5 * 0.5625) / 11))
    }

    @Test("A prediction is right within 20 px, wrong when lost or when the target is absent, and the seed is left out")
    func samples() {
        let known: [GroundTruth] = [target, target, target, target, .absent, .unknown, target]
        let run = [
            at(100, confidence: 1), at(110, confidence: 0.9), at(121, confidence: 0.8), at(100, held: false, confidence: 0.1),
            at(100, confidence: 0.7), at(100, confidence: 0.6), at(100),
        ]
        let samples = confidenceSamples(run, truth: known, size: .init(width: 640, height: 480))
        #expect(samples.map(\.confidence) == [0.9, 0.8, 0.1, 0.7])
        #expect(samples.map(\.isCorrect) == [true, false, false, false])
    }
}
