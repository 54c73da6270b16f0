internal import Recordings
internal import Spaces

/// The passes over a sequence of OTB's robustness protocols, as OTB's Python toolkit stores them: `SRE/TRACKER/SEQUENCE.json`.
///
/// A list with an object a pass: tracker, seqName, startFrame and endFrame from 1, evalType, fps, shiftType, resType, tmplsize and res, a box a
/// frame (class Result of jwlim/tracker_benchmark 5e1029c). Frames count from the sequence's first, whatever the number of its picture.
struct OTBPasses {
    var tracker: String
    var sequence: String
    /// ``EvaluationProtocol/sre`` or ``EvaluationProtocol/tre``.
    var kind: EvaluationProtocol
    /// The passes with their names.
    var passes: [(name: String, run: TrackRun)]
    /// What the data set's layout gives to the picture's edge: 1 where it counts from 1.
    var origin: Double

    /// Writes the file below a folder, and gives its path.
    func write(to folder: String) throws -> String {
        let path = "\(folder)/\(kind.rawValue.uppercased())/\(fileName(tracker))/\(fileName(sequence)).json"
        try writeText("[" + passes.map(text).joined(separator: ",\n") + "]\n", to: path)
        return path
    }

    private func text(_ name: String, _ run: TrackRun) -> String {
        var last = [0.0, 0, 0, 0]
        let boxes = run.predictions.map { prediction in
            // Where a target is lost the last box is repeated: the layout has no word for it.
            if let box = prediction.region?.bounds, box.isFinite {
                last = [box.cornerX + origin, box.cornerY + origin, box.width, box.height]
            }
            return listText(last)
        }
        let seconds = run.seconds.reduce(0, +)
        return objectText([
            ("tracker", jsonText(tracker)), ("seqName", jsonText(sequence)), ("startFrame", "\(run.start + 1)"),
            ("endFrame", "\(run.start + run.predictions.count)"), ("evalType", jsonText(kind.rawValue.uppercased())),
            ("fps", seconds > 0 ? numberText(Double(run.seconds.count) / seconds) : "null"),
            ("shiftType", jsonText(kind == .sre ? Self.shift(name) : "None")), ("resType", jsonText("rect")),
            ("tmplsize", "null"), ("res", "[" + boxes.joined(separator: ",") + "]"),
        ])
    }

    /// The toolkit's word for a shift: `topLeft` for `top-left`, `scale_11` for `scale-1.1`.
    static func shift(_ name: String) -> String {
        switch SpatialShift(rawValue: name) {
        case .topLeft: "topLeft"
        case .topRight: "topRight"
        case .bottomLeft: "bottomLeft"
        case .bottomRight: "bottomRight"
        case .scale8: "scale_8"
        case .scale9: "scale_9"
        case .scale11: "scale_11"
        case .scale12: "scale_12"
        case .left, .right, .up, .down, nil: name
        }
    }
}
