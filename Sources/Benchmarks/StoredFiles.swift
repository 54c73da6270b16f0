internal import Commands
internal import Files

/// A data set and results in the layout of GOT-10k, for a benchmark of the metrics: truth, labels and stored boxes, and no pictures.
///
/// The boxes wander as targets do, the tracker's away from them and back. The same count gives the same bytes.
struct StoredFiles {
    /// The data set.
    let data: String
    /// The tracker's results.
    let results: String
    /// How many boxes the tracker has, the first of each sequence included.
    private(set) var boxes = 0

    /// Frames of a sequence.
    private static let lengths = 200...600
    private static let size = (width: 1920.0, height: 1080.0)

    /// Writes them.
    ///
    /// - Parameters:
    ///   - count: how many sequences, each with a file of results.
    ///   - folder: where they go: `data/val` and `results/GOT-10k/stored` below it.
    /// - Throws: `FileFailure`.
    init(_ count: Int, in folder: String, _ console: any Console) throws {
        data = folder + "/data/val"
        results = folder + "/results/GOT-10k/stored"
        var chance = Chance(state: 1)
        var names: [String] = []
        var progress = ProgressLine("writing", unit: "files", total: count, on: console)
        for number in 1...count {
            try Interruption.check()
            let name = "GOT-10k_Val_" + String(repeating: "0", count: max(0, 6 - "\(number)".count)) + "\(number)"
            names.append(name)
            try write(name, &chance)
            progress.update(number)
        }
        progress.finish()
        try Self.write(names.map { $0 + "\n" }, to: data + "/list.txt")
    }

    private mutating func write(_ name: String, _ chance: inout Chance) throws {
        let count = Int(chance.within(Double(Self.lengths.lowerBound)...Double(Self.lengths.upperBound + 1)))
        let (width, height) = (chance.within(40...300), chance.within(40...300))
        var (x, y) = (chance.within(200...1400), chance.within(100...700))
        var (left, up) = (0.0, 0.0)
        var truth: [String] = []
        var said: [String] = []
        var cover: [String] = []
        for frame in 0..<count {
            x += chance.step * 3
            y += chance.step * 3
            truth.append(Self.line([x, y, width, height], places: 4))
            (left, up) = frame == 0 ? (0, 0) : (0.98 * left + chance.step * 4, 0.98 * up + chance.step * 4)
            // As the toolkit writes: first the box that it was given, then three decimal places.
            said.append(frame == 0 ? truth[0] : Self.line([x + left, y + up, width, height], places: 3))
            let share = chance.within(0...10)
            // The target is there in the first frame of every sequence of GOT-10k.
            cover.append(frame > 0 && share < 0.3 ? "0\n" : share < 2 ? "6\n" : "8\n")
        }
        boxes += count
        let folder = data + "/" + name
        try Self.write(truth, to: folder + "/groundtruth.txt")
        try Self.write(cover, to: folder + "/cover.label")
        try Self.write(cover.map { $0 == "0\n" ? "1\n" : "0\n" }, to: folder + "/absence.label")
        try Self.write(cover.map { _ in "0\n" }, to: folder + "/cut_by_image.label")
        let facts = [
            "[METAINFO]", "url: none", "anno_fps: 10Hz", "object_class: hand", "motion_class: drawing",
            "resolution: (\(fixed(Self.size.width, places: 0)), \(fixed(Self.size.height, places: 0)))",
        ]
        try Self.write(facts.map { $0 + "\n" }, to: folder + "/meta_info.ini")
        try Self.write(said, to: "\(results)/\(name)/\(name)_001.txt")
        try Self.write(said.map { _ in "0.01000000\n" }, to: "\(results)/\(name)/\(name)_time.txt")
    }

    private static func line(_ numbers: [Double], places: Int) -> String {
        numbers.map { fixed($0, places: places) }.joined(separator: ",") + "\n"
    }

    private static func write(_ lines: [String], to path: String) throws {
        try makeFolders(for: path)
        let file = try AtomicFile(path: path)
        for line in lines { file.write(line) }
        try file.commit()
    }
}

/// Numbers by chance that are the same each time (SplitMix64).
private struct Chance {
    var state: UInt64

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Evenly within a range, its end left out.
    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) / 0x1p53 * (range.upperBound - range.lowerBound)
    }

    /// About normal with deviation 1: twelve numbers within 0…1 added, less 6.
    var step: Double {
        mutating get { (0..<12).reduce(-6) { sum, _ in sum + within(0...1) } }
    }
}
