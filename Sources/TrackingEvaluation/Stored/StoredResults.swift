internal import Files
internal import Imaging
internal import Spaces

/// Results that another program stored, as a tracker: `--tracker results:FOLDER`.
///
/// Read are, for a sequence called S: `S.txt` (OTB and pysot), `S/S_001.txt` (GOT-10k, and VOT with its codes), `S_001.txt`, and
/// the VOT toolkit's `S/S_001.bin`, `S/S_00000000.txt` of runs from anchors, each also below `baseline/`. A star in the name
/// stands for the sequence: `results:published/*.STRUCK.txt`.
///
/// Whether a file counts pixels from 0 or from 1 is told by its first box, which nearly always is the truth: the counting that
/// brings it nearer to the truth is taken, and 1 where neither is near.
public struct StoredResults: TrackerFactory {
    /// The last part of the folder's name, or what was given as a name.
    public let name: String
    /// The folder, or a path with a star.
    public let folder: String
    /// It looks at no picture.
    public var readsPictures: Bool { false }

    /// Names the results.
    ///
    /// - Parameters:
    ///   - folder: where they are; a star stands for the name of the sequence.
    ///   - name: the tracker's name in tables; nil takes it from the folder.
    /// - Throws: ``StoredFailure`` when there is no such folder.
    public init(folder: String, name: String? = nil) throws {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
        let last = folder.split(separator: "/").last.map(String.init) ?? folder
        if folder.contains("*") {
            let parts = last.split(separator: ".").filter { !$0.contains("*") && $0 != "txt" && $0 != "bin" }
            self.name = name ?? (parts.isEmpty ? last : parts.joined(separator: "."))
        } else {
            guard kind(of: folder) == .folder else { throw StoredFailure("\(folder): there is no such folder of results") }
            self.name = name ?? last
        }
    }

    /// Finds the results of a sequence and reads them.
    ///
    /// - Throws: ``StoredFailure`` that says what was looked for.
    public func tracker(for sequence: EvaluationSequence) throws -> any EvaluatedTracker {
        if let path = file(of: sequence) { return try Tracker(path, sequence) }
        let anchors = try anchorFiles(of: sequence)
        guard anchors.isEmpty else { return Tracker(anchors) }
        throw missing(sequence)
    }

    /// What is stored of one pass over a sequence, from its first frame that shows the target on.
    ///
    /// - Throws: ``StoredFailure`` that says what was looked for, or what is wrong with the file.
    func pass(over sequence: EvaluationSequence, from first: Int) throws -> TrackRun {
        guard let path = file(of: sequence) else { throw missing(sequence) }
        let run = try StoredRun(path, sequence, start: 0)
        let seed = sequence.truth[first].region
        return TrackRun(
            start: first, predictions: (first..<sequence.count).map { run.prediction($0, seed: seed) })
    }

    /// The file of a sequence; nil when there is none.
    private func file(of sequence: EvaluationSequence) -> String? {
        for name in Self.names(of: sequence) {
            for path in paths(of: name) where isRegularFile(path) { return path }
        }
        return nil
    }

    /// Where results of a sequence may be, in the order in which they are looked for.
    private func paths(of name: String) -> [String] {
        guard !folder.contains("*") else { return [folder.replacing("*", with: name)] }
        let endings: [String] = [".txt", "/\(name)_001.txt", "/\(name)_001.bin", "_001.txt"]
        return endings.flatMap { ["\(folder)/\(name)\($0)", "\(folder)/baseline/\(name)\($0)"] }
    }

    private static func names(of sequence: EvaluationSequence) -> [String] {
        let small = sequence.name.lowercased()
        return small == sequence.name ? [small] : [sequence.name, small]
    }

    private func missing(_ sequence: EvaluationSequence) -> StoredFailure {
        let looked = Self.names(of: sequence).flatMap(paths)
        let shown = looked.prefix(4).joined(separator: ", ")
        return StoredFailure("no results of \(sequence.name): looked for \(shown)" + (looked.count > 4 ? " and others" : ""))
    }

    /// The files of the VOT toolkit's runs from anchors, by the anchor's frame.
    private func anchorFiles(of sequence: EvaluationSequence) throws -> [Int: StoredRun] {
        var found: [Int: StoredRun] = [:]
        for base in [folder, folder + "/baseline"] {
            for frame in sequence.truth.indices {
                let digits = String(repeating: "0", count: max(8 - "\(frame)".count, 0)) + "\(frame)"
                for ending in [".txt", ".bin"] {
                    let path = "\(base)/\(sequence.name)/\(sequence.name)_\(digits)\(ending)"
                    if found[frame] == nil, isRegularFile(path) { found[frame] = try StoredRun(path, sequence, start: frame) }
                }
            }
        }
        return found
    }

    private final class Tracker: EvaluatedTracker {
        private let whole: StoredRun?
        private let anchors: [Int: StoredRun]
        private var seed: (region: Region, frame: Int)?

        init(_ path: String, _ sequence: EvaluationSequence) throws {
            whole = try StoredRun(path, sequence, start: 0)
            anchors = [:]
        }

        init(_ anchors: [Int: StoredRun]) {
            whole = nil
            self.anchors = anchors
        }

        func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction {
            seed = (region, frame)
            return try said(of: frame)
        }

        func update(_ picture: Picture, frame: Int) throws -> Prediction { try said(of: frame) }

        private func said(of frame: Int) throws -> Prediction {
            guard let seed else { throw StoredFailure("results were asked for before a target was named") }
            if let whole { return whole.prediction(frame, seed: seed.region) }
            guard let run = anchors[seed.frame] else {
                throw StoredFailure("there is no run from the anchor at frame \(seed.frame)")
            }
            return run.prediction(abs(frame - seed.frame), seed: seed.region)
        }
    }
}

/// One file of results, its regions in AirDraw's coordinates.
struct StoredRun: Sendable {
    private let trajectory: StoredTrajectory
    private let confidences: [Double?]

    /// Reads a file, and finds out how it counts pixels.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - sequence: what it is about.
    ///   - start: the sequence's frame of the first line.
    init(_ path: String, _ sequence: EvaluationSequence, start: Int) throws {
        var trajectory = try StoredTrajectory(path)
        let origin = Self.origin(of: trajectory, sequence, start: start)
        if origin != 0 {
            trajectory.entries = trajectory.entries.map { entry in
                if case .region(let region) = entry { .region(region.moved(by: .init(dx: -origin, dy: -origin))) } else { entry }
            }
        }
        self.trajectory = trajectory
        confidences = try Self.confidences(beside: path)
    }

    /// What was stored of a frame; nothing after the end.
    ///
    /// - Parameters:
    ///   - index: the line, from 0.
    ///   - seed: where the target was when the run began, for VOT's code that says so.
    func prediction(_ index: Int, seed: Region?) -> Prediction {
        let confidence = confidences.indices.contains(index) ? confidences[index] : nil
        guard trajectory.entries.indices.contains(index) else {
            return Prediction(region: nil, confidence: confidence, isHeld: false)
        }
        switch trajectory.entries[index] {
        case .region(let region): return Prediction(region: region, confidence: confidence)
        case .seeded: return Prediction(region: seed, confidence: confidence)
        case .failed, .nothing: return Prediction(region: nil, confidence: confidence, isHeld: false)
        }
    }

    /// 0 or 1: what the file gives to the first pixel.
    private static func origin(of trajectory: StoredTrajectory, _ sequence: EvaluationSequence, start: Int) -> Double {
        for (index, entry) in trajectory.entries.enumerated() {
            guard case .region(let region) = entry, sequence.truth.indices.contains(start + index),
                let truth = sequence.truth[start + index].region
            else { continue }
            let from0 = region.bounds.center.distance(to: truth.bounds.center)
            let from1 = region.moved(by: .init(dx: -1, dy: -1)).bounds.center.distance(to: truth.bounds.center)
            // Only the first box tells: later ones are the tracker's.
            return index <= 1 && from0 < from1 && from0 < 2 ? 0 : 1
        }
        return 1
    }

    /// The VOT toolkit's file of confidences, where there is one.
    private static func confidences(beside path: String) throws -> [Double?] {
        let file = String(path.dropLast(4)) + "_confidence.value"
        guard isRegularFile(file) else { return [] }
        var lines = try LineReader(path: file)
        var values: [Double?] = []
        while let line = try lines.next() { values.append(StoredTrajectory.numbers(line)?.first) }
        return values
    }
}

extension Region {
    /// The region moved by a vector.
    func moved(by vector: Vector<PixelSpace>) -> Region {
        switch self {
        case .rect(let rect): .rect(rect.moved(by: vector))
        case .polygon(let corners): .polygon(corners.map { $0 + vector })
        case .point(let point): .point(point + vector)
        }
    }
}
