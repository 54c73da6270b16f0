import FoundationEssentials
import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Stored results, judged at once")
struct StoredScoringTests {
    /// A sequence of GOT-10k without pictures: in frame 2 the target is hidden.
    private func got10k(_ folder: ScratchFolder) throws {
        try folder.write("10,20,30,40\n11,20,30,40\n12,20,30,40\n13,20,30,40\n", to: "val/A/groundtruth.txt")
        try folder.write("8\n8\n0\n8\n", to: "val/A/cover.label")
        try folder.write("[METAINFO]\nobject_class: hand\nresolution: (100, 200)\n", to: "val/A/meta_info.ini")
        try folder.write("A\n", to: "val/list.txt")
    }

    @Test("GOT-10k's numbers have a closed form, and need no picture")
    func closedForm() throws {
        let folder = try ScratchFolder()
        try got10k(folder)
        // Half a box to the right: the overlap is 1/3. The hidden frame does not count, nor does the first.
        try folder.write("10,20,30,40\n11,20,30,40\n99,99,1,1\n28,20,30,40\n", to: "mine/A/A_001.txt")
        let set = try openDataSet(folder.file("val"), needsPictures: false)
        #expect(set.layout == "got10k" && set.sequences[0].statedSize == PixelSize(width: 100, height: 200))
        #expect(set.sequences[0].attributes == ["hand"])
        let table = try StoredScoring([StoredResults(folder: folder.file("mine"))], on: set, by: .ope).table()
        let row = try #require(table.rows.first)
        #expect(row.tracker == "mine" && row.failed.isEmpty)
        #expect(isNear(row.values[0] ?? 0, (1 + 1.0 / 3) / 2, 1e-12))
        #expect(row.values[1] == 0.5 && row.values[2] == 0.5)
    }

    @Test("The numbers are those of an evaluation of the same results")
    func sameAsEvaluation() throws {
        let folder = try ScratchFolder()
        try got10k(folder)
        try folder.write("10,20,30,40\n13,21,29,41\n99,99,1,1\n0,0,0,0\n", to: "mine/A/A_001.txt")
        let set = try openDataSet(folder.file("val"), needsPictures: false)
        let results = try StoredResults(folder: folder.file("mine"))
        let table = try StoredScoring([results], on: set, by: .ope).table()
        let out = RunFolder(folder.file("out"))
        let plan = try EvaluationPlan(sets: [set], trackers: [results], protocol: .ope, version: "test")
        #expect(try Evaluation(plan, in: out).run().failures.isEmpty)
        let evaluated = try EvaluationTables(of: out).tables[0]
        #expect(evaluated.rows[0].values == table.rows[0].values)
        #expect(evaluated.rows[0].sequences == table.rows[0].sequences)
    }

    @Test("A sequence without results is named, and the others are judged")
    func missing() throws {
        let folder = try ScratchFolder()
        for name in ["A", "B"] { try folder.write("11,21,30,40\n12,21,30,40\n", to: "set/\(name)/groundtruth_rect.txt") }
        try folder.write("11,21,30,40\n12,21,30,40\n", to: "mine/A.txt")
        let set = try openDataSet(folder.file("set"), needsPictures: false)
        var failed: [String] = []
        let table = try StoredScoring([StoredResults(folder: folder.file("mine"))], on: set, by: .ope).table(failed: {
            failed.append("\($0) \($1) \($2)")
        })
        #expect(failed.count == 1 && failed[0].hasPrefix("mine B no results of B: looked for "))
        #expect(table.rows[0].failed == ["B"])
        #expect(table.rows[0].sequences.map(\.sequence) == ["A"])
        // A perfect tracker passes 20 of 21 thresholds.
        #expect(isNear(table.rows[0].values[0] ?? 0, 20.0 / 21, 1e-12))
    }

    @Test("Two results of one name are refused")
    func twice() throws {
        let folder = try ScratchFolder()
        try folder.write("11,21,30,40\n", to: "mine/A.txt")
        let results = try StoredResults(folder: folder.file("mine"))
        let set = DataSet(name: "set", layout: "otb", folder: "set", sequences: [])
        #expect(throws: EvaluationFailure.self) { try StoredScoring([results, results], on: set, by: .ope) }
    }
}
