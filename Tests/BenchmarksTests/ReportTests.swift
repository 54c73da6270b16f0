import Testing

@testable import Benchmarks

@Suite("Reports of benchmarks")
struct ReportTests {
    @Test("A report is two tables, names to the left and numbers to the right")
    func table() {
        let report = Report(
            "start", processes: [("ours", ProcessCost(wall: 0.1, cpu: 12.25, peak: 85_900_000))],
            verdicts: [
                Verdict(name: "ratio", value: 1.234, bound: .atMost(1.5)),
                Verdict(name: "rate", value: 98.6, bound: .atLeast(100), unit: "MB"),
            ])
        #expect(
            report.text == """
                start

                        wall s   CPU s  peak MB
                  ours   0.100  12.250     85.9

                         found     limit
                  ratio  1.234    ≤ 1.50      met
                  rate   99 MB  ≥ 100 MB  NOT MET


                """)
    }

    @Test("The bare program's numbers are found by name, and anything else is refused")
    func baseline() throws {
        let output = try BaselineOutput("frames 900\nwall 3.25\n")
        #expect(try output.number("wall") == 3.25)
        #expect(throws: (any Error).self) { try output.number("cpu") }
        #expect(throws: (any Error).self) { try BaselineOutput("Segmentation fault") }
    }
}
