public import Spaces

/// Which planes to look for: `ARWorldTrackingConfiguration.PlaneDetection`.
public struct PlaneDetection: OptionSet, Hashable, Sendable {
    /// ARKit's bits.
    public let rawValue: UInt

    /// Makes a set from ARKit's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Level planes.
    public static let horizontal = PlaneDetection(rawValue: 1 << 0)
    /// Upright planes.
    public static let vertical = PlaneDetection(rawValue: 1 << 1)
}

/// Finds planes in feature points, over many frames.
///
/// The points of all frames are remembered in bounded memory. A few times a second planes are looked for among them: level ones at
/// the peaks of the histogram of heights, upright ones at the peaks of Hough's transform of the plan; each is fitted robustly, and what
/// is found is laid on the planes known before, which grow, turn and merge. The same input gives the same planes. The world's y is up.
/// Not `Sendable`: one thread at a time.
public final class PlaneDetector {
    /// What is looked for; planes found stay when it is changed.
    public var detecting: PlaneDetection
    /// Seconds between two searches.
    public let interval: Double
    /// The planes now, in the order in which they came.
    public var planes: [PlaneAnchor] { known.map(\.anchor) }

    private var known: [KnownPlane] = []
    private var map: FeatureMap
    private var lastSearch: Double?
    private var nextNumber = 1

    /// Makes a detector.
    ///
    /// - Parameters:
    ///   - detecting: what is looked for.
    ///   - interval: seconds between two searches; 0 searches at each update.
    ///   - capacity: points that are remembered at most.
    public init(detecting: PlaneDetection, interval: Double = 0.2, capacity: Int = 16_384) {
        self.detecting = detecting
        self.interval = interval
        map = FeatureMap(capacity: capacity)
    }

    /// Takes in what a frame gave.
    ///
    /// - Parameters:
    ///   - frame: its points; those that were withdrawn are forgotten.
    ///   - camera: towards which an upright plane's normal points; nil for a bare cloud, where it is the world's origin.
    ///   - time: seconds; planes are looked for a few times a second.
    /// - Returns: what happened to planes, most often nothing.
    public func update(with frame: FeatureFrame, camera: Camera?, time: Double) -> [Scene.Change] {
        map.add(frame, withUncertain: true)
        if frame.isRestarted {
            let gone = known.map { Scene.Change.removed(identifier: $0.identifier, mergedInto: nil) }
            known = []
            return gone
        }
        guard !detecting.isEmpty else { return [] }
        if let lastSearch, time >= lastSearch, time - lastSearch < interval - 1e-6 { return [] }
        lastSearch = time
        let cloud = PlaneCloud(map.points)
        let level = LevelSearch().candidates(in: cloud)
        var candidates = detecting.contains(.horizontal) ? level : []
        if detecting.contains(.vertical) { candidates += UprightSearch().candidates(in: cloud, besides: level) }
        return take(candidates, eye: camera?.position.coordinates ?? .zero)
    }

    /// How well a plane is known; nil when there is none of this name.
    public func fit(of identifier: String) -> PlaneFit? { known.first { $0.identifier == identifier }?.fit }

    /// Forgets all planes and points, but not which names were used.
    public func reset() {
        known = []
        map = FeatureMap(capacity: map.capacity)
        lastSearch = nil
    }

    /// Lays what a search found on the planes that are known.
    private func take(_ candidates: [PlaneCandidate], eye: SIMD3<Double>) -> [Scene.Change] {
        var placed: Set<String> = []
        var born: [String] = []
        for candidate in candidates {
            guard let i = known.firstIndex(where: { $0.isShown(by: candidate) }) else {
                let plane = KnownPlane(identifier: "plane-\(nextNumber)", candidate, eye: eye)
                nextNumber += 1
                known.append(plane)
                born.append(plane.identifier)
                placed.insert(plane.identifier)
                continue
            }
            if placed.insert(known[i].identifier).inserted {
                known[i].take(candidate)
            } else if abs(known[i].height(of: candidate)) < SheetSearch.reach {
                // A second piece of the same surface; the stronger one came first and says where the plane is.
                known[i].cover(candidate)
            }
        }
        var changes: [Scene.Change] = []
        merge(born: &born, into: &changes)
        for i in known.indices {
            let isBorn = born.contains(known[i].identifier)
            if let anchor = known[i].news(), !isBorn {
                changes.append(.updated(anchor))
            } else if isBorn {
                changes.append(.added(known[i].anchor))
            }
        }
        return changes
    }

    /// Joins planes that turned out to be one surface: the older stays and covers both.
    private func merge(born: inout [String], into changes: inout [Scene.Change]) {
        var i = 0
        while i < known.count {
            if let j = known.indices.first(where: { $0 > i && known[i].isSame(as: known[$0]) }) {
                let gone = known.remove(at: j)
                known[i].cover(gone)
                if let place = born.firstIndex(of: gone.identifier) {
                    // It never was told of.
                    born.remove(at: place)
                } else {
                    changes.append(.removed(identifier: gone.identifier, mergedInto: known[i].identifier))
                }
            } else {
                i += 1
            }
        }
    }
}
