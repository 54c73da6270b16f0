/// Numbers as ranges, such as `0–22, 140`; at most six of them.
func ranges(_ numbers: [Int]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for number in numbers {
        if let last = runs.last, number == last.last + 1 {
            runs[runs.count - 1].last = number
        } else {
            runs.append((number, number))
        }
    }
    let words = runs.prefix(6).map { $0.first == $0.last ? "\($0.first)" : "\($0.first)–\($0.last)" }
    return words.joined(separator: ", ") + (runs.count > 6 ? " and \(runs.count - 6) more places" : "")
}

/// A number with its noun, such as `1 box` or `215 boxes`.
func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

/// Notes on the frames without a place: absent ones, those without annotation.
func notes(on truth: [GroundTruth]) -> [String] {
    let absent = truth.indices.filter { truth[$0] == .absent }
    let unknown = truth.indices.filter { truth[$0] == .unknown }
    var notes: [String] = []
    if !absent.isEmpty {
        notes.append("the target is absent in \(counted(absent.count, "frame", "frames")): \(ranges(absent))")
    }
    if !unknown.isEmpty {
        notes.append("\(counted(unknown.count, "frame has", "frames have")) no truth: \(ranges(unknown))")
    }
    return notes
}
