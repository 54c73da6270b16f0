import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("VOT's protocols")
struct MetricVOTTests {
    private let size = PixelSize(width: 200, height: 100)
    private let here = box(20, 20, 20, 20)
    private let away = box(120, 20, 20, 20)
    /// Half of `here` and half beside it: a third.
    private let third = box(30, 20, 20, 20)

    private func run(_ boxes: [PixelRect], from start: Int = 0, forward: Bool = true) -> TrackRun {
        .init(start: start, forward: forward, predictions: predictions(boxes))
    }

    @Test("Runs join to states: seed, tracked, failed, five frames left out, seed")
    func states() {
        let known = truth(.init(repeating: here, count: 20))
        let runs = [run([here, here, here, away]), run(.init(repeating: here, count: 12), from: 8)]
        let states = supervisedStates(runs, truth: known, size: size)
        #expect(states.count == 20)
        #expect(states[0] == .initialized && states[2] == .tracked(.rect(here)) && states[3] == .failed)
        #expect(states[4...7].allSatisfy { $0 == .skipped })
        #expect(states[8] == .initialized && states[19] == .tracked(.rect(here)))
    }

    @Test("Accuracy leaves out ten frames from each seed on; failures are counted")
    func accuracy() {
        let known = truth(.init(repeating: here, count: 40))
        // Frames 1…9 burn in, 10…12 are a third, 13 fails; from 18 on 18…27 burn in, 28…39 are whole.
        let first = [here] + .init(repeating: here, count: 9) + .init(repeating: third, count: 3) + [away]
        let runs = [run(first), run(.init(repeating: here, count: 22), from: 18)]
        let scores = SupervisedScores(supervisedStates(runs, truth: known, size: size), truth: known, size: size)
        #expect(scores.failures == 1 && scores.validFrames == 15 && scores.length == 40)
        #expect(isNear(scores.accuracy, (3 / 3.0 + 12) / 15))
        #expect(scores.failuresPerHundred == 2.5)
        #expect(isNear(scores.reliability, 0.4723665527410147))
        #expect(scores.fragments.map(\.overlaps.count) == [13, 22])
        #expect(scores.fragments.map(\.hasFailed) == [true, false])
        #expect(scores.fragments[0].overlaps[0] == 0)
    }

    @Test("A run that fails after n frames has n/j of the overlap at length j, and one that does not ends")
    func curve() {
        let failed = OverlapFragment(overlaps: [0, 1, 1], hasFailed: true)
        let whole = OverlapFragment(overlaps: .init(repeating: 1, count: 6), hasFailed: false)
        let longer = OverlapFragment(overlaps: .init(repeating: 0.5, count: 9), hasFailed: true)
        let expected: [Double] = [1, 1, 5 / 6.0, 0.75, 0.7]
        let found = expectedOverlapCurve([failed, whole]).dropFirst()
        #expect(zip(found, expected).allSatisfy { isNear($0, $1) } && found.count == 5)
        let curve = expectedOverlapCurve([failed, whole, longer])
        #expect(curve.count == 9)
        #expect(isNear(curve[8], (2 / 8.0 + 0.5) / 2))
        #expect(isNear(averageOverlap(of: curve, over: 8...356) ?? 0, curve[8]))
        #expect(averageOverlap(of: curve, over: 100...356) == nil)
        #expect(expectedOverlapCurve([]).isEmpty)
    }

    @Test("A perfect tracker has accuracy, expected overlap and reliability 1")
    func perfect() {
        let known = truth(.init(repeating: here, count: 400))
        let states = supervisedStates([run(.init(repeating: here, count: 400))], truth: known, size: size)
        let set = SupervisedSetScores([.init(states, truth: known, size: size)])
        #expect(set.accuracy == 1 && set.reliability == 1 && set.failures == 0)
        #expect(set.expectedAverageOverlap == 1)
        // The toolkit stores no region for the seed, so that one frame of each run from an anchor has no overlap.
        let anchors = AnchorScores([.init(run(.init(repeating: here, count: 400)), truth: known, size: size)], length: 400)
        #expect(anchors.robustness == 1)
        #expect(isNear(anchors.accuracy, 399 / 400.0))
        #expect(AnchorSetScores([anchors], lengths: 115...300).expectedAverageOverlap == 1)
    }

    @Test("Ten misses in a row are a failure at the first of them; nine are not")
    func anchorFailure() {
        let known = truth(.init(repeating: here, count: 40))
        let nine = [PixelRect](repeating: here, count: 10) + .init(repeating: away, count: 9) + .init(repeating: here, count: 21)
        let ten = [PixelRect](repeating: here, count: 10) + .init(repeating: away, count: 10) + .init(repeating: here, count: 20)
        let held = AnchorRunScores(run(nine), truth: known, size: size)
        let failed = AnchorRunScores(run(ten), truth: known, size: size)
        #expect(held.progress == 40 && !held.hasFailed)
        #expect(failed.progress == 10 && failed.hasFailed)
        let scores = AnchorScores([held, failed], length: 40)
        #expect(scores.robustness == 50 / 80.0)
        #expect(isNear(scores.accuracy, (30 + 9) / 50.0))
        // Beyond the end of the failed run its nine frames are divided by the length less one.
        let curve = AnchorScores([failed], length: 40).curve(below: 60)
        #expect(isNear(curve.values[9], 1) && isNear(curve.values[39], 9 / 39.0) && isNear(curve.values[50], 9 / 49.0))
        #expect(curve.runs[50] == 1 && AnchorScores([held], length: 40).curve(below: 60).runs[50] == 0)
    }

    @Test("A run goes back from its anchor, and frames without a target do not miss")
    func backward() {
        var known = truth(.init(repeating: here, count: 30))
        for i in 0..<15 { known[i] = .absent }
        let scores = AnchorRunScores(run(.init(repeating: here, count: 20), from: 19, forward: false), truth: known, size: size)
        #expect(scores.length == 20 && scores.progress == 20)
        #expect(scores.overlaps[1] == 1 && scores.overlaps[5] == 0)
    }

    @Test("Sets weigh accuracy by tracked frames and robustness by length")
    func weights() {
        let known = truth(.init(repeating: here, count: 40))
        let good = AnchorScores([.init(run(.init(repeating: here, count: 40)), truth: known, size: size)], length: 40)
        let bad = AnchorScores(
            [.init(run([here] + .init(repeating: away, count: 9)), truth: Array(known.prefix(10)), size: size)], length: 10)
        #expect(bad.trackedFrames == 0 && bad.robustness == 0)
        let set = AnchorSetScores([good, bad], lengths: 5...30)
        #expect(isNear(set.accuracy, 39 / 40.0) && set.robustness == 0.8)
        #expect(isNear(set.expectedAverageOverlap ?? 0, 0.5))
    }

    @Test("pysot pools frames, and its fragments run to five frames after a failure")
    func pysot() {
        let known = truth(.init(repeating: here, count: 40))
        let first = [here] + .init(repeating: here, count: 9) + .init(repeating: third, count: 3) + [away]
        let runs = [run(first), run(.init(repeating: here, count: 22), from: 18)]
        let states = supervisedStates(runs, truth: known, size: size)
        let scores = PysotSupervisedScores([(states, known, size), (states, known, size)], lengths: 11...21)
        #expect(isNear(scores.accuracy, (3 / 3.0 + 12) / 15) && scores.robustness == 2.5)
        #expect(scores.curve.count == 40 && scores.curve[0] == 1 && isNear(scores.curve[30], 10 / 30.0))
        // Frames 1…9 whole and 10…12 a third, of 20; and all of frames 19…39.
        #expect(isNear(scores.curve[9], 1) && isNear(scores.curve[20], (10 / 20.0 + 1) / 2))
        #expect(isNear(scores.expectedAverageOverlap ?? 0, mean(Array(scores.curve[10...20]))))
        #expect(PysotSupervisedScores([]).expectedAverageOverlap == nil)
    }

    @Test("The interval of lengths is about the mode, and holds half of the density")
    func interval() throws {
        #expect(expectedOverlapLengths([]) == nil)
        let equal = try #require(expectedOverlapLengths([200, 200, 200, 400]))
        #expect(equal.contains(200) && !equal.contains(400))
        // For a Gaussian of lengths half lies within 0.674 deviations of the widened kernel.
        let spread = try #require(expectedOverlapLengths((0..<2000).map { 500 + Int(100 * normal(Double($0) + 0.5, of: 2000)) }))
        #expect(abs(spread.lowerBound - 428) < 12 && abs(spread.upperBound - 572) < 12)
    }

    /// The quantile of a normal distribution, by bisection of its distribution function.
    private func normal(_ i: Double, of n: Double) -> Double {
        var low = -5.0
        var high = 5.0
        for _ in 0..<60 {
            let x = (low + high) / 2
            if normalDistribution(x) < i / n { low = x } else { high = x }
        }
        return low
    }

    /// By its Taylor series, which is exact enough within five deviations.
    private func normalDistribution(_ x: Double) -> Double {
        var term = x
        var sum = x
        for k in 1..<200 {
            term *= x * x / Double(2 * k + 1)
            sum += term
        }
        return 0.5 + sum * exponential(-x * x / 2) / 2.5066282746310002
    }
}
