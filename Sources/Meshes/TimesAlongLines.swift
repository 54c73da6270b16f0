/// When the pen was nearest to a place: what vertices of solids are dated with.
struct TimesAlongLines {
    private let cell: Double
    private var cells: [SIMD2<Int>: [(place: SIMD2<Double>, time: Double)]] = [:]

    /// Lays lines into squares as wide as the widest pen, with a sample at least every half of it.
    init(_ lines: [PenLine]) {
        let widest = lines.lazy.flatMap(\.radii).max() ?? 1
        cell = widest * 2
        for line in lines {
            for i in line.points.indices {
                add(line.points[i], line.times[i])
                guard i + 1 < line.points.count else { continue }
                let way = line.points[i + 1] - line.points[i]
                let pieces = Int(((way * way).sum().squareRoot() / widest).rounded(.up))
                for k in stride(from: 1, to: pieces, by: 1) {
                    let share = Double(k) / Double(pieces)
                    add(line.points[i] + way * share, line.times[i] + (line.times[i + 1] - line.times[i]) * share)
                }
            }
        }
    }

    private mutating func add(_ place: SIMD2<Double>, _ time: Double) {
        cells[square(place), default: []].append((place, time))
    }

    private func square(_ p: SIMD2<Double>) -> SIMD2<Int> {
        let s = (p / cell).rounded(.down)
        return SIMD2(Int(s.x), Int(s.y))
    }

    /// The time of the nearest sample of a place that the pen covered; of equally near ones the first.
    func time(at place: SIMD2<Double>) -> Double {
        let middle = square(place)
        var best = (distance: Double.infinity, time: 0.0)
        for x in (middle.x - 1)...(middle.x + 1) {
            for y in (middle.y - 1)...(middle.y + 1) {
                for sample in cells[SIMD2(x, y)] ?? [] {
                    let way = sample.place - place
                    let distance = (way * way).sum()
                    if distance < best.distance { best = (distance, sample.time) }
                }
            }
        }
        return best.time
    }
}
