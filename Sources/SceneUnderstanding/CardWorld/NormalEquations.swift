/// A symmetric positive definite system of linear equations, solved by Cholesky's method.
struct NormalEquations {
    let count: Int
    /// The lower triangle row by row in a full square; what is above the diagonal is not looked at.
    private(set) var matrix: [Double]
    private(set) var right: [Double]

    init(count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// Adds to an element of the lower triangle.
    mutating func add(_ value: Double, at row: Int, _ column: Int) { matrix[row * count + column] += value }
    /// Adds to the right side.
    mutating func add(_ value: Double, at row: Int) { right[row] += value }
    /// An element of the lower triangle.
    func value(_ row: Int, _ column: Int) -> Double { matrix[row * count + column] }

    /// Adds one equation with few unknowns: `values · x[indices] = target`, weighted.
    mutating func add(_ values: [Double], at indices: [Int], target: Double, weight: Double) {
        for (i, a) in zip(indices, values) {
            for (j, b) in zip(indices, values) where j <= i { matrix[i * count + j] += weight * a * b }
            right[i] += weight * a * target
        }
    }

    /// The solution after the diagonal is damped by a share of itself; nil when the matrix is not positive definite.
    func solved(damping: Double = 0) -> [Double]? {
        guard let factor = factor(damping: damping) else { return nil }
        return solve(factor, right)
    }

    /// An element of the diagonal of the inverse: the variance of that unknown.
    func inverseDiagonal(_ index: Int) -> Double? {
        guard let factor = factor(damping: 0) else { return nil }
        var unit = [Double](repeating: 0, count: count)
        unit[index] = 1
        return solve(factor, unit)[index]
    }

    private func factor(damping: Double) -> [Double]? {
        let n = count
        var l = matrix
        for j in 0..<n {
            var pivot = l[j * n + j] * (1 + damping) + 1e-12
            for k in 0..<j { pivot -= l[j * n + k] * l[j * n + k] }
            guard pivot > 0, pivot.isFinite else { return nil }
            let root = pivot.squareRoot()
            l[j * n + j] = root
            for i in (j + 1)..<max(n, j + 1) {
                var sum = l[i * n + j]
                // Skipping over the block structure's zeros is not worth its code at this size.
                for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
                l[i * n + j] = sum / root
            }
        }
        return l
    }

    private func solve(_ l: [Double], _ b: [Double]) -> [Double] {
        let n = count
        var x = b
        for i in 0..<n {
            for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
            x[i] /= l[i * n + i]
        }
        for i in stride(from: n - 1, through: 0, by: -1) {
            for k in (i + 1)..<max(n, i + 1) { x[i] -= l[k * n + i] * x[k] }
            x[i] /= l[i * n + i]
        }
        return x
    }
}
