import Spaces
import Testing

@testable import TrackingEvaluation

@Suite("Irregular and broken data sets")
struct DataSetIrregularityTests {
    @Test("Fewer boxes than pictures, or more, are cut to the shorter and said")
    func lengths() throws {
        let folder = try SampleFolder()
        try folder.write("1,1,2,2\n1,1,2,2\n", "Diving/groundtruth_rect.txt").pictures(1...4, in: "Diving/img/")
        try folder.write("1,1,2,2\n1,1,2,2\n1,1,2,2\n", "Deer/groundtruth_rect.txt").pictures(1...2, in: "Deer/img/")
        let set = try openDataSet(folder.path)
        #expect(set.sequences.map(\.count) == [2, 2])
        #expect(set.sequences[0].notes == ["3 boxes and 2 pictures: the last 1 box left out"])
        #expect(set.sequences[1].notes == ["4 pictures and 2 boxes: the last 2 pictures left out"])
    }

    @Test("David starts at picture 300, whether the pictures before it are there or not")
    func firstPicture() throws {
        let cut = try SampleFolder("David")
        try cut.write("1,1,2,2\n1,1,2,2\n", "groundtruth_rect.txt").pictures(300...301, in: "img/")
        let short = try openDataSet(cut.path).sequences[0]
        #expect(short.notes == ["the first picture is number 300, 0300.jpg; the first box belongs to it"])
        let whole = try SampleFolder("David")
        try whole.write("1,1,2,2\n1,1,2,2\n", "groundtruth_rect.txt").pictures(298...301, in: "img/")
        let long = try openDataSet(whole.path).sequences[0]
        #expect(long.notes == ["the first box belongs to picture 300; 2 pictures before it left out"])
        guard case .files(let a) = short.pictures, case .files(let b) = long.pictures else {
            Issue.record("pictures are files")
            return
        }
        #expect(a.map(lastComponent) == b.map(lastComponent))
    }

    @Test("Boxes without extent and NaN count as absent, blank lines as unknown, and all are said")
    func absent() throws {
        let folder = try SampleFolder("Odd")
        try folder.write("\u{FEFF}1;1;2;2\r\n0,0,0,0\r\n\r\nNaN,1,2,2\r\n5,5,2,2\r\n\r\n", "groundtruth_rect.txt")
        try folder.pictures(1...5, in: "img/")
        let sequence = try openDataSet(folder.path).sequences[0]
        #expect(sequence.truth.map { $0.region != nil } == [true, false, false, false, true])
        #expect(sequence.truth[1...3] == [.absent, .unknown, .absent])
        #expect(
            sequence.notes == [
                "groundtruth_rect.txt mixes commas and semicolons", "NaN in a part of lines 4: the target counts as absent there",
                "no width or height in lines 2: the target counts as absent there",
                "the target is absent in 2 frames: 1, 3", "1 frame has no truth: 2",
            ])
    }

    @Test("An empty second target is left out and said, and pictures without truth too")
    func missing() throws {
        let folder = try SampleFolder()
        try folder.write("", "Human4/groundtruth_rect.1.txt").write("1,1,2,2\n", "Human4/groundtruth_rect.2.txt")
        try folder.pictures(1...1, in: "Human4/img/").pictures(1...1, in: "Bare/img/")
        let set = try openDataSet(folder.path)
        #expect(set.sequences.map(\.name) == ["Human4-2"])
        #expect(set.notes.contains("Bare has pictures and no truth: left out"))
        #expect(set.notes.contains { $0.contains("groundtruth_rect.1.txt: the file is empty: this target is left out") })
    }

    @Test("Names that occur twice get the folders above in front")
    func names() throws {
        let folder = try SampleFolder()
        for part in ["a", "b"] {
            try folder.write("1,1,2,2\n", "\(part)/Car/groundtruth_rect.txt").pictures(1...1, in: "\(part)/Car/img/")
        }
        #expect(try openDataSet(folder.path).sequences.map(\.name) == ["a-Car", "b-Car"])
    }

    /// A broken data set and what its failure says.
    struct Broken: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var files: [(name: String, bytes: [UInt8])]
        var layout: String?
        var says: [String]

        init(_ description: String, _ files: [String: String], layout: String? = nil, says: String...) {
            testDescription = description
            self.files = files.map { ($0.key, Array($0.value.utf8)) }
            self.layout = layout
            self.says = says
        }
    }

    static let broken: [Broken] = [
        .init("empty truth", ["groundtruth_rect.txt": "", "img/1.jpg": ""], says: "groundtruth_rect.txt: the file is empty"),
        .init("binary truth", ["gt.txt": "1,1,2,2\n\u{0}\u{1}", "a.mpg": ""], says: "gt.txt:2: this is binary and no text"),
        .init(
            "NaN everywhere", ["gt.txt": "NaN,NaN,NaN,NaN\nNaN,NaN,NaN,NaN\n", "a.mpg": ""], says: "not one of 2 lines has a box"),
        .init("words", ["gt.txt": "1,1,2,2\n1,one,2,2\n", "a.mpg": ""], says: "gt.txt:2: expected a number, found 'one'"),
        .init("infinity", ["gt.txt": "1,1,inf,2\n", "a.mpg": ""], says: "gt.txt:1: expected a number, found 'inf'"),
        .init("three numbers", ["gt.txt": "1,1,2\n", "a.mpg": ""], says: "gt.txt:1", "found 3"),
        .init("no pictures", ["groundtruth_rect.txt": "1,1,2,2\n"], says: "there is truth and there are no pictures", "img/"),
        .init("two films", ["gt.txt": "1,1,2,2\n", "a.mpg": "", "b.mpg": ""], says: "2 films: a.mpg, b.mpg", "video.mp4"),
        .init(
            "no layout at all", ["notes.md": "", "old/x.bin": ""],
            says: "no sequence of a known layout", "looked for", "groundtruth_rect.txt",
            "found 1 file (notes.md) and 1 folder (old/)"),
        .init("another layout", ["gt.txt": "1,1,2,2\n", "a.mpg": ""], layout: "otb", says: "no sequence of layout otb"),
        .init("unknown layout", ["gt.txt": "1,1,2,2\n"], layout: "otbb", says: "no layout 'otbb'", "layouts are airdraw, otb"),
        .init(
            "two layouts", ["a/gt.txt": "1,1,2,2\n", "a/a.mpg": "", "b/groundtruth_rect.txt": "1,1,2,2\n", "b/img/1.jpg": ""],
            says: "folders of several layouts are in it: otb (1, such as", "--layout"),
        .init(
            "points out of order", ["t.csv": "frame,x,y\n3,1,1\n2,1,1\n", "a.mp4": ""],
            says: "t.csv:3: expected a frame from 4 on"),
        .init("a frame far off", ["t.csv": "frame,x,y\n9e9,1,1\n", "a.mp4": ""], says: "t.csv:2: expected a frame from 0 on"),
        .init(
            "a range of all numbers", ["x/x_gt.txt": "1,1,2,2\n", "x/x_frames.txt": "-9e18,9e18", "x/img/1.jpg": ""],
            layout: "tc128", says: "x_frames.txt:1: expected the first and the last picture"),
        .init(
            "points that are words", ["t.csv": "frame,x,y\n0,1,a\n", "a.mp4": ""], says: "t.csv:2: expected a number, found 'a'"),
        .init("a short row", ["t.csv": "frame,x,y\n0,1\n", "a.mp4": ""], says: "t.csv:2: expected 3 fields"),
        .init("no point", ["t.csv": "frame,x,y\n0,,\n", "a.mp4": ""], says: "not one of 1 frames has a point x, y"),
        .init(
            "TI1K short", ["labels.txt": "Frame_1 1 2 3\n", "1.png": ""], layout: "ti1k", says: "1.png"),
    ]

    @Test("A failure names the file, the line and what is wrong", arguments: broken)
    func failures(_ broken: Broken) throws {
        let folder = try SampleFolder()
        for file in broken.files { try folder.write(file.bytes, file.name) }
        let error = #expect(throws: (any Error).self) { try openDataSet(folder.path, layout: broken.layout) }
        let words = error.map { "\($0)" } ?? ""
        for part in broken.says { #expect(words.contains(part), "\(words)") }
    }

    @Test("One damaged file of truth leaves out its sequence alone")
    func damaged() throws {
        let folder = try SampleFolder()
        for name in ["a", "b", "c"] {
            try folder.write(name == "b" ? "1,1,5,5\n1,1\n" : "1,1,5,5\n", "\(name)/groundtruth_rect.txt")
            try folder.pictures(1...1, in: "\(name)/img/")
        }
        let set = try openDataSet(folder.path)
        #expect(set.sequences.map(\.name) == ["a", "c"])
        #expect(set.damaged.map(\.name) == ["b"])
        #expect(set.damaged[0].problem.contains("b/groundtruth_rect.txt:2: expected 4 numbers of a box"))
        #expect(set.notes.contains { $0.hasPrefix("b cannot be read and is left out: ") })
    }

    @Test("So it is where all truth lies in one folder")
    func damagedInOneFolder() throws {
        let folder = try SampleFolder()
        for name in ["a", "b"] {
            try folder.write(name == "b" ? "no numbers\n" : "1,1,5,5\n", "anno/\(name).txt")
            try folder.pictures(1...1, in: "frames/\(name)/")
        }
        let set = try openDataSet(folder.path)
        #expect(set.layout == "trackingnet")
        #expect(set.sequences.map(\.name) == ["a"] && set.damaged.map(\.name) == ["b"])
    }

    @Test("Nothing but damaged truth is a failure that names all of it")
    func allDamaged() throws {
        let folder = try SampleFolder()
        for name in ["a", "b"] {
            try folder.write("x\n", "\(name)/groundtruth_rect.txt")
            try folder.pictures(1...1, in: "\(name)/img/")
        }
        let error = #expect(throws: DataSetFailure.self) { try openDataSet(folder.path) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("a/groundtruth_rect.txt:1") && words.contains("b/groundtruth_rect.txt:1"), "\(words)")
    }

    @Test("A film that is shorter or longer than its truth is said", arguments: [(6, 9), (9, 6), (6, 6), (1, 6)])
    func film(truth: Int, pictures: Int) throws {
        let folder = try SampleFolder()
        let lines = (0..<truth).map { "\(9 + $0),21,\(32 + $0),40\n" }
        try folder.write(lines.joined(), "gt.txt")
        _ = try VideoWriterFixture.write(EvaluationFixture.self, frames: pictures, to: folder.path + "/film.mp4")
        let sequence = try openDataSet(folder.path).sequences[0]
        let words = sequence.notes.joined(separator: "; ")
        switch (truth, pictures) {
        case (9, 6):
            #expect(sequence.count == 6)
            #expect(words.contains("9 frames of truth and 6 pictures in the film: the last 3 frames of truth left out"))
        case (6, 9):
            #expect(sequence.count == 6)
            #expect(words.contains("the film goes on after the last of 6 frames of truth"))
        case (1, 6):
            #expect(sequence.count == 6 && sequence.truth[1] == .unknown)
            #expect(words.contains("truth for the first of 6 pictures alone"))
        default:
            #expect(sequence.count == 6 && !words.contains("film"))
        }
    }

    @Test("A folder that is not there is said")
    func nowhere() {
        #expect(throws: DataSetFailure.self) { try openDataSet("/nowhere/at/all") }
    }
}
