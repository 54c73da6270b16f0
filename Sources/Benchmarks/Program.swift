internal import Commands
internal import Files
internal import Glibc

/// A program that lies beside this one.
struct Program: Hashable, Sendable {
    /// The name under which it is built.
    let name: String
    private let path: String

    /// Finds a program.
    ///
    /// - Throws: `CommandFailure` when it was not built.
    init(_ name: String) throws {
        self.name = name
        path = try Self.home() + "/" + name
        guard isRegularFile(path) else {
            throw CommandFailure("there is no \(name) beside this program", help: "swift build -c release builds all of them")
        }
    }

    /// The program that asks.
    static func own() throws -> Program { try Program("airdraw-benchmark") }

    private static func home() throws -> String {
        guard let own = realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
            throw FileFailure(path: "/proc/self/exe", action: "read", code: errno)
        }
        return String(own[..<slash])
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: without the name of the program.
    ///   - folder: where its output is kept for the moment.
    /// - Returns: what it cost, and what it wrote to its standard output.
    /// - Throws: `CommandFailure` with its last words when it fails.
    func run(_ arguments: [String], in folder: TemporaryFolder) throws -> (cost: ProcessCost, output: String) {
        try Interruption.check()
        let output = folder.file("output")
        let messages = folder.file("messages")
        let start = Clock.wall
        let pid = try spawn(arguments, output: output, messages: messages)
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(pid, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw FileFailure(path: name, action: "wait for", code: errno) }
        }
        let wall = Clock.wall - start
        try Interruption.check()
        guard status == 0 else {
            let words = String(decoding: try readFile(messages, upTo: 1 << 20), as: UTF8.self)
            let how = status & 0x7F == 0 ? "ended with code \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
            throw CommandFailure(
                "\(([name] + arguments).joined(separator: " ")) \(how)",
                help: words.split(separator: "\n").first.map { "it said: \($0)" })
        }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + 1e-6 * Double(time.tv_usec) }
        let cost = ProcessCost(
            wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), peak: Double(usage.ru_maxrss) * 1024)
        return (cost, String(decoding: try readFile(output, upTo: 1 << 24), as: UTF8.self))
    }

    private func spawn(_ arguments: [String], output: String, messages: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, file) in [(STDOUT_FILENO, output), (STDERR_FILENO, messages)] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawn(&pid, path, &actions, nil, &words, environ)
        guard code == 0 else { throw FileFailure(path: path, action: "start", code: code) }
        return pid
    }
}

/// The most memory that this process had resident so far, bytes.
func ownPeak() -> Double {
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_maxrss) * 1024
}
