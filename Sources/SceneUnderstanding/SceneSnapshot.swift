private import Synchronization

/// The scene at one frame, with what rays need, made when the first ray asks for it.
final class SceneSnapshot: Sendable {
    let planes: [PlaneAnchor]
    /// All feature points known, seen in this frame or before.
    let map: [FeaturePoint]
    /// Whether y is up; where it is not, no plane can be estimated.
    let knowsUp: Bool
    private let made: Mutex<(planes: HitTester?, all: HitTester?)> = .init((nil, nil))

    init(planes: [PlaneAnchor], map: [FeaturePoint], knowsUp: Bool) {
        self.planes = planes
        self.knowsUp = knowsUp
        self.map = map
    }

    func tester(withFeatures: Bool) -> HitTester {
        made.withLock { made in
            if withFeatures, !map.isEmpty {
                let all = made.all ?? HitTester(planes: planes, features: FeatureIndex(map), knowsUp: knowsUp)
                made.all = all
                return all
            }
            let tester = made.planes ?? HitTester(planes: planes)
            made.planes = tester
            return tester
        }
    }
}
