private import Synchronization

/// The scene at one frame, with what rays need, made when the first ray asks for it.
final class SceneSnapshot: Sendable {
    let planes: [PlaneAnchor]
    /// All feature points known, seen in this frame or before.
    let map: [FeaturePoint]
    private let made: Mutex<(planes: HitTester?, all: HitTester?)> = .init((nil, nil))

    init(planes: [PlaneAnchor], map: [FeaturePoint]) {
        self.planes = planes
        self.map = map
    }

    func tester(withFeatures: Bool) -> HitTester {
        made.withLock { made in
            if withFeatures, !map.isEmpty {
                let all = made.all ?? HitTester(planes: planes, features: FeatureIndex(map))
                made.all = all
                return all
            }
            let tester = made.planes ?? HitTester(planes: planes)
            made.planes = tester
            return tester
        }
    }
}
