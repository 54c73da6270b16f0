private import Glibc

/// Lets the thread sleep for a number of seconds.
func pause(_ seconds: Double) { usleep(UInt32(max(seconds, 0.001) * 1e6)) }
