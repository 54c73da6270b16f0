internal import Recordings

/// The version of the layout of results that is written.
let resultLayout = 1

/// The first line of a file of results: whatever decides about the lines that follow.
///
/// Two files with the same header hold the same results, so it is what a resumed evaluation compares.
func resultHeader(of task: EvaluationTask, in plan: EvaluationPlan) -> String {
    let set = plan.sets[task.place.set]
    let sequence = set.sequences[task.place.sequence]
    return objectText([
        ("airdraw", jsonText(plan.version)), ("data_set", jsonText(task.set)), ("frames", "\(sequence.count)"),
        ("layout", jsonText(set.layout)), ("parameters", parametersText(plan.evaluationProtocol)),
        ("protocol", jsonText(plan.evaluationProtocol.rawValue)), ("results", "\(resultLayout)"),
        ("sequence", jsonText(task.sequence)), ("tracker", jsonText(task.tracker)),
        ("truth", jsonText(plan.fingerprints[task.place.set][task.place.sequence])),
    ])
}

/// The numbers that define a protocol, as JSON.
func parametersText(_ evaluationProtocol: EvaluationProtocol) -> String {
    objectText(evaluationProtocol.parameters.map { ($0.name, numberText($0.value)) })
}

/// Sixteen hexadecimal digits that change when the annotation or the anchors of a sequence do (FNV-1a, 64 bits).
func fingerprint(of sequence: EvaluationSequence) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    var line: [UInt8] = []
    for (frame, truth) in sequence.truth.enumerated() {
        line.removeAll(keepingCapacity: true)
        addTruthLine(frame, truth, to: &line)
        add(line)
    }
    for anchor in sequence.anchors { add("\(anchor.frame) \(anchor.forward);".utf8) }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

/// Adds the line of one frame in the file of a sequence, without its end.
func addTruthLine(_ frame: Int, _ truth: GroundTruth, to line: inout [UInt8]) {
    line.add("{")
    switch truth {
    case .visible(.rect(let box)): line.add(box)
    case .visible(let region):
        if let member = jsonMember(of: region) {
            // Keys are sorted: of all regions only a box comes before the frame's number.
            line.add("\"frame\":")
            line.add(frame)
            line.append(contentsOf: ",\"\(member.0)\":\(member.1)}".utf8)
            return
        }
    case .absent: line.add("\"absent\":true,")
    case .unknown: break
    }
    line.add("\"frame\":")
    line.add(frame)
    line.add("}")
}
