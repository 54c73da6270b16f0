private import Glibc

/// A value that threads share, with a lock and a bell: who waits is woken when somebody changed it.
///
/// It is `Sendable` because the value is touched under the lock alone. POSIX and not `Synchronization`, which has no bell.
@safe package final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let bell = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe bell.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(bell, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(bell)
        unsafe pthread_mutex_destroy(mutex)
        unsafe bell.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the value and wakes who waits.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(bell)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` gives something, looking again after each change.
    package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(bell)
            unsafe pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            unsafe pthread_cond_wait(bell, mutex)
        }
    }

    /// Waits until `body` gives something, but not for ever.
    ///
    /// - Parameters:
    ///   - seconds: the longest wait.
    ///   - body: looks at the value, and again after each change.
    /// - Returns: nil when the time was over.
    package func wait<Result>(seconds: Double, _ body: (inout Value) -> Result?) -> Result? {
        var end = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        let total = Double(end.tv_nsec) / 1e9 + max(seconds, 0)
        end.tv_sec += Int(total)
        end.tv_nsec = Int((total - total.rounded(.down)) * 1e9)
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(bell)
            unsafe pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            if unsafe pthread_cond_timedwait(bell, mutex, &end) != 0 { return body(&value) }
        }
    }
}

/// Lets threads of other programs go first where there are not cores enough, in this thread and in those that it starts from now on.
package func stepBehindOtherThreads() {
    // Half of the way down from 0 to 19, the last. On Linux a priority belongs to a thread, and 0 is the one that asks (setpriority(2)).
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
}

/// A thread that can be waited for.
package struct JoinableThread {
    private let id: pthread_t

    /// Starts a thread; nil when the system has none to give.
    package init?(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let box = unsafe Unmanaged.passRetained(Box(body))
        var id = pthread_t()
        let failed = unsafe pthread_create(
            &id, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, box.toOpaque())
        guard failed == 0 else {
            unsafe box.release()
            return nil
        }
        self.id = id
    }

    /// Lets the thread go, which then ends by itself; not to be joined after it.
    package func detach() { pthread_detach(id) }

    /// Waits until the thread has ended; to be called once.
    package func join() { pthread_join(id, nil) }
}
