internal import Commands
internal import SceneUnderstanding
internal import Spaces

/// `airdraw-benchmark hits`: how many rays a second meet planes and feature points.
enum HitBenchmark: Benchmark {
    /// How many planes the scene has.
    static let planeCount = 50
    /// How many feature points the scene has.
    static let featureCount = 100_000

    static let spec = CommandSpec(
        name: "hits", summary: "Measures hit tests against 50 planes and against 100,000 feature points",
        discussion: ["In this process, on one core, by its processor time. Every ray starts where the camera may be, 1.5 m up."],
        ownOptions: [BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec], examples: ["hits --runs 9"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        let runs = request.runs ?? 5
        let scene = BenchmarkScene()
        let planes = HitTester(planes: scene.planes(planeCount))
        let start = Clock.threadCPU
        let features = HitTester(planes: [], features: FeatureIndex(scene.features(featureCount)))
        let building = Clock.threadCPU - start
        let cases: [(name: String, tester: HitTester, type: HitTestResult.ResultType, rays: Int)] = [
            ("50 planes, existingPlaneUsingExtent", planes, .existingPlaneUsingExtent, 400_000),
            ("50 planes, existingPlaneUsingGeometry", planes, .existingPlaneUsingGeometry, 200_000),
            ("50 planes, existingPlane (every one is met)", planes, .existingPlane, 20_000),
            ("100,000 features, featurePoint", features, .featurePoint, 40_000),
            ("100,000 features, estimatedHorizontalPlane", features, .estimatedHorizontalPlane, 2_000),
        ]
        var rates: [[Double]] = .init(repeating: [], count: cases.count)
        var hits: [Double] = .init(repeating: 0, count: cases.count)
        var progress = ProgressLine("measuring", unit: "runs", total: runs, on: console)
        for run in 0..<runs {
            for (i, test) in cases.enumerated() {
                try Interruption.check()
                let rays = scene.rays(test.rays)
                let start = Clock.threadCPU
                var count = 0
                for ray in rays { count += test.tester.hitTest(ray, types: test.type).count }
                rates[i].append(Double(test.rays) / (Clock.threadCPU - start))
                hits[i] = Double(count) / Double(test.rays)
            }
            progress.update(run + 1)
        }
        progress.finish()
        return Report(
            "hits: medians of \(runs) runs; the index of the features took \(fixed(building * 1000, places: 1)) ms to build",
            columns: ["", "rays a second", "hits a ray"],
            rows: cases.indices.map { [cases[$0].name, fixed(median(of: rates[$0]), places: 0), fixed(hits[$0], places: 2)] },
            verdicts: [
                Verdict(name: "rays a second, 50 planes", value: median(of: rates[0]), bound: .atLeast(1e6), unit: "rays"),
                Verdict(
                    name: "rays a second, 100,000 features", value: median(of: rates[3]), bound: .atLeast(20_000), unit: "rays"),
            ])
    }
}

/// A room of 4 m × 3 m × 4 m with planes and feature points on them, the same in every run.
private struct BenchmarkScene {
    /// Numbers in 0…1 from a fixed start: a linear congruential generator (Knuth, MMIX).
    private struct Numbers {
        var state: UInt64 = 7

        mutating func next(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
        }
    }

    func planes(_ count: Int) -> [PlaneAnchor] {
        var numbers = Numbers()
        return (0..<count).map { i in
            let isLevel = i % 3 != 0
            let pose = RigidTransform<AnchorSpace, WorldSpace>(
                eulerAngles: .init(pitch: isLevel ? 0 : .pi / 2, yaw: numbers.next(0...(2 * .pi)), roll: 0),
                translation: [numbers.next(-2...2), numbers.next(0...1.2), numbers.next(-2...2)])
            let (x, z) = (numbers.next(0.2...1.2), numbers.next(0.2...1.2))
            return PlaneAnchor(
                identifier: "plane-\(i + 1)", alignment: isLevel ? .horizontal : .vertical, worldFromAnchor: pose,
                center: .init(.zero), extentX: x, extentZ: z,
                boundary: [[-x / 2, 0], [0, -z / 2], [x / 2, 0], [0, z / 2]])
        }
    }

    func features(_ count: Int) -> [FeaturePoint] {
        var numbers = Numbers(state: 11)
        let surfaces = planes(HitBenchmark.planeCount)
        return (0..<count).map { i in
            let plane = surfaces[i % surfaces.count]
            let local = AnchorPoint(
                x: numbers.next(-0.5...0.5) * plane.extentX, y: numbers.next(-0.003...0.003),
                z: numbers.next(-0.5...0.5) * plane.extentZ)
            return FeaturePoint(identifier: UInt64(i), position: plane.worldFromAnchor(local))
        }
    }

    func rays(_ count: Int) -> [Ray<WorldSpace>] {
        var numbers = Numbers(state: 13)
        return (0..<count).map { _ in
            .init(
                origin: .init(x: numbers.next(-1...1), y: 1.5, z: numbers.next(-1...1)),
                direction: .init(x: numbers.next(-1...1), y: numbers.next((-1)...(-0.2)), z: numbers.next(-1...1)))
        }
    }
}
