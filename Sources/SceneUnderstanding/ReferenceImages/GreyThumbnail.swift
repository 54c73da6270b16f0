internal import Imaging
internal import Spaces

/// A picture as a few grey levels, to judge it as a whole.
struct GreyThumbnail {
    /// The longer side.
    static let side = 96
    let width: Int
    let height: Int
    let values: [Float]
    /// Standard deviation of the grey levels of the picture, 0…127.
    let deviation: Double
    /// What is wrong with the histogram, in words; nil when nothing is.
    let skew: String?

    init(_ picture: Picture) throws {
        let factor = min(1, Double(Self.side) / Double(max(picture.width, picture.height)))
        width = max(4, Int((Double(picture.width) * factor).rounded()))
        height = max(4, Int((Double(picture.height) * factor).rounded()))
        let all = PixelRect(cornerX: 0, cornerY: 0, width: picture.size.width, height: picture.size.height)
        values = try greyPatch(of: picture, rect: all, width: width, height: height)
        let count = Float(values.count)
        let mean = values.reduce(0, +) / count
        deviation = Double((values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot())
        var histogram = [Int](repeating: 0, count: 8)
        for value in values { histogram[max(0, min(7, Int(value / 32)))] += 1 }
        let share = Double(histogram.max() ?? 0) / Double(values.count)
        let darkest = histogram.firstIndex(of: histogram.max() ?? 0) ?? 0
        let tone = darkest < 3 ? "dark" : darkest > 4 ? "light" : "of the same grey"
        skew = share > 0.65 ? "skewed histogram: \(Int((100 * share).rounded())) % of the picture is \(tone)" : nil
    }

    /// The highest correlation of the picture with itself, moved by more than a tenth of its size and less than half.
    ///
    /// Slow changes of brightness are taken away first: they correlate with everything and hold nothing.
    func highestSelfCorrelation() -> Double {
        let fine = withoutSlowChanges()
        let energy = fine.reduce(0) { $0 + $1 * $1 } / Float(fine.count)
        guard energy > 0.5 else { return 1 }
        let least = max(2, max(width, height) / 10)
        var highest = 0.0
        for dy in 0...(height / 2) {
            for dx in -(width / 2)...(width / 2) where dx * dx + dy * dy >= least * least {
                highest = max(highest, correlation(fine, dx, dy))
            }
        }
        return highest
    }

    private func correlation(_ fine: [Float], _ dx: Int, _ dy: Int) -> Double {
        var (product, first, second): (Float, Float, Float) = (0, 0, 0)
        let columns = max(0, -dx)..<min(width, width - dx)
        for y in 0..<(height - dy) {
            for x in columns {
                let a = fine[y * width + x]
                let b = fine[(y + dy) * width + x + dx]
                product += a * b
                first += a * a
                second += b * b
            }
        }
        let norm = (first * second).squareRoot()
        // A part with next to nothing in it resembles nothing.
        return norm < 0.05 * Float(columns.count * (height - dy)) ? 0 : Double(product / norm)
    }

    /// The values less the mean of their surroundings, an eighth of the picture wide.
    private func withoutSlowChanges() -> [Float] {
        let reach = max(2, max(width, height) / 16)
        var sums = [Float](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row: Float = 0
            for x in 0..<width {
                row += values[y * width + x]
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
        var fine = values
        for y in 0..<height {
            let (top, bottom) = (max(0, y - reach), min(height, y + reach + 1))
            for x in 0..<width {
                let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
                let sum =
                    sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right] - sums[bottom * (width + 1) + left]
                    + sums[top * (width + 1) + left]
                fine[y * width + x] -= sum / Float((bottom - top) * (right - left))
            }
        }
        return fine
    }
}
