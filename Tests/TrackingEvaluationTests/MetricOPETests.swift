import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Scores of one-pass runs")
struct MetricOPETests {
    private let path = (0..<40).map { box(10 + Double($0), 20 + Double($0) / 2, 30, 40) }

    @Test("A perfect tracker scores 20/21 where an overlap must be above the threshold, and 1 in TrackingNet and GOT-10k")
    func perfect() {
        let run = predictions(path)
        let known = truth(path)
        for definition in OPEDefinition.allCases {
            let scores = definition.scores(run, truth: known)
            #expect(isNear(scores.auc, definition == .trackingNet ? 1 : 20 / 21.0), "\(definition)")
            #expect(scores.precisionScore == 1 && scores.successRate50 == 1 && scores.successRate75 == 1, "\(definition)")
            #expect(scores.normalizedPrecisionScore ?? 1 == 1, "\(definition)")
            #expect(isNear(scores.averageOverlap, 1) && scores.frames == 40, "\(definition)")
        }
        let scores = got10kScores(run, truth: known, size: .init(width: 640, height: 480))
        #expect(scores.averageOverlap == 1 && scores.successRate75 == 1 && scores.overlaps.count == 39)
        #expect(isNear(scores.success.mean, 100 / 101.0))
    }

    @Test("A box moved by a third of its width overlaps by a half, which is not above 0.5 but passes in TrackingNet")
    func half() {
        let run = predictions(path.map { $0.moved(by: .init(dx: 10, dy: 0)) })
        let known = truth(path)
        let otb = otbScores(run, truth: known)
        // The first frame counts as the truth.
        #expect(otb.overlaps[0] == 1 && otb.overlaps[1] == 0.5)
        #expect(otb.successRate50 == 1 / 40.0)
        #expect(isNear(otb.auc, (20 + 39 * 10) / (21 * 40.0)))
        #expect(otb.precision.values[9] == 1 / 40.0 && otb.precision.values[10] == 1)
        let net = trackingNetScores(run, truth: known)
        #expect(net.success.values[10] == 1 && net.success.values[11] == 1 / 40.0)
        // 10 px pass at 10, 12.5 … 50: 17 of 21 thresholds.
        #expect(net.precision.values.filter { $0 == 1 }.count == 17)
        // A third of the width passes from 0.35 on.
        #expect(net.normalizedPrecision?.values[13] == 1 / 40.0 && net.normalizedPrecision?.values[14] == 1)
        let lasot = lasotScores(run, truth: known)
        #expect(lasot.normalizedPrecision?.values[33] == 1 / 40.0 && lasot.normalizedPrecision?.values[34] == 1)
        let pysot = pysotScores(run, truth: known)
        #expect(pysot.normalizedPrecisionScore == 0 && pysot.overlaps[0] == 0.5)
    }

    @Test("The frames without truth fail and pass as each toolkit has it")
    func absent() {
        var known = truth(path)
        for i in 20..<40 { known[i] = .absent }
        let run = predictions(path)
        let otb = otbScores(run, truth: known)
        #expect(isNear(otb.auc, 10 / 21.0) && otb.precisionScore == 1 && otb.averageOverlap == 1)
        #expect(otb.overlaps[39] == -1 && otb.centerErrors[39] == -1)
        let got = got10kOTBScores(run, truth: known)
        #expect(isNear(got.auc, 10 / 21.0) && got.precisionScore == 0.5)
        let uav = got10kUAVScores(run, truth: known)
        #expect(isNear(uav.auc, 20 / 21.0) && uav.precisionScore == 1 && uav.frames == 20)
        let lasot = lasotScores(run, truth: known)
        #expect(isNear(lasot.auc, 10 / 21.0) && lasot.precisionScore == 0.5 && lasot.frames == 40)
        let pysot = pysotScores(run, truth: known)
        #expect(isNear(pysot.auc, 10 / 21.0) && pysot.precisionScore == 1)
        #expect(got10kScores(run, truth: known, size: .init(width: 640, height: 480)).overlaps.count == 19)
    }

    @Test("A truth left of the picture's edge is invalid in OTB alone")
    func outside() {
        let known = truth([box(5, 5, 10, 10), box(-1, 5, 10, 10)])
        let run = predictions([box(5, 5, 10, 10), box(-1, 5, 10, 10)])
        #expect(otbScores(run, truth: known).overlaps == [1, -1])
        #expect(got10kOTBScores(run, truth: known).overlaps[1] == 1)
        #expect(pysotScores(run, truth: known).overlaps[1] == 1)
    }

    @Test("A tracker without a box fails, and in LaSOT it has the box of the frame before")
    func lost() {
        let run = predictions([path[0], nil, path[0]])
        let known = truth(.init(repeating: path[0], count: 3))
        #expect(otbScores(run, truth: known).overlaps == [1, 0, 1])
        #expect(otbScores(run, truth: known).precisionScore == 2 / 3.0)
        #expect(got10kScores(run, truth: known, size: .init(width: 640, height: 480)).averageOverlap == 0.5)
        #expect(lasotScores(run, truth: known).overlaps == [1, 1, 1])
        // A run that ends early fails in the frames that it does not have.
        #expect(otbScores(Array(run.prefix(1)), truth: known).overlaps == [1, 0, 0])
    }

    @Test("GOT-10k clips boxes to the picture")
    func clipped() {
        let size = PixelSize(width: 100, height: 100)
        let known = truth([box(0, 0, 10, 10), box(90, 0, 10, 10)])
        let run = predictions([box(0, 0, 10, 10), box(90, 0, 100, 10)])
        #expect(got10kScores(run, truth: known, size: size).averageOverlap == 1)
        #expect(isNear(got10kOTBScores(run, truth: known).overlaps[1], 0.1))
    }

    @Test("The mean over sequences gives each the same weight, and joined frames each frame")
    func means() throws {
        let long = otbScores(predictions(path), truth: truth(path))
        let short = otbScores(predictions([path[0], nil]), truth: truth([path[0], path[1]]))
        let both = try #require(OPEScores(meanOf: [long, short]))
        #expect(isNear(both.auc, (20 / 21.0 + 10 / 21.0) / 2))
        #expect(both.frames == 42 && isNear(both.success.mean, both.auc))
        #expect(OPEScores(meanOf: []) == nil)
        let joined = GOT10kScores(joining: [.init(overlaps: [1, 1, 1]), .init(overlaps: [0])])
        #expect(joined.averageOverlap == 0.75)
        #expect(got10kSpeed([0.5, 0.25, 0]) == 3)
    }

    @Test("Empty runs score nothing and do not fail")
    func empty() {
        for definition in OPEDefinition.allCases {
            let scores = definition.scores([], truth: [])
            #expect(scores.auc == 0 && scores.frames == 0 && scores.averageOverlap == 0)
        }
    }
}
