import Glibc
import Meshes

/// How wide a ribbon is along its line.
struct PenWidth {
    /// Share of the width that is left at a tapered end.
    static let tip = 0.15
    /// Over how many widths a tapered end gets thin; half of the line at most.
    static let taperLength = 5.0
    /// Time to both sides over which the speed is averaged, seconds.
    static let speedWindow = 0.1
    /// How wide the line may be where it was slow, and where it was fast, in widths.
    static let speedLimits = 0.5...1.5

    let style: RibbonStyle

    /// The pen's radius at each corner, metres.
    ///
    /// From speed: the width times the square root of (mean speed of the line / speed here), within the limits; at the mean speed a line
    /// has its width, and thin lines are where the pen was fast. A taper follows a quarter of a sine.
    func radii(along points: [SIMD2<Double>], times: [Double]) -> [Double] {
        var radii = Array(repeating: style.width / 2, count: points.count)
        guard style.tapersEnds || style.followsSpeed, points.count > 1 else { return radii }
        var ways = [0.0]
        for (a, b) in zip(points, points.dropFirst()) {
            ways.append(ways[ways.count - 1] + (((b - a) * (b - a)).sum()).squareRoot())
        }
        let length = ways[ways.count - 1]
        if style.followsSpeed {
            let factors = speedFactors(ways, times)
            for i in radii.indices { radii[i] *= factors[i] }
        }
        if style.tapersEnds, length > 0 {
            let reach = min(Self.taperLength * style.width, length / 2)
            for i in radii.indices {
                let share = min(1, min(ways[i], length - ways[i]) / reach)
                radii[i] *= Self.tip + (1 - Self.tip) * sin(share * .pi / 2)
            }
        }
        return radii.map { max($0, PenLine.thinnest) }
    }

    private func speedFactors(_ ways: [Double], _ times: [Double]) -> [Double] {
        let duration = times[times.count - 1] - times[0]
        let mean = ways[ways.count - 1] / duration
        guard duration > 0, mean > 0 else { return ways.map { _ in 1 } }
        var first = 0
        var last = 0
        return times.indices.map { i in
            while last + 1 < times.count, times[last + 1] <= times[i] + Self.speedWindow { last += 1 }
            while first < i, times[first] < times[i] - Self.speedWindow { first += 1 }
            let speed = (ways[last] - ways[first]) / (times[last] - times[first])
            guard speed.isFinite else { return 1 }
            let factor = (mean / max(speed, mean * 1e-3)).squareRoot()
            return min(max(factor, Self.speedLimits.lowerBound), Self.speedLimits.upperBound)
        }
    }
}
