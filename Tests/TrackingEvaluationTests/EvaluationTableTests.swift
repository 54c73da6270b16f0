import FoundationEssentials
import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Tables of an evaluation")
struct EvaluationTableTests {
    private func tables(
        _ set: DataSet, _ evaluationProtocol: EvaluationProtocol, in folder: String
    ) throws -> EvaluationTables {
        let plan = try EvaluationPlan(
            sets: [set], trackers: [BrightnessTracker()], protocol: evaluationProtocol, version: "test")
        let out = RunFolder(folder + "/" + evaluationProtocol.rawValue)
        _ = try Evaluation(plan, in: out).run()
        return try EvaluationTables(of: out)
    }

    private func value(_ key: String, of tracker: String, _ tables: EvaluationTables) throws -> Double? {
        let table = try #require(tables.tables.first)
        let column = try #require(table.columns.firstIndex { $0.key == key })
        return try #require(table.rows.first { $0.tracker == tracker }).values[column]
    }

    @Test(
        "The truth scores 20/21 where no overlap can be above the last threshold",
        arguments: [EvaluationProtocol.ope, .sre, .tre])
    func truth(_ evaluationProtocol: EvaluationProtocol) throws {
        try EvaluationFixture.inFolder { folder in
            let tables = try tables(EvaluationFixture.set(in: folder), evaluationProtocol, in: folder)
            #expect(abs(try #require(try value("auc", of: "ground-truth", tables)) - 20.0 / 21) < 1e-12)
            #expect(try value("precision", of: "ground-truth", tables) == 1)
        }
    }

    @Test("The overlap of a tracker that stays is that of a box with its shifted self")
    func stays() throws {
        try EvaluationFixture.inFolder { folder in
            // A box 24 wide that goes a pixel a frame: the overlap is (24 − k) / (24 + k).
            let tables = try tables(EvaluationFixture.set(in: folder, lengths: [10]), .ope, in: folder)
            let overlaps: [Double] = (0..<10).map { k in Double(24 - k) / Double(24 + k) }
            let overlap = overlaps.reduce(0, +) / 10
            let found = try #require(try value("average_overlap", of: "static", tables))
            #expect(abs(found - overlap) < 1e-12)
        }
    }

    @Test(
        "Two rows bracket the table of every protocol",
        arguments: [EvaluationProtocol.ope, .sre, .tre, .vot, .anchor, .point, .tap])
    func brackets(_ evaluationProtocol: EvaluationProtocol) throws {
        try EvaluationFixture.inFolder { folder in
            let table = try #require(try tables(EvaluationFixture.set(in: folder), evaluationProtocol, in: folder).tables.first)
            #expect(table.rows.filter(\.isBracket).map(\.tracker) == ["ground-truth", "static"])
            #expect(table.sorted[0].tracker == "ground-truth" || table.columns[0].key == "expected_average_overlap")
            for row in table.rows {
                #expect(row.values.count == table.columns.count)
                #expect(row.sequences.count == 3)
                #expect(row.failed.isEmpty)
            }
        }
    }

    @Test("VOT's numbers of the truth: accuracy 1 and no failure, robustness 1 from anchors")
    func vot() throws {
        try EvaluationFixture.inFolder { folder in
            // Longer than the ten frames after a seed that do not count.
            let set = try EvaluationFixture.set(in: folder, lengths: [30, 25])
            let supervised = try tables(set, .vot, in: folder)
            #expect(try value("accuracy", of: "ground-truth", supervised) == 1)
            #expect(try value("failures", of: "ground-truth", supervised) == 0)
            #expect(try value("robustness", of: "ground-truth", tables(set, .anchor, in: folder)) == 1)
        }
    }

    @Test("A supervised tracker that stays is seeded anew five frames after the target has left it")
    func supervisedStatic() throws {
        try EvaluationFixture.inFolder { folder in
            // 24 wide and two pixels a frame: in frame 12 the boxes touch and have nothing in common.
            var set = try EvaluationFixture.set(in: folder, lengths: [1, 34])
            set.sequences.removeFirst()
            let plan = try EvaluationPlan(sets: [set], trackers: [], protocol: .vot, version: "test")
            let out = RunFolder(folder + "/out")
            _ = try Evaluation(plan, in: out).run()
            let file = try ResultFile(reading: out.results(set: set.name, tracker: "static", sequence: "clip1"))
            #expect(file.runs.map(\.run.start) == [0, 17])
            #expect(file.runs.map(\.run.predictions.count) == [13, 13])
            #expect(try value("failures", of: "static", EvaluationTables(of: out)) == 2)
        }
    }

    @Test("The tables are of the files alone, and are the same bytes each time")
    func filesAlone() throws {
        try EvaluationFixture.inFolder { folder in
            let tables = try tables(EvaluationFixture.set(in: folder), .ope, in: folder)
            try tables.write()
            let files = try EvaluationFixture.files(of: tables.folder.path)
            try FileManager.default.removeItem(atPath: folder + "/patches")
            try FileManager.default.removeItem(atPath: tables.folder.path + "/times")
            try EvaluationTables(of: tables.folder).write()
            #expect(try EvaluationFixture.files(of: tables.folder.path) == files)
            let csv = String(decoding: try #require(files["summary.csv"]), as: UTF8.self).split(separator: "\n")
            #expect(csv.count == 1 + 3)
            #expect(csv[0].hasPrefix("data_set,tracker,sequences,failed,auc,precision,"))
            #expect(String(decoding: try #require(files["sequences.csv"]), as: UTF8.self).split(separator: "\n").count == 1 + 9)
        }
    }

    @Test("Recordings are drawn and bracketed by the truth")
    func drawing() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let set = try openDataSet(root.appending(path: "recordings/letter").path)
        try EvaluationFixture.inFolder { folder in
            let plan = try EvaluationPlan(
                sets: [set], trackers: [#require(BuiltInTracker(named: "csrt"))], protocol: .drawing, version: "test")
            let out = RunFolder(folder + "/out")
            #expect(try Evaluation(plan, in: out).run().failures.isEmpty)
            let tables = try EvaluationTables(of: out)
            #expect(try value("pen_median_mm", of: "ground-truth", tables) == 0)
            #expect(try value("covered_share", of: "ground-truth", tables) == 1)
            // What the recordings are made for: a few millimetres.
            #expect(try #require(try value("pen_median_mm", of: "csrt", tables)) < 5)
            #expect(try #require(try value("covered_share", of: "static", tables)) < 0.2)
            #expect(throws: EvaluationFailure.self) {
                try EvaluationPlan(sets: [set], trackers: [BrightnessTracker()], protocol: .drawing, version: "test")
            }
        }
    }
}
