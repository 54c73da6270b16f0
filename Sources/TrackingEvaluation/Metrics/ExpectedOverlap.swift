private import Glibc

/// The expected overlap at each length, over fragments that are as long or ended by a failure.
///
/// As votchallenge/toolkit 0.9.0 has it for the supervised protocol: the value at length j is the mean of the overlaps 1…j, the
/// seed's left out, with 0 after a failure. The toolkit computes in single precision, this in double: they agree to about 1e-6.
///
/// - Parameter fragments: what runs between seeds gave.
/// - Returns: a value for each length from 0 to the longest fragment's last frame.
public func expectedOverlapCurve(_ fragments: [OverlapFragment]) -> [Double] {
    expectedOverlapCurve(fragments, count: fragments.map(\.overlaps.count).max() ?? 0)
}

/// The same for lengths below a number; 0 where no fragment counts.
func expectedOverlapCurve(_ fragments: [OverlapFragment], count longest: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: longest)
    var counts = [Int](repeating: 0, count: longest)
    for fragment in fragments {
        var total = 0.0
        for j in 0..<longest {
            let isInside = j < fragment.overlaps.count
            guard isInside || fragment.hasFailed else { break }
            if isInside, j > 0 { total += fragment.overlaps[j] }
            sums[j] += j == 0 ? fragment.overlaps.first ?? 0 : total / Double(j)
            counts[j] += 1
        }
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : 0 }
}

/// The mean of a curve over lengths; nil when the curve does not reach the first of them.
///
/// - Parameters:
///   - curve: a value for each length from 0 on.
///   - lengths: the lengths; those beyond the curve's end do not count, as in votchallenge/toolkit 0.9.0.
public func averageOverlap(of curve: [Double], over lengths: ClosedRange<Int>) -> Double? {
    guard lengths.lowerBound >= 0, lengths.lowerBound < curve.count else { return nil }
    return mean(Array(curve[lengths.lowerBound...min(lengths.upperBound, curve.count - 1)]))
}

/// The lengths over which to average the expected overlap, from the lengths of the data set's own sequences.
///
/// As VOT2015 sets them: about the most frequent length, the interval that holds half of the density of lengths, which is estimated
/// with a Gaussian kernel of Silverman's width. It grows from the mode toward the side where the density is higher.
///
/// - Parameter sequenceLengths: frames of each sequence.
/// - Returns: nil of no sequence.
public func expectedOverlapLengths(_ sequenceLengths: [Int]) -> ClosedRange<Int>? {
    guard let longest = sequenceLengths.max(), longest > 0 else { return nil }
    let count = Double(sequenceLengths.count)
    let average = mean(sequenceLengths.map(Double.init))
    let squares = sequenceLengths.reduce(0.0) { $0 + (Double($1) - average) * (Double($1) - average) }
    let deviation = (squares / max(count - 1, 1)).squareRoot()
    // One length, or equal ones, have no spread: a kernel one frame wide keeps the interval at the length.
    let width = max(1.06 * deviation * pow(count, -0.2), 0.5)
    let density = (1...longest).map { length in
        sequenceLengths.reduce(0.0) { sum, other in
            let z = (Double(length) - Double(other)) / width
            return sum + exp(-z * z / 2)
        }
    }
    let total = density.reduce(0, +)
    guard let mode = density.indices.max(by: { density[$0] < density[$1] }) else { return nil }
    var low = mode
    var high = mode
    var held = density[mode]
    while held < total / 2 {
        let below = low > 0 ? density[low - 1] : -1
        let above = high < density.count - 1 ? density[high + 1] : -1
        if below < 0, above < 0 { break }
        if below > above {
            low -= 1
            held += below
        } else {
            high += 1
            held += above
        }
    }
    return (low + 1)...(high + 1)
}

/// e to a power.
func exponential(_ x: Double) -> Double { exp(x) }
