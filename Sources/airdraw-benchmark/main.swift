internal import Benchmarks
internal import Commands
internal import Glibc

Interruption.listen()
exit(runBenchmarks(arguments: Array(CommandLine.arguments.dropFirst())))
