import Testing

@testable import Benchmarks

@Suite("Numbers of benchmarks")
struct NumbersTests {
    @Test("The median is the middle, or the mean of the two in the middle")
    func medians() {
        #expect(median(of: [3]) == 3)
        #expect(median(of: [9, 1, 5]) == 5)
        #expect(median(of: [4, 1, 3, 100]) == 3.5)
    }

    @Test("Costs have their medians number by number")
    func costs() {
        let costs = [
            ProcessCost(wall: 1, cpu: 30, peak: 200), ProcessCost(wall: 2, cpu: 10, peak: 300),
            ProcessCost(wall: 3, cpu: 20, peak: 100),
        ]
        #expect(ProcessCost.median(of: costs) == ProcessCost(wall: 2, cpu: 20, peak: 200))
    }

    @Test("Things are done in turn")
    func turns() throws {
        var order = ""
        let results = try alternate(runs: 3, on: SilentConsole(), ["A", "B"].map { name in { order += name } })
        #expect(order == "ABABAB")
        #expect(results.map(\.count) == [3, 3])
    }

    @Test(
        "A limit is met up to the limit itself, and never by what is no number",
        arguments: [
            (Verdict.Limit.atMost(1.05), 1.05, true), (.atMost(1.05), 1.0501, false), (.atMost(1.05), .nan, false),
            (.atLeast(100), 100, true), (.atLeast(100), 99.9, false), (.atLeast(100), .nan, false),
        ])
    func limits(bound: Verdict.Limit, value: Double, met: Bool) {
        #expect(Verdict(name: "", value: value, bound: bound).isMet == met)
    }

    @Test("The gate names what was missed, with its number and limit")
    func gate() {
        let good = Verdict(name: "size", value: 1, bound: .atMost(2))
        let bad = Verdict(name: "speed", value: 80, bound: .atLeast(100), unit: "MB")
        #expect(throws: Never.self) { try checkLimits([good]) }
        #expect { try checkLimits([good, bad]) } throws: { "\($0)" == "speed is 80 MB, the limit ≥ 100 MB" }
    }

    @Test("A peak that the benchmark itself may have caused is refused")
    func peaks() {
        #expect(throws: Never.self) { try MemoryBenchmark.checkPeaks([120, 130], own: 90) }
        #expect(throws: (any Error).self) { try MemoryBenchmark.checkPeaks([120, 130], own: 120) }
    }

    @Test("Four frames are played forth and back without standing still")
    func loop() {
        #expect((0..<9).map { LoopedRecording.source(of: $0, count: 4) } == [0, 1, 2, 3, 2, 1, 0, 1, 2])
        #expect((0..<4).map { LoopedRecording.source(of: $0, count: 2) } == [0, 1, 0, 1])
    }
}
