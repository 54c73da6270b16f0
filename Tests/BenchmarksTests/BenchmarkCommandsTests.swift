import Testing

@testable import Benchmarks
@testable import Commands

@Suite("Commands of airdraw-benchmark")
struct BenchmarkCommandsTests {
    @Test("Every example is a command line that is understood", arguments: Tool.benchmark.names)
    func examples(_ name: String) throws {
        let command = try #require(Tool.benchmark.command(named: name))
        for example in command.spec.examples where name != HelpCommand.spec.name {
            let typed = example.split(separator: " ").map(String.init)
            #expect(typed[0] == name)
            #expect(throws: Never.self) {
                _ = try command.options(from: ParsedArguments(Array(typed.dropFirst()), of: command.spec, in: .benchmark))
            }
        }
    }

    @Test("What is not said has its default")
    func request() throws {
        let words = ["--runs", "3", "--gate"]
        let typed = try ParsedArguments(words, of: PipelineBenchmark.spec, in: .benchmark)
        #expect(try PipelineBenchmark.options(from: typed) == BenchmarkRequest(runs: 3, gates: true))
        let none = try ParsedArguments([], of: PipelineBenchmark.spec, in: .benchmark)
        #expect(try PipelineBenchmark.options(from: none) == BenchmarkRequest())
    }

    @Test("No run is not a number of runs", arguments: ["0", "-1", "1.5", "many"])
    func runs(_ text: String) throws {
        let typed = try ParsedArguments(["--runs=\(text)"], of: StartBenchmark.spec, in: .benchmark)
        #expect(throws: UsageFailure.self) { try StartBenchmark.options(from: typed) }
    }
}
