import FoundationEssentials
import Testing

@testable import TrackingEvaluation

private let data = ProcessInfo.processInfo.environment["AIRDRAW_DATA"].map { $0 + "/tracking/otb-published" }

/// Results of three trackers as jwlim/tracker_benchmark 5e1029c publishes them, and what its own formulas make of them.
@Suite("OTB's published results", .enabled(if: data != nil, "AIRDRAW_DATA is not set: no published results are scored"))
struct MetricGoldenTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var tracker: String
        var sequence: String
        var auc: Double
        var averageOverlap: Double?
        var successRate50: Double?
        var precision20: Double
        var testDescription: String { "\(tracker) on \(sequence)" }

        init(_ tracker: String, _ sequence: String, _ auc: Double, _ ao: Double? = nil, _ sr: Double? = nil, _ p20: Double) {
            (self.tracker, self.sequence, self.auc) = (tracker, sequence, auc)
            (averageOverlap, successRate50, precision20) = (ao, sr, p20)
        }
    }

    static let goldens: [Golden] = [
        .init("STRUCK", "Crossing", 0.667460, 0.677071, 0.941667, 1),
        .init("STRUCK", "Couple", 0.532313, 0.536152, 0.542857, 0.735714),
        .init("STRUCK", "Football1", 0.660875, 0.669309, 0.878378, 1), .init("MEEM", "Crossing", 0.701984, nil, nil, 1),
        .init("MEEM", "Couple", 0.595238, nil, nil, 1), .init("MEEM", "Football1", 0.664093, nil, nil, 1),
        .init("MUSTer", "Crossing", 0.782540, nil, nil, 1), .init("MUSTer", "Couple", 0.619388, nil, nil, 0.842857),
        .init("MUSTer", "Football1", 0.509653, nil, nil, 0.945946),
    ]

    @Test("AUC, mean overlap, success at 0.5 and precision at 20 px are the published ones to 1e-6", arguments: goldens)
    func published(_ golden: Golden) throws {
        let folder = data ?? ""
        var notes: [String] = []
        let truth = try boxTruth("\(folder)/\(golden.sequence).groundtruth_rect.txt", origin: 1, notes: &notes)
        let boxes = try boxTruth("\(folder)/\(golden.sequence).\(golden.tracker).txt", origin: 1, notes: &notes)
        let run = boxes.map { Prediction(region: $0.region) }
        let scores = otbScores(run, truth: truth)
        #expect(scores.frames == truth.count)
        #expect(isNear(scores.auc, golden.auc, 1e-6))
        #expect(isNear(scores.precisionScore, golden.precision20, 1e-6))
        if let ao = golden.averageOverlap { #expect(isNear(scores.averageOverlap, ao, 1e-6)) }
        if let sr = golden.successRate50 { #expect(isNear(scores.successRate50, sr, 1e-6)) }
    }
}
