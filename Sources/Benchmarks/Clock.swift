internal import Glibc

/// A clock of the system, in seconds.
enum Clock {
    /// Time that passes whatever happens.
    static var wall: Double { seconds(CLOCK_MONOTONIC) }
    /// Processor time of the calling thread, user and system.
    static var threadCPU: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var now = timespec()
        unsafe clock_gettime(clock, &now)
        return Double(now.tv_sec) + 1e-9 * Double(now.tv_nsec)
    }
}
