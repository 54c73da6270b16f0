internal import Glibc
internal import Synchronization

/// Whether somebody asked the program to stop, by Ctrl-C or a polite kill.
///
/// Long loops call `check()` and let its error travel up, so that files begun are removed on the way. A second Ctrl-C
/// ends the program at once.
public enum Interruption {
    /// The number of the signal; 0 when none came.
    private static let signalNumber = Atomic<Int32>(0)

    /// Whether to stop.
    static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

    /// Stops the caller when somebody asked for it.
    ///
    /// - Throws: ``Interrupted``.
    package static func check() throws {
        let number = signalNumber.load(ordering: .relaxed)
        if number != 0 { throw Interrupted(signal: number) }
    }

    /// Lets Ctrl-C and a kill ask instead of end, and lets a write to a closed pipe fail instead of end; for mains.
    public static func listen() {
        // The first use initializes the flag, which a signal handler must not do.
        _ = isRequested
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { Interruption.signalNumber.store($0, ordering: .relaxed) }
        // SA_RESETHAND, which glibc writes as an unsigned number: the second signal does what it does by itself.
        action.sa_flags = SA_RESTART | Int32(bitPattern: 0x8000_0000)
        unsafe sigaction(SIGINT, &action, nil)
        unsafe sigaction(SIGTERM, &action, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Asks to stop, or takes it back with 0; for tests.
    static func request(signal: Int32) { signalNumber.store(signal, ordering: .relaxed) }
}

/// The work was stopped because somebody asked for it.
struct Interrupted: Error, Hashable, Sendable {
    /// The signal that asked.
    let signal: Int32
    /// The exit code that shells expect: 130 for Ctrl-C.
    var exitCode: Int32 { 128 + signal }
}
