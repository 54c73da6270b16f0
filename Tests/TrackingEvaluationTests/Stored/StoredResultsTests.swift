import FoundationEssentials
import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

@Suite struct StoredResultsTests {
    /// Three frames whose true boxes, from the picture's corner, are at x = 10, 11, 12.
    private static let sequence = EvaluationSequence(
        name: "Clip", pictures: .files([]), truth: (0..<3).map { .visible(.rect(box(10 + Double($0)))) })

    private static func box(_ x: Double) -> PixelRect { .init(cornerX: x, cornerY: 20, width: 30, height: 40) }

    /// What results say, frame by frame.
    private func said(_ folder: String, seedAt start: Int = 0, count: Int = 3) throws -> [Prediction] {
        let tracker = try StoredResults(folder: folder).tracker(for: Self.sequence)
        let blank = try Picture(width: 1, height: 1, bgr: [0, 0, 0])
        let seed = try #require(Self.sequence.truth[start].region)
        var all = [try tracker.initialize(on: blank, region: seed, frame: start)]
        for frame in start + 1..<start + count { all.append(try tracker.update(blank, frame: frame)) }
        return all
    }

    struct Layout: CustomTestStringConvertible {
        var testDescription: String
        var file: String
        var text: String
    }

    static let layouts: [Layout] = [
        .init(testDescription: "OTB, commas, from 1", file: "Clip.txt", text: "11,21,30,40\n12,21,30,40\n13,21,30,40\n"),
        .init(testDescription: "OTB, tabs, from 1", file: "Clip.txt", text: "11\t21\t30\t40\n12\t21\t30\t40\n13\t21\t30\t40"),
        .init(testDescription: "OTB, spaces, lower case", file: "clip.txt", text: "11 21 30 40\n12  21 30 40\n13 21 30 40\r\n"),
        .init(testDescription: "pysot, from 0", file: "Clip.txt", text: "10.0,20.0,30.0,40.0\n11,20,30,40\n12,20,30,40\n"),
        .init(testDescription: "GOT-10k", file: "Clip/Clip_001.txt", text: "10,20,30,40\n11,20,30,40\n12,20,30,40\n"),
        .init(testDescription: "VOT, first frame coded", file: "Clip/Clip_001.txt", text: "1\n11,20,30,40\n12,20,30,40\n"),
        .init(testDescription: "VOT below baseline", file: "baseline/Clip/Clip_001.txt", text: "1\n11,20,30,40\n12,20,30,40\n"),
        .init(
            testDescription: "polygons", file: "Clip.txt",
            text: "10,20,40,20,40,60,10,60\n11,20,41,20,41,60,11,60\n12,20,42,20,42,60,12,60\n"),
    ]

    @Test("Results in each layout say where the boxes are, whatever number the first pixel has", arguments: layouts)
    func layout(_ layout: Layout) throws {
        let folder = try ScratchFolder()
        try folder.write(layout.text, to: layout.file)
        #expect(try said(folder.path).map(\.region?.bounds) == [Self.box(10), Self.box(11), Self.box(12)])
    }

    @Test("Failures, gaps and frames after the end are lost")
    func lost() throws {
        let folder = try ScratchFolder()
        try folder.write("1\n2\n", to: "Clip/Clip_001.txt")
        #expect(try said(folder.path).map(\.isHeld) == [true, false, false])
        try folder.write("10,20,30,40\nnan,nan,nan,nan\n0,0,0,0\n", to: "Clip/Clip_001.txt")
        #expect(try said(folder.path).map(\.isHeld) == [true, false, false])
    }

    @Test("The toolkit's binary files and confidences are read")
    func binary() throws {
        let folder = try ScratchFolder()
        // As vot-toolkit 0.9.0 writes: version and count, a code, a rectangle, a polygon of three corners.
        var bytes: [UInt8] = [1, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0]
        func add(_ values: [Float]) {
            for value in values { bytes += (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) } }
        }
        bytes.append(1)
        add([11, 20, 30, 40])
        bytes += [2, 3, 0]
        add([12, 20, 42, 20, 42, 60])
        try folder.write("", to: "Clip/Clip_001.bin")
        try Data(bytes).write(to: URL(filePath: folder.file("Clip/Clip_001.bin")))
        try folder.write("\n0.75\n0.5\n", to: "Clip/Clip_001_confidence.value")
        let all = try said(folder.path)
        #expect(all.map(\.region?.bounds) == [Self.box(10), Self.box(11), Self.box(12)])
        #expect(all.map(\.confidence) == [nil, 0.75, 0.5])
    }

    @Test("Runs from anchors have files of their own")
    func anchors() throws {
        let folder = try ScratchFolder()
        try folder.write("1\n12,20,30,40\n", to: "baseline/Clip/Clip_00000001.txt")
        #expect(try said(folder.path, seedAt: 1, count: 2).map(\.region?.bounds) == [Self.box(11), Self.box(12)])
        #expect(throws: StoredFailure.self) { try said(folder.path, seedAt: 0, count: 1) }
    }

    @Test("A star stands for the sequence, and the rest of the name for the tracker")
    func star() throws {
        let folder = try ScratchFolder()
        try folder.write("10,20,30,40\n11,20,30,40\n12,20,30,40\n", to: "Clip.STRUCK.txt")
        let results = try StoredResults(folder: folder.path + "/*.STRUCK.txt")
        #expect(results.name == "STRUCK")
        #expect(try said(folder.path + "/*.STRUCK.txt").count == 3)
    }

    @Test(
        "Missing, empty and broken results are said", arguments: ["", "\n\n", "1,2,x,4\n", "1,2,3\n", "0\n0\n", "\u{0}\u{1}\n"])
    func broken(_ text: String) throws {
        let folder = try ScratchFolder()
        let missing = #expect(throws: StoredFailure.self) { try said(folder.path) }
        #expect(missing?.description.contains("Clip.txt") == true)
        try folder.write(text, to: "Clip.txt")
        let failure = #expect(throws: StoredFailure.self) { try said(folder.path) }
        #expect(failure?.description.contains("Clip.txt") == true)
        #expect(throws: StoredFailure.self) { try StoredResults(folder: folder.path + "/none") }
    }

    @Test("What is written in a layout is read again", arguments: ExportLayout.allCases)
    func roundTrip(_ layout: ExportLayout) throws {
        let folder = try ScratchFolder()
        let boxes = [10, 11.25, 12.1].map { Self.box($0) }
        let run = TrackRun(
            start: 0, predictions: boxes.map { Prediction(region: .rect($0), confidence: 0.5) }, seconds: [0.1, 0.2, 0.3])
        let result = ExportedResult(
            tracker: "a/b", sequence: "Clip", count: 3, origin: layout == .otb ? 1 : 0, runs: [run])
        let files = try export(result, as: layout, to: folder.path)
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        let again = try said(folder.path + "/a%2Fb").compactMap(\.region?.bounds)
        for (found, box) in zip(again, boxes) { #expect(abs(found.cornerX - box.cornerX) < 1e-12) }
        #expect(again.count == 3)
        if layout == .got10k { #expect(folder.text("a%2Fb/Clip/Clip_time.txt") == "0.1\n0.2\n0.3\n") }
    }

    @Test("Supervised runs become one file with codes; a lost box is repeated where there is no word for it")
    func supervised() throws {
        let folder = try ScratchFolder()
        let lost = Prediction(region: nil, isHeld: false)
        let result = ExportedResult(
            tracker: "t", sequence: "Clip", count: 6, origin: 0,
            runs: [
                TrackRun(start: 0, predictions: [Prediction(region: .rect(Self.box(10))), lost]),
                TrackRun(
                    start: 4, predictions: [Prediction(region: .rect(Self.box(14))), Prediction(region: .rect(Self.box(15)))]),
            ])
        try export(result, as: .vot, to: folder.path)
        #expect(folder.text("t/baseline/Clip/Clip_001.txt") == "1\n2\n0\n0\n1\n15.0,20.0,30.0,40.0\n")
        try export(result, as: .otb, to: folder.path)
        let lines = try #require(folder.text("t/Clip.txt")).split(separator: "\n")
        #expect(lines.map { $0.split(separator: ",")[0] } == ["10.0", "10.0", "0", "0", "14.0", "15.0"])
    }

    @Test("All passes of a robustness protocol stand in one file, as OTB's Python toolkit has them")
    func passes() throws {
        let folder = try ScratchFolder()
        let set = DataSet(
            name: "set", layout: "otb", folder: folder.path,
            sequences: [
                EvaluationSequence(
                    name: "Clip", pictures: .files([]), truth: (0..<30).map { .visible(.rect(Self.box(10 + Double($0)))) })
            ])
        try folder.write((0..<30).map { "\(11 + $0),21,30,40\n" }.joined(), to: "mine/Clip.txt")
        for (kind, count) in [(EvaluationProtocol.sre, 12), (.tre, 11)] {
            let out = RunFolder(folder.file(kind.rawValue))
            let plan = try EvaluationPlan(
                sets: [set], trackers: [StoredResults(folder: folder.file("mine"))], protocol: kind, version: "test")
            _ = try Evaluation(plan, in: out).run()
            let tables = try EvaluationTables(of: out)
            #expect(
                try ExportLayout.otb.write(tables, to: folder.file("otb")) == [
                    folder.file("otb/\(kind.rawValue.uppercased())/mine/Clip.json")
                ])
            #expect(ExportLayout.otb.shortfall(of: kind) == nil && ExportLayout.vot.shortfall(of: kind) != nil)
            let text = try #require(folder.text("otb/\(kind.rawValue.uppercased())/mine/Clip.json"))
            let passes = try JSONDecoder().decode([Pass].self, from: Data(text.utf8))
            #expect(passes.count == count)
            #expect(passes.allSatisfy { $0.seqName == "Clip" && $0.resType == "rect" && $0.endFrame == 30 })
            #expect(passes.first?.res[1] == [12, 21, 30, 40])
            if kind == .sre {
                // The toolkit's own words for the twelve shifts.
                let words = [
                    "left", "right", "up", "down", "topLeft", "topRight", "bottomLeft", "bottomRight", "scale_8", "scale_9",
                    "scale_11", "scale_12",
                ]
                #expect(passes.map(\.shiftType) == words)
            } else {
                #expect(passes.map(\.startFrame) == Array(1...11))
                #expect(passes.map(\.res.count) == (0...10).map { 30 - $0 })
            }
        }
    }
}

/// A pass as OTB's Python toolkit reads it.
private struct Pass: Decodable {
    var seqName: String
    var startFrame: Int
    var endFrame: Int
    var shiftType: String
    var resType: String
    var res: [[Double]]
}
