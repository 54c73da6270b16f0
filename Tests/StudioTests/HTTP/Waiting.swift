import Glibc
import Testing

/// Sleeps.
func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

/// Waits until something holds, and fails when it does not within half a minute.
func waitUntil(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) {
    for _ in 0..<3000 {
        if condition() { return }
        pause(0.01)
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
}
