internal import Files
internal import Recordings

/// The annotation of a sequence in the folder of an evaluation, so that results can be judged where the data is not.
///
/// JSON lines: first name, attributes, anchors and notes, then a line a frame with box, polygon or point, `absent`, or neither where the
/// annotation says nothing.
enum SequenceFile {
    /// Writes it.
    static func write(_ sequence: EvaluationSequence, to path: String) throws {
        try makeFolders(for: path)
        let file = try AtomicFile(path: path)
        let anchors = sequence.anchors.map { "[\($0.frame),\($0.forward)]" }.joined(separator: ",")
        file.write(
            objectText([
                ("anchors", "[\(anchors)]"), ("attributes", listText(sequence.attributes)), ("frames", "\(sequence.count)"),
                ("notes", listText(sequence.notes)), ("sequence", jsonText(sequence.name)),
            ]) + "\n")
        var line: [UInt8] = []
        for (frame, truth) in sequence.truth.enumerated() {
            line.removeAll(keepingCapacity: true)
            addTruthLine(frame, truth, to: &line)
            line.add("\n")
            file.write(line)
        }
        try file.commit()
    }

    /// Reads the attributes alone, which stand in its first line.
    static func attributes(_ path: String) throws -> [String] {
        var lines = try LineReader(path: path)
        do {
            guard let first = try lines.next() else { throw SequenceFailure("the file is empty") }
            return try jsonObject(first).texts("attributes")
        } catch let failure as SequenceFailure {
            throw EvaluationFailure("\(path):\(lines.line): \(failure)", help: "remove the file and run with --resume")
        }
    }

    /// Reads it; the sequence has no pictures.
    static func read(_ path: String) throws -> EvaluationSequence {
        var lines = try LineReader(path: path)
        do {
            guard let first = try lines.next() else { throw SequenceFailure("the file is empty") }
            let header = try jsonObject(first)
            var truth: [GroundTruth] = []
            while let bytes = try lines.next() {
                if let line = FrameLine(bytes), line.isHeld == nil, line.frame == truth.count {
                    truth.append(.visible(.rect(line.box)))
                    continue
                }
                let object = try jsonObject(bytes)
                guard try object.count("frame") == truth.count else { throw SequenceFailure("a frame is out of order") }
                let region = try object.region()
                truth.append(region.map(GroundTruth.visible) ?? (object["absent"] == nil ? .unknown : .absent))
            }
            guard try header.count("frames") == truth.count else { throw SequenceFailure("frames are missing") }
            var sequence = EvaluationSequence(
                name: try header.text("sequence"), pictures: .files([]), truth: truth, attributes: try header.texts("attributes"),
                notes: try header.texts("notes"))
            sequence.anchors = try header.list("anchors").map {
                guard case .array(let pair) = $0, pair.count == 2, case .number(let frame) = pair[0],
                    case .bool(let forward) = pair[1],
                    let frame = Int(exactly: frame)
                else { throw SequenceFailure("key anchors: expected pairs of a frame and a direction") }
                return (frame, forward)
            }
            return sequence
        } catch let failure as SequenceFailure {
            throw EvaluationFailure("\(path):\(lines.line): \(failure)", help: "remove the file and run with --resume")
        }
    }
}
