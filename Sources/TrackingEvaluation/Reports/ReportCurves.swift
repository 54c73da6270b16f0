internal import Spaces

/// The curves of trackers on a data set, made of the stored results.
struct ReportCurves: Sendable {
    /// The curves of one tracker.
    struct Tracker: Sendable {
        var name: String
        var success: ThresholdCurve?
        var precision: ThresholdCurve?
        var normalized: ThresholdCurve?
    }

    var trackers: [Tracker] = []
    /// Whose definition success and precision follow.
    var definition = "the distance of the places in the picture's pixels, whether held or not"
    /// Whose definition the normalized precision follows.
    var normalizedDefinition = ""

    /// Makes the curves; protocols that have none give none.
    ///
    /// - Throws: ``EvaluationFailure`` or `FileFailure` when a file of results cannot be read.
    init(of table: EvaluationTables.Table, in tables: EvaluationTables) throws {
        let kind = tables.manifest.evaluationProtocol
        guard [.ope, .sre, .tre, .tap, .point].contains(kind) else { return }
        let toolkit = kind == .tap ? .got10kUAV : passDefinition(layout: table.layout)
        let rows = table.sorted
        var tallies = rows.map { _ in Tally() }
        let folder = tables.folder
        let judged = rows.map { Set($0.sequences.map(\.sequence)) }
        let names = tables.manifest.sets.first { $0.name == table.set }?.sequences ?? []
        for name in names where judged.contains(where: { $0.contains(name) }) {
            let sequence = try SequenceFile.read(folder.truth(set: table.set, sequence: name))
            let isOfPoints = sequence.isOfPoints
            for (index, row) in rows.enumerated() where judged[index].contains(name) {
                let path = folder.results(set: table.set, tracker: row.tracker, sequence: name)
                let runs = try ResultFile(reading: path).runs.map(\.run)
                if isOfPoints {
                    tallies[index].points += runs.map { Self.distances($0, of: sequence) }
                    continue
                }
                definition = toolkit.source
                let own = score(runs, of: sequence, toolkit)
                normalizedDefinition = own?.normalizedPrecision == nil ? OPEDefinition.lasot.source : definition
                if let own { tallies[index].scores.append(own) }
                if own?.normalizedPrecision == nil, let own = score(runs, of: sequence, .lasot) {
                    tallies[index].normalized.append(own)
                }
            }
        }
        for (row, tally) in zip(rows, tallies) {
            let mean = OPEScores(meanOf: tally.scores)
            trackers.append(
                Tracker(
                    name: row.tracker, success: mean?.success,
                    precision: mean?.precision ?? ThresholdCurve.mean(of: tally.points),
                    normalized: mean?.normalizedPrecision ?? OPEScores(meanOf: tally.normalized)?.normalizedPrecision))
        }
    }

    /// What is gathered of a tracker.
    private struct Tally {
        var scores: [OPEScores] = []
        var normalized: [OPEScores] = []
        var points: [ThresholdCurve] = []
    }

    /// A sequence with several runs has their mean, and all sequences weigh the same.
    private func score(_ runs: [TrackRun], of sequence: EvaluationSequence, _ toolkit: OPEDefinition) -> OPEScores? {
        OPEScores(meanOf: runs.map { toolkit.scores($0.predictions, truth: $0.truth(of: sequence)) })
    }

    private static func distances(_ run: TrackRun, of sequence: EvaluationSequence) -> ThresholdCurve {
        let truth = run.truth(of: sequence)
        let errors = zip(run.predictions, truth).dropFirst().compactMap { prediction, truth -> Double? in
            guard let place = truth.region?.bounds.center else { return nil }
            let said = prediction.region?.bounds.center
            return said.map { $0.distance(to: place) }.flatMap { $0.isFinite ? $0 : nil } ?? .infinity
        }
        return precisionCurve(errors)
    }

    /// The plots, with the trackers' colours by their place in the table.
    func plots(of table: EvaluationTables.Table, prefix: String) -> [Plot] {
        let rows = table.sorted
        let colours = seriesColours(of: rows)
        func plot(
            _ file: String, _ title: String, _ xLabel: String, _ limit: Double, _ curve: (Tracker) -> ThresholdCurve?,
            _ score: (ThresholdCurve) -> Double
        ) -> Plot? {
            let found = trackers.compactMap { tracker in curve(tracker).map { (tracker.name, $0, score($0)) } }
                .filter { $0.1.values.contains { $0 > 0 } }.sorted { $0.2 > $1.2 }
            guard !found.isEmpty else { return nil }
            return Plot(
                file: prefix + file, title: title, xLabel: xLabel, yLabel: "share of frames", xRange: 0...limit,
                series: found.map { name, curve, score in
                    Plot.Series(
                        name: name, score: shown(score, places: 3), colour: colours[name] ?? nil,
                        points: zip(curve.thresholds, curve.values).map { Plot.PlotPoint(x: $0, y: $1) })
                })
        }
        func at20(_ curve: ThresholdCurve) -> Double { curve.values.indices.contains(20) ? curve.values[20] : curve.mean }
        return [
            plot("success", "Success: area under the curve", "overlap threshold", 1, \.success, \.mean),
            plot("precision", "Precision: share within 20 px", "centre error threshold, px", 50, \.precision, at20),
            plot(
                "normalized-precision", "Normalized precision: area under the curve", "centre error threshold, share of the box",
                0.5,
                \.normalized, \.mean),
        ].compactMap { $0 }
    }

    /// All curves as CSV: plot, tracker, threshold, share.
    func csv(set: String) -> String {
        var out = ""
        for tracker in trackers {
            for (plot, curve) in [
                ("success", tracker.success), ("precision", tracker.precision), ("normalized_precision", tracker.normalized),
            ] {
                guard let curve else { continue }
                for (threshold, value) in zip(curve.thresholds, curve.values) {
                    out += EvaluationTables.csvLine([set, plot, tracker.name, "\(threshold)", "\(value)"])
                }
            }
        }
        return out
    }
}

/// The colour of each tracker by its place in a table; those that bracket have none.
func seriesColours(of rows: [EvaluationTables.Row]) -> [String: Int?] {
    var colours: [String: Int?] = [:]
    var next = 0
    for row in rows {
        if row.isBracket {
            colours[row.tracker] = .some(nil)
        } else {
            colours[row.tracker] = next
            next += 1
        }
    }
    return colours
}
