import FoundationEssentials
import Imaging
import Spaces

@testable import TrackingEvaluation

/// Small sets of clips whose truth has a closed form: a textured patch that goes to the right, a pixel or two a frame.
enum EvaluationFixture {
    static let width = 96
    static let height = 64

    /// Where the patch is in a frame.
    static func box(_ frame: Int, step: Int = 1) -> PixelRect {
        PixelRect(cornerX: Double(8 + frame * step), cornerY: 20, width: 24, height: 20)
    }

    /// A set of clips with pictures in a folder.
    static func set(in folder: String, lengths: [Int] = [12, 9, 15], name: String = "patches") throws -> DataSet {
        var sequences: [EvaluationSequence] = []
        for (index, count) in lengths.enumerated() {
            let clip = folder + "/\(name)/clip\(index)"
            try FileManager.default.createDirectory(atPath: clip, withIntermediateDirectories: true)
            let step = 1 + index % 2
            let paths = try (0..<count).map { frame in
                let path = clip + "/\(1000 + frame).png"
                try picture(frame, step: step).write(to: path)
                return path
            }
            sequences.append(
                EvaluationSequence(
                    name: "clip\(index)", pictures: .files(paths),
                    truth: (0..<count).map { .visible(.rect(box($0, step: step))) },
                    attributes: ["FM"]))
        }
        return DataSet(name: name, layout: "test", folder: folder + "/" + name, sequences: sequences)
    }

    /// A sequence without pictures, for protocols.
    static func sequence(count: Int, hidden: Set<Int> = []) -> EvaluationSequence {
        EvaluationSequence(
            name: "plan", pictures: .files([]),
            truth: (0..<count).map { hidden.contains($0) ? .absent : .visible(.rect(box($0))) })
    }

    static func picture(_ frame: Int, step: Int) throws -> Picture {
        let patch = box(frame, step: step)
        let (left, top) = (Int(patch.cornerX), Int(patch.cornerY))
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isInside = x >= left && x < left + 24 && y >= top && y < top + 20
                let value = isInside ? noise((x - left) / 3, (y - top) / 3) : 110 &+ noise(x / 6, y / 6 + 50) / 8
                bytes += isInside ? [value / 3, value / 2, value] : [value, value, value]
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    private static func noise(_ x: Int, _ y: Int) -> UInt8 {
        let hash = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 &+ 7) &* 0x9E37_79B9_7F4A_7C15
        return UInt8(truncatingIfNeeded: (hash ^ (hash >> 31)) >> 24)
    }

    /// A folder of its own for a test, removed after it.
    static func inFolder<R>(_ body: (String) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory.path + "/airdraw-evaluation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // a folder left in /tmp harms no test
        return try body(folder)
    }

    /// All files of an evaluation by their names, but for the times and what the arguments leave out.
    static func files(of folder: String, without leftOut: Set<String> = ["times"]) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        func walk(_ path: String, _ name: String) throws {
            for entry in try FileManager.default.contentsOfDirectory(atPath: path)
            where !(name.isEmpty && leftOut.contains(entry)) {
                let inner = path + "/" + entry
                var isFolder = false
                if FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder), isFolder {
                    try walk(inner, name + entry + "/")
                } else {
                    files[name + entry] = try [UInt8](Data(contentsOf: URL(filePath: inner)))
                }
            }
        }
        try walk(folder, "")
        return files
    }
}

/// A tracker whose answers are a function of the pictures: the mean brightness moves its box.
struct BrightnessTracker: TrackerFactory {
    var name = "brightness"
    /// The sequence on which it breaks down.
    var broken: String?

    struct Broken: Error, CustomStringConvertible {
        let description = "the tracker broke down"
    }

    func tracker(for sequence: EvaluationSequence) -> any EvaluatedTracker { Tracker(breaks: sequence.name == broken) }

    private final class Tracker: EvaluatedTracker {
        private let breaks: Bool
        private var box = PixelRect(x: 0, y: 0, width: 1, height: 1)
        init(breaks: Bool) { self.breaks = breaks }

        func initialize(on picture: Picture, region: Region, frame: Int) -> Prediction {
            box = region.bounds
            return Prediction(region: region, confidence: 1)
        }

        func update(_ picture: Picture, frame: Int) throws -> Prediction {
            if breaks, frame == 4 { throw Broken() }
            let pixel = picture.bgr(frame % picture.width, frame % picture.height)
            let share = Double(pixel.red) / 255
            box.origin.x += share
            return Prediction(region: .rect(box), confidence: share, isHeld: share > 0.1)
        }
    }
}
