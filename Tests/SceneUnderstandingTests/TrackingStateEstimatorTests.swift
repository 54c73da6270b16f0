import Recordings
import Spaces
import Testing

@testable import SceneUnderstanding

@Suite struct TrackingStateEstimatorTests {
    private func camera(yaw: Double = 0) -> Camera {
        Camera(
            model: .init(intrinsics: .init(fx: 900, fy: 900, cx: 639.5, cy: 359.5)), imageSize: .init(width: 1280, height: 720),
            worldFromCamera: .init(eulerAngles: .init(pitch: 0, yaw: yaw, roll: 0)))
    }

    private let good = TrackingStateEstimator.Evidence(followed: 120, motion: 4, luma: 0.4)

    /// An estimator that has tracked for a second, and the time.
    private func settled() -> (TrackingStateEstimator, Double) {
        var estimator = TrackingStateEstimator()
        for i in 0..<30 { _ = estimator.state(good, camera: camera(), time: Double(i) / 30) }
        return (estimator, 1)
    }

    @Test("It initializes for a moment and is normal then")
    func initializes() {
        var estimator = TrackingStateEstimator()
        let states = (0..<15).map { estimator.state(good, camera: camera(), time: Double($0) / 30) }
        #expect(states.first == .limited(.initializing))
        #expect(states.last == .normal)
        // 0.3 s at 30 frames a second.
        #expect(states.firstIndex(of: .normal) == 9)
    }

    @Test("Darkness, a bare wall and a shaken camera are told apart")
    func problems() {
        var (dark, time) = settled()
        let darkness = dark.state(.init(followed: 3, motion: nil, luma: 0.03), camera: camera(), time: time)
        #expect(darkness == .limited(.insufficientFeatures))
        #expect(TrackingAdvice(darkness, luma: 0.03) == .moreLight)

        var (wall, _) = settled()
        let bare = wall.state(.init(followed: 2, motion: 1, luma: 0.6), camera: camera(), time: time)
        #expect(bare == .limited(.insufficientFeatures))
        #expect(TrackingAdvice(bare, luma: 0.6) == .lookAtTexture)

        var (shaken, _) = settled()
        // 8° from one frame to the next: 4.2 radians a second.
        let turn = shaken.state(.init(followed: 3, motion: nil, luma: 0.4), camera: camera(yaw: 0.14), time: time)
        #expect(turn == .limited(.excessiveMotion))
        #expect(TrackingAdvice(turn, luma: 0.4) == .moveSlower)
        time += 1.0 / 30
        // By what the picture shows alone: a tenth of the width.
        var (fast, _) = settled()
        #expect(
            fast.state(.init(followed: 60, motion: 128, luma: 0.4), camera: camera(), time: time) == .limited(.excessiveMotion))
    }

    @Test("It is normal again as soon as the problem is over")
    func recovers() {
        var (estimator, time) = settled()
        _ = estimator.state(.init(followed: 2, motion: nil, luma: 0.6), camera: camera(), time: time)
        #expect(estimator.state(good, camera: camera(), time: time + 0.033) == .normal)
    }

    @Test("After an interruption it looks for its place, as long as it takes to settle")
    func relocalizes() {
        var (estimator, time) = settled()
        estimator.interrupt()
        time += 2
        #expect(estimator.state(good, camera: camera(yaw: 1), time: time) == .limited(.relocalizing))
        #expect(estimator.state(good, camera: camera(yaw: 1), time: time + 0.31) == .normal)
    }

    @Test("Every state that is not normal has advice in a sentence", arguments: TrackingState.Reason.allCases)
    func advice(reason: TrackingState.Reason) {
        #expect(TrackingAdvice(.limited(reason), luma: 0.5)?.sentence.hasSuffix(".") == true)
        #expect(TrackingAdvice(.normal, luma: 0.5) == nil)
    }
}
