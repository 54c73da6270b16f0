/// What the report shows of VOT's protocols: the expected overlap by the length of a sequence, and accuracy against robustness.
struct ReportVOT: Sendable {
    /// The numbers of one tracker.
    struct Tracker: Sendable {
        var name: String
        /// Expected overlap at each length, from 0 on.
        var curve: [Double]
        /// The mean of the curve over the lengths of the definition; nil where no sequence is that long.
        var expected: Double?
        /// Mean overlap while it tracks, 0…1.
        var accuracy: Double
        /// Share of frames before a failure, or the chance to go on without one, 0…1.
        var robustness: Double
    }

    var trackers: [Tracker] = []
    /// Frames of the longest sequence, beyond which no run goes.
    private var longest = 0
    private var isFromAnchors = false

    /// Gathers them; other protocols have none.
    ///
    /// - Throws: ``EvaluationFailure`` or `FileFailure` when a file of results cannot be read.
    init(of table: EvaluationTables.Table, in tables: EvaluationTables) throws {
        let kind = tables.manifest.evaluationProtocol
        guard kind == .vot || kind == .anchor else { return }
        isFromAnchors = kind == .anchor
        let folder = tables.folder
        for row in table.sorted {
            var supervised: [SupervisedScores] = []
            var anchored: [AnchorScores] = []
            for name in row.sequences.map(\.sequence) {
                let sequence = try SequenceFile.read(folder.truth(set: table.set, sequence: name))
                let results = try ResultFile(reading: folder.results(set: table.set, tracker: row.tracker, sequence: name))
                longest = max(longest, sequence.count)
                if isFromAnchors {
                    anchored.append(anchorScores(results, of: sequence))
                } else {
                    supervised.append(supervisedScores(results, of: sequence))
                }
            }
            guard !supervised.isEmpty || !anchored.isEmpty else { continue }
            trackers.append(
                isFromAnchors
                    ? Tracker(name: row.tracker, AnchorSetScores(anchored))
                    : Tracker(name: row.tracker, SupervisedSetScores(supervised)))
        }
    }

    /// The plots, with the trackers' colours by their place in the table.
    func plots(of table: EvaluationTables.Table, prefix: String) -> [Plot] {
        guard !trackers.isEmpty, longest > 1 else { return [] }
        let colours = seriesColours(of: table.sorted)
        let lengths = isFromAnchors ? AnchorSetScores.usualLengths : SupervisedSetScores.usualLengths
        let curves = trackers.map { tracker in
            Plot.Series(
                name: tracker.name, score: shown(tracker.expected, places: 3), colour: colours[tracker.name] ?? nil,
                points: shownLengths(of: tracker).map { Plot.PlotPoint(x: Double($0), y: tracker.curve[$0]) })
        }
        let marks = trackers.map { tracker in
            Plot.Series(
                name: tracker.name,
                score: "accuracy \(shown(tracker.accuracy, places: 3)), robustness \(shown(tracker.robustness, places: 3))",
                colour: colours[tracker.name] ?? nil, points: [.init(x: tracker.robustness, y: tracker.accuracy)])
        }
        return [
            Plot(
                file: prefix + "expected-overlap",
                title: "Expected overlap: mean over \(lengths.lowerBound) to \(lengths.upperBound) frames",
                xLabel: "frames of a sequence", yLabel: "expected overlap", xRange: 0...Double(longest), series: curves),
            Plot(
                file: prefix + "accuracy-robustness", title: "Accuracy and robustness",
                xLabel: isFromAnchors
                    ? "robustness: share of frames before a failure" : "robustness: chance of 30 frames without a failure",
                yLabel: "accuracy: overlap while tracking", xRange: 0...1, isScatter: true, series: marks),
        ]
    }

    /// The curves as CSV: plot, tracker, length, expected overlap.
    func csv(set: String) -> String {
        trackers.map { tracker in
            shownLengths(of: tracker).map { length in
                EvaluationTables.csvLine([set, "expected_overlap", tracker.name, "\(length)", "\(tracker.curve[length])"])
            }.joined()
        }.joined()
    }

    /// The lengths at which a curve means something: from 1, and not beyond the longest sequence.
    private func shownLengths(of tracker: Tracker) -> Range<Int> { 1..<max(1, min(longest, tracker.curve.count)) }
}

extension ReportVOT.Tracker {
    fileprivate init(name: String, _ scores: SupervisedSetScores) {
        self.init(
            name: name, curve: scores.curve, expected: scores.expectedAverageOverlap, accuracy: scores.accuracy,
            robustness: scores.reliability)
    }

    fileprivate init(name: String, _ scores: AnchorSetScores) {
        self.init(
            name: name, curve: scores.curve, expected: scores.expectedAverageOverlap, accuracy: scores.accuracy,
            robustness: scores.robustness)
    }
}
