internal import Commands
internal import Glibc

Interruption.listen()
exit(runAirDraw(arguments: Array(CommandLine.arguments.dropFirst())))
