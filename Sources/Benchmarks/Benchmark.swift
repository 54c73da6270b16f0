internal import Commands
internal import Glibc

/// A benchmark: a command that measures, shows a table, and may fail where a limit is not met.
protocol Benchmark: AirDrawCommand where Options == BenchmarkRequest {
    /// Measures.
    ///
    /// - Throws: what keeps it from measuring; a limit that is not met is part of the report.
    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report
}

extension Benchmark {
    static func run(_ request: BenchmarkRequest, _ console: any Console) throws {
        noteLoad(console)
        let report = try measure(request, console)
        try console.write(report.text)
        if request.gates { try checkLimits(report.verdicts) }
    }
}

/// Fails where a limit is not met.
///
/// - Throws: `GateNotMet` that names each.
func checkLimits(_ verdicts: [Verdict]) throws {
    let missed = verdicts.filter { !$0.isMet }
    guard !missed.isEmpty else { return }
    throw GateNotMet(
        description: missed.map { "\($0.name) is \($0.found), the limit \($0.limit)" }.joined(separator: "; "))
}

/// Says so when something else keeps the machine busy: CPU time then grows a little, wall time a lot.
func noteLoad(_ console: any Console) {
    var load = 0.0
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    guard unsafe getloadavg(&load, 1) == 1, load > 0.3 else { return }
    console.note(
        "Note: the load is \(fixed(load, places: 1)) on \(processors) processors before anything is measured; "
            + "wall times want an idle machine")
}
