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
        var looked: [String] = []
        for pattern in Self.patterns {
            for name in [sequence.name, sequence.name.lowercased()] {
                let path =
                    folder.contains("*") ? folder.replacing("*", with: name) : folder + "/" + pattern.replacing("*", with: name)
                guard !looked.contains(path) else { continue }
                looked.append(path)
                if isRegularFile(path) { return try Tracker(path, sequence) }
            }
        }
        let anchors = try anchorFiles(of: sequence)
        guard anchors.isEmpty else { return Tracker(anchors) }
        let shown = looked.prefix(4).joined(separator: ", ")
        throw StoredFailure("no results of \(sequence.name): looked for \(shown)" + (looked.count > 4 ? " and others" : ""))
    }

    private static let patterns = ["*.txt", "*/*_001.txt", "*/*_001.bin", "*_001.txt"].flatMap { [$0, "baseline/" + $0] }

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
            let prediction: (StoredTrajectory.Entry, Double?)
            if let whole {
                prediction = whole.entry(frame)
            } else {
                guard let run = anchors[seed.frame] else {
                    throw StoredFailure("there is no run from the anchor at frame \(seed.frame)")
                }
                prediction = run.entry(abs(frame - seed.frame))
            }
            switch prediction.0 {
            case .region(let region): return Prediction(region: region, confidence: prediction.1)
            case .seeded: return Prediction(region: seed.region, confidence: prediction.1)
            case .failed, .nothing: return Prediction(region: nil, confidence: prediction.1, isHeld: false)
            }
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
        trajectory.entries = trajectory.entries.map { entry in
            if case .region(let region) = entry { .region(region.moved(by: .init(dx: -origin, dy: -origin))) } else { entry }
        }
        self.trajectory = trajectory
        confidences = try Self.confidences(beside: path)
    }

    /// What was stored of a frame; nothing after the end.
    func entry(_ index: Int) -> (StoredTrajectory.Entry, Double?) {
        let confidence = confidences.indices.contains(index) ? confidences[index] : nil
        return (trajectory.entries.indices.contains(index) ? trajectory.entries[index] : .nothing, confidence)
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
