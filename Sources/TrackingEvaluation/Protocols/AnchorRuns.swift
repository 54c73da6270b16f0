/// Frames between anchors where a data set has none of its own.
let anchorSpacing = 50

/// The runs of VOT's short-term protocol with anchors (VOT2020 and later).
///
/// Kristan et al., The Eighth Visual Object Tracking VOT2020 Challenge Results, section 3: anchors stand about every 50 frames, the first and the
/// last frame among them, and from each the run goes to the farther end. Those of the data set are taken where it has some. An anchor whose
/// frame does not show the target is moved along its run to the first frame that does.
func anchorRuns(over sequence: EvaluationSequence) -> [PlannedRun] {
    let given = sequence.anchors
    let anchors = given.isEmpty ? defaultAnchors(count: sequence.count) : given
    var runs: [PlannedRun] = []
    for anchor in anchors.sorted(by: { $0.frame < $1.frame }) where sequence.truth.indices.contains(anchor.frame) {
        let way = anchor.forward ? Array(anchor.frame..<sequence.count) : Array((0...anchor.frame).reversed())
        guard let start = way.first(where: { sequence.truth[$0].region != nil }) else { continue }
        let name = "anchor-\(start)" + (anchor.forward ? "" : "-backward")
        guard !runs.contains(where: { $0.name == name }) else { continue }
        if let run = sequence.run(name, from: start, forward: anchor.forward) { runs.append(run) }
    }
    return runs
}

/// Anchors every 50 frames and at the last one; forward where at least half of the sequence lies ahead.
func defaultAnchors(count: Int) -> [(frame: Int, forward: Bool)] {
    guard count > 0 else { return [] }
    var frames = Array(stride(from: 0, to: count, by: anchorSpacing))
    if let last = frames.last, last != count - 1 { frames.append(count - 1) }
    return frames.map { ($0, 2 * $0 < count) }
}
