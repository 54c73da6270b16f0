/// How many passes OTB's temporal robustness evaluation makes.
let temporalSegments = 20
/// The fewest frames of its last pass.
let temporalShortest = 20

/// The passes of OTB's temporal robustness evaluation: each begins later, and all go to the end.
///
/// Wu, Lim and Yang, PAMI 2015, section 4.2. The starts are spread evenly over the frames that show the target and leave at least 20 to go;
/// with E such frames these are, counted from 1, the floor of 1 + k·E/19 for k = 0…18, and E. A sequence too short for that has one pass,
/// and one with few frames fewer passes than 20.
func temporalRuns(over sequence: EvaluationSequence) -> [PlannedRun] {
    let visible = sequence.truth.indices.filter { sequence.truth[$0].region != nil }
    var usable = visible.prefix { sequence.count - $0 >= temporalShortest }.count
    if usable == 0 { usable = min(1, visible.count) }
    var starts: [Int] = []
    for k in 0..<temporalSegments {
        // The last one is E itself; whole numbers, so that nothing depends on rounding.
        let ordinal = min(usable, k < temporalSegments - 1 ? 1 + k * usable / (temporalSegments - 1) : usable)
        if ordinal >= 1, starts.last != visible[ordinal - 1] { starts.append(visible[ordinal - 1]) }
    }
    return starts.enumerated().compactMap { index, start in
        sequence.run("segment-" + (index < 9 ? "0" : "") + "\(index + 1)", from: start)
    }
}
