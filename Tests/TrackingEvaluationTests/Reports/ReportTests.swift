import FoundationEssentials
import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

@Suite struct ReportTests {
    /// A tracker that says what the annotation says, moved to the right.
    private struct Shifted: TrackerFactory {
        var name: String
        var shift: Double
        var readsPictures: Bool { false }

        func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker(sequence.truth, shift) }

        private final class Tracker: EvaluatedTracker {
            private let truth: [GroundTruth]
            private let shift: Double

            init(_ truth: [GroundTruth], _ shift: Double) { (self.truth, self.shift) = (truth, shift) }

            func initialize(on picture: Picture, region: Region, frame: Int) -> Prediction { said(frame) }
            func update(_ picture: Picture, frame: Int) -> Prediction { said(frame) }

            private func said(_ frame: Int) -> Prediction {
                Prediction(region: truth[frame].region?.moved(by: .init(dx: shift, dy: 0)), confidence: 0.5)
            }
        }
    }

    private func tables(
        _ trackers: [Shifted], _ set: DataSet, _ kind: EvaluationProtocol = .ope, to folder: String
    ) throws -> EvaluationTables {
        let plan = try EvaluationPlan(sets: [set], trackers: trackers, protocol: kind, version: "test")
        _ = try Evaluation(plan, in: RunFolder(folder)).run()
        let tables = try EvaluationTables(of: RunFolder(folder))
        try tables.write()
        return tables
    }

    @Test("A tracker that is off by more is worse, by less is better, and the same shows no difference")
    func comparison() throws {
        let folder = try ScratchFolder()
        let set = try EvaluationFixture.set(in: folder.path)
        let near = try tables([Shifted(name: "t", shift: 2)], set, to: folder.file("near"))
        let far = try tables([Shifted(name: "t", shift: 5)], set, to: folder.file("far"))
        let worse = try #require(Comparison.compare(near, far).first)
        #expect(worse.verdict == .worse)
        #expect(worse.pairs.count == 3)
        #expect(worse.pairs.allSatisfy { $0.difference < 0 })
        #expect(try Comparison.compare(far, near).first?.verdict == .better)
        let same = try #require(Comparison.compare(near, near).first)
        #expect(same.verdict == .undecided && same.bootstrap.mean == 0)
    }

    @Test("Missing sequences make worse, and evaluations that do not fit together are refused")
    func fits() throws {
        let folder = try ScratchFolder()
        let set = try EvaluationFixture.set(in: folder.path)
        let whole = try tables([Shifted(name: "t", shift: 2)], set, to: folder.file("whole"))
        var part = set
        part.sequences.removeLast()
        let less = try tables([Shifted(name: "t", shift: 2)], part, to: folder.file("part"))
        let found = try #require(Comparison.compare(whole, less).first)
        #expect(found.verdict == .worse && found.onlyInA == ["clip2"])
        #expect(try Comparison.compare(less, whole).first?.verdict == .undecided)

        let others = try tables(
            [Shifted(name: "u", shift: 2), Shifted(name: "v", shift: 2)], set, to: folder.file("others"))
        #expect(throws: EvaluationFailure.self) { try Comparison.compare(whole, others) }
        var request = Comparison.Request()
        request.trackers = ("t", "v")
        #expect(try Comparison.compare(whole, others, request).first?.trackers == ["t", "v"])
        request.metric = "beauty"
        #expect(throws: EvaluationFailure.self) { try Comparison.compare(whole, others, request) }
    }

    @Test("The page holds all that it shows, and its plots are files of their own that are well-formed")
    func page() throws {
        let folder = try ScratchFolder()
        var set = try EvaluationFixture.set(in: folder.path)
        set.sequences[0].name = "clip <0> & \"more\""
        let tables = try tables(
            [Shifted(name: "a<b>&c", shift: 2), Shifted(name: "far", shift: 9)], set, to: folder.file("out"))
        let files = try EvaluationReport(of: tables, sets: [set]).write()
        let page = try #require(folder.text("out/report.html"))
        #expect(
            !page.contains("http://")
                || page.components(separatedBy: "http://").count == page.components(separatedBy: "xmlns").count)
        #expect(!page.contains("https://") && !page.contains("src=\"/") && !page.contains("@import"))
        #expect(page.contains("data:image/jpeg;base64,/9j/"))
        #expect(!page.contains("a<b>") && page.contains("a&lt;b&gt;&amp;c"))
        #expect(page.contains("clip &lt;0&gt; &amp; &quot;more&quot;"))
        #expect(page.contains(tables.tables[0].definition))
        for words in ["success", "precision", "normalized-precision"] {
            #expect(files.contains { $0.hasSuffix("/plots/\(words).svg") })
        }
        #expect(!files.contains { $0.hasSuffix("/plots/speed.svg") }, "nobody looked at a picture")
        for file in files where file.hasSuffix(".svg") { try checkTags(String(contentsOfFile: file, encoding: .utf8)) }
        #expect(folder.text("out/attributes.csv")?.contains(",FM,3,far,auc,") == true)
        let curves = try #require(folder.text("out/curves.csv")).split(separator: "\n")
        // 4 trackers with 21, 51 and 51 thresholds, and the header.
        #expect(curves.count == 1 + 4 * (21 + 51 + 51))
    }

    @Test("A plot of speed has a mark for each tracker, beside it its name, and logarithmic ticks")
    func speed() throws {
        let plot = Plot(
            file: "speed", title: "Speed & AUC", xLabel: "frames a second", yLabel: "AUC", xRange: 5...400, isLogarithmic: true,
            isScatter: true,
            series: [
                .init(name: "fast", score: "", colour: 0, points: [.init(x: 200, y: 0.25)]),
                .init(name: "slow", score: "", colour: 8, points: [.init(x: 10, y: 0.5)]),
            ])
        let text = plot.svg(isAlone: true)
        try checkTags(text)
        #expect(text.components(separatedBy: "<circle").count == 3)
        #expect(text.contains("Speed &amp; AUC") && text.contains(">fast<") && text.contains(">slow<"))
        for tick in ["10", "100", "200"] { #expect(text.contains(">\(tick)</text>")) }
        let places = text.components(separatedBy: "<circle").dropFirst().compactMap { part in
            part.components(separatedBy: "cx=\"").last?.split(separator: "\"").first.flatMap { Double(String($0)) }
        }
        // The axis is 564 wide, from 5 to 400: log 20 / log 80 of it.
        #expect(abs(abs(places[0] - places[1]) - 564 * 0.683652) < 0.2)
    }

    @Test("A data set whose pictures are gone still has a report, which says so")
    func withoutPictures() throws {
        let folder = try ScratchFolder()
        let set = try EvaluationFixture.set(in: folder.path)
        let tables = try tables([Shifted(name: "t", shift: 2)], set, to: folder.file("out"))
        try FileManager.default.removeItem(atPath: folder.file("patches"))
        try EvaluationReport(of: tables).write()
        let page = try #require(folder.text("out/report.html"))
        #expect(page.contains("not found") && !page.contains("<img"))
    }

    /// Every tag that is opened is closed, in order.
    private func checkTags(_ text: String) throws {
        var open: [Substring] = []
        for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
            let tag = part.prefix { $0 != ">" }
            #expect(part.contains(">"))
            let name = tag.prefix { !" />".contains($0) || $0 == "/" && tag.first == "/" }
            if tag.hasPrefix("/") {
                #expect(open.popLast() == name.dropFirst())
            } else if !tag.hasSuffix("/") {
                open.append(name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test("VOT's protocols show expected overlap and accuracy against robustness", arguments: [EvaluationProtocol.vot, .anchor])
    func plotsOfVOT(_ kind: EvaluationProtocol) throws {
        let folder = try ScratchFolder()
        let set = try EvaluationFixture.set(in: folder.path)
        // A box of 24 × 20 moved by 6 to the right overlaps 18 of 30 columns: 0.6 in every frame but the seed's.
        let tables = try tables([Shifted(name: "six", shift: 6)], set, kind, to: folder.file("out"))
        try EvaluationReport(of: tables).write()
        let page = try #require(folder.text("out/report.html"))
        #expect(page.contains("Expected overlap: mean over") && page.contains("Accuracy and robustness"))
        for name in ["expected-overlap", "accuracy-robustness"] {
            let svg = try #require(folder.text("out/plots/\(name).svg"))
            #expect(svg.contains("<title>six ") && svg.contains("<title>static "))
        }
        let curves = try #require(folder.text("out/curves.csv")).split(separator: "\n").map { $0.split(separator: ",") }
        let points = curves.filter { $0[1] == "expected_overlap" && $0[2] == "six" }.compactMap { Double($0[4]) }
        // The longest of the clips has 15 frames. The seed itself counts as 0 for the anchors and not at all for the other.
        #expect(points.count == 14)
        #expect(points.allSatisfy { isNear($0, 0.6, 1e-6) })
    }
}
