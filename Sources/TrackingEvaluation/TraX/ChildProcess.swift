private import Files
private import Glibc
private import Synchronization

/// A command of the shell in a process group of its own, with pipes to its standard streams; ended with all that it started.
final class ChildProcess {
    /// Writes to its standard input.
    let input: Int32
    /// Reads its standard output.
    let output: Int32
    /// Reads its standard error.
    let errors: Int32
    private let process: pid_t
    private var status: Int32?

    /// Starts a command with `/bin/sh -c`.
    ///
    /// - Throws: `FileFailure` when the system has no more processes or descriptors.
    init(command: String) throws {
        // The ends of another child's pipes must not be inherited by this one: they would stay open.
        let (code, pid, ours) = try starting.withLock { _ in
            let (its, ours) = try Self.pipes()
            defer { for descriptor in its { close(descriptor) } }
            let (code, pid) = Self.spawn(command, its)
            return (code, pid, ours)
        }
        guard code == 0 else {
            for descriptor in ours { close(descriptor) }
            throw FileFailure(path: command, action: "start", code: code)
        }
        process = pid
        (input, output, errors) = (ours[0], ours[1], ours[2])
    }

    deinit {
        end()
        for descriptor in [output, errors] { close(descriptor) }
    }

    /// How it ended, in words; nil while it runs.
    var ending: String? {
        guard let status else { return nil }
        let signal = status & 0x7F
        if signal != 0 { return "it was ended by signal \(signal)" }
        let code = status >> 8 & 0xFF
        return code == 127 ? "its shell found no such command (exit code 127)" : "it ended with exit code \(code)"
    }

    /// Waits until it has ended by itself, and reaps it.
    ///
    /// - Returns: whether it ended in time.
    @discardableResult
    func wait(atMost limit: Duration) -> Bool {
        guard status == nil else { return true }
        let deadline = ContinuousClock.now + limit
        while !hasEnded() {
            if ContinuousClock.now >= deadline { return false }
            usleep(2000)
        }
        reap()
        return true
    }

    /// Closes its input, and ends it and all that it started: politely, and after a moment by force.
    func end(afterAtMost limit: Duration = .zero) {
        guard !isInputClosed else { return }
        isInputClosed = true
        close(input)
        if !wait(atMost: limit) {
            kill(-process, SIGTERM)
            if !wait(atMost: .milliseconds(300)) {
                kill(-process, SIGKILL)
                wait(atMost: .seconds(5))
            }
        }
    }

    private var isInputClosed = false

    /// Whether it has ended and waits to be reaped; its number, and that of its group, is not given away before.
    private func hasEnded() -> Bool {
        var info = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return unsafe code != 0 || info.si_signo != 0
    }

    private func reap() {
        // Whatever it started and left behind.
        kill(-process, SIGKILL)
        var found: Int32 = 0
        while unsafe waitpid(process, &found, 0) < 0, errno == EINTR {}
        status = found
    }

    /// Starts a shell that has descriptors as its 0, 1 and 2; gives the system's error number and the process.
    private static func spawn(_ command: String, _ descriptors: [Int32]) -> (code: Int32, process: pid_t) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that all of it can be ended; signals as a fresh process has them.
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        var pid: pid_t = 0
        let texts: [String] = ["/bin/sh", "-c", command]
        let words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { text in unsafe strdup(text) } + [nil]
        defer { unsafe words.forEach { word in unsafe free(word) } }
        let code = unsafe posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, environ)
        return (code, pid)
    }

    /// Three pipes: the ends of the child, as its descriptors 0, 1, 2, and ours.
    private static func pipes() throws -> (its: [Int32], ours: [Int32]) {
        var (its, ours): ([Int32], [Int32]) = ([], [])
        for number in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else {
                let failure = FileFailure(path: "a pipe", action: "make", code: errno)
                for descriptor in its + ours { close(descriptor) }
                throw failure
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            its.append(number == 0 ? ends[0] : ends[1])
            ours.append(number == 0 ? ends[1] : ends[0])
        }
        return (its, ours)
    }
}

/// Held while a child is started.
private let starting = Mutex(())
