internal import Commands

/// What a process cost.
struct ProcessCost: Hashable, Sendable {
    /// From start to end, seconds.
    var wall: Double
    /// Processor time of all its threads, user and system, seconds.
    var cpu: Double
    /// The most memory that was resident, bytes.
    var peak: Double
}

extension ProcessCost {
    /// The median of each number by itself.
    ///
    /// - Precondition: there is at least one.
    static func median(of costs: [ProcessCost]) -> ProcessCost {
        .init(
            wall: Benchmarks.median(of: costs.map(\.wall)), cpu: Benchmarks.median(of: costs.map(\.cpu)),
            peak: Benchmarks.median(of: costs.map(\.peak)))
    }
}

/// The median; the mean of the two in the middle for an even number.
///
/// - Precondition: there is at least one.
func median(of values: [Double]) -> Double {
    precondition(!values.isEmpty, "nothing has no median")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Does several things in turn, again and again, so that a busy moment of the machine falls on all of them.
///
/// - Returns: for each thing what its runs gave.
func alternate<Result>(runs: Int, on console: any Console, _ things: [() throws -> Result]) throws -> [[Result]] {
    var results = Array(repeating: [Result](), count: things.count)
    var progress = ProgressLine("measuring", unit: "runs", total: runs * things.count, on: console)
    defer { progress.finish() }
    for run in 0..<runs {
        for (index, thing) in things.enumerated() {
            progress.update(run * things.count + index)
            results[index].append(try thing())
        }
    }
    return results
}
