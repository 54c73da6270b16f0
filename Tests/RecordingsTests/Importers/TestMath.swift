import Glibc

/// atan2, from the C library.
func atan2OfHalf(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

/// Seconds with three decimals.
func milliseconds(_ seconds: Double) -> String {
    let whole = Int((seconds * 1000).rounded())
    return "\(whole / 1000)." + String(String(1000 + whole % 1000).dropFirst())
}
