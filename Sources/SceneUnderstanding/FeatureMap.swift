import Spaces

/// The feature points of a session as they are known now, in bounded memory.
///
/// When it is full, points not seen for longest are joined where they lie in one cube of ``cube``, and then the oldest are dropped.
public struct FeatureMap: Sendable {
    /// How many points it holds at most.
    public let capacity: Int
    /// Side of the cubes in which old points are joined, metres.
    public static let cube = 0.02

    private var entries: [Entry] = []
    private var places: [UInt64: Int] = [:]
    private var clock = 0

    private struct Entry: Sendable {
        var point: FeaturePoint
        var seen: Int
    }

    /// Makes an empty map.
    ///
    /// - Parameters:
    ///   - capacity: how many points it holds at most.
    public init(capacity: Int = 16_384) { self.capacity = max(capacity, 16) }

    /// The points, in the order in which they came.
    public var points: [FeaturePoint] { entries.map(\.point) }

    /// How many points there are.
    public var count: Int { entries.count }

    /// Takes in what a frame gave: points that are new or moved, and points to forget.
    ///
    /// - Parameters:
    ///   - frame: what one frame gave.
    ///   - withUncertain: whether its uncertain points are taken as well.
    public mutating func add(_ frame: FeatureFrame, withUncertain: Bool = false) {
        clock += 1
        if frame.isRestarted { keep([]) }
        if !frame.withdrawn.isEmpty {
            let gone = Set(frame.withdrawn)
            if gone.contains(where: { places[$0] != nil }) { keep(entries.filter { !gone.contains($0.point.identifier) }) }
        }
        for point in withUncertain ? frame.points + frame.uncertain : frame.points where point.position.isFinite {
            if let place = places[point.identifier] {
                entries[place] = Entry(point: point, seen: clock)
            } else {
                places[point.identifier] = entries.count
                entries.append(Entry(point: point, seen: clock))
            }
        }
        if entries.count > capacity { shrink() }
    }

    private mutating func keep(_ kept: [Entry]) {
        entries = kept
        places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.point.identifier, $0) })
    }

    /// Makes room for a quarter of the capacity.
    private mutating func shrink() {
        let target = capacity * 3 / 4
        // Those seen for the last time before this are old.
        let limit = entries.map(\.seen).sorted()[entries.count - target / 2]
        var kept: [Entry] = []
        var cubes: [SIMD3<Int32>: (place: Int, weight: Double)] = [:]
        for entry in entries {
            guard entry.seen < limit else {
                kept.append(entry)
                continue
            }
            let p = entry.point.position.coordinates / Self.cube
            let key = SIMD3<Int32>(
                clamping: SIMD3<Int64>(p.clamped(lowerBound: -1e9 * .one, upperBound: 1e9 * .one), rounding: .down))
            let deviation = entry.point.deviation ?? Self.cube
            let weight = 1 / max(deviation * deviation, 1e-8)
            if let cube = cubes[key] {
                let old = kept[cube.place].point
                let total = cube.weight + weight
                let place =
                    (old.position.coordinates * cube.weight + entry.point.position.coordinates * weight) / total
                kept[cube.place].point = FeaturePoint(
                    identifier: old.identifier, position: .init(place), deviation: (1 / total).squareRoot(),
                    seenFrom: old.seenFrom)
                kept[cube.place].seen = max(kept[cube.place].seen, entry.seen)
                cubes[key] = (cube.place, total)
            } else {
                cubes[key] = (kept.count, weight)
                kept.append(entry)
            }
        }
        if kept.count > target {
            // The oldest go first; among equals those that came first.
            let order = kept.indices.sorted { (kept[$0].seen, $0) < (kept[$1].seen, $1) }
            let gone = Set(order.prefix(kept.count - target))
            kept = kept.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        }
        keep(kept)
    }
}
