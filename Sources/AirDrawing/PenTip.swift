import SceneUnderstanding
import Spaces

/// Where the pen touches, from where the tracked box is: one rule for one tap.
///
/// What is tracked, the nail, lies above the plane, and what draws, the tip, on it. An offset that is constant in the view is wrong as
/// soon as the camera goes round the drawing: it does not turn with the finger, and the nail's height shifts it by parallax. So the
/// offset is used in the view until the pen has met a plane once; from then on it is a vector of the world, from a place at the nail's
/// height over that plane to where the tip touches it. The decision on the pen's tip has the numbers.
struct PenTip: Sendable {
    /// How high a nail lies over what its fingertip touches, metres: the thickness of a fingertip.
    static let nailHeight = 0.009

    private enum Rule: Sendable {
        /// The middle of the box itself.
        case center
        /// View points from the middle of the box when tapped; it grows with the box.
        case inView(Vector<ViewSpace>, seedSide: Double)
        /// From the place of the nail over a plane to the tip.
        case inWorld(WorldVector, over: PlaneAnchor)
        /// From the origin of the box that the tutorial shows, always the same.
        case tutorial
    }
    private var rule: Rule

    /// Makes the rule for a tap.
    ///
    /// - Parameters:
    ///   - offset: view points from the middle of the box when tapped.
    ///   - seed: the tapped box, view points.
    init(offset: Vector<ViewSpace>, seed: ViewRect) {
        rule = offset == .zero ? .center : .inView(offset, seedSide: seed.area.squareRoot())
    }

    private init(rule: Rule) { self.rule = rule }

    /// The tutorial's rule.
    static let tutorial = PenTip(rule: .tutorial)

    /// The place of the pen in the view for a box, view points.
    func callAsFunction(_ box: ViewRect, camera: Camera, viewport: Viewport) -> ViewPoint {
        switch rule {
        case .center: return box.center
        case .inView(let offset, let seedSide): return box.center + offset * (box.area.squareRoot() / seedSide)
        case .inWorld(let vector, let plane):
            guard let nail = Self.nail(box, over: plane, camera: camera, viewport: viewport),
                let tip = camera.project(nail + vector)
            else { return box.center }
            return viewport.viewFromPixel(tip)
        case .tutorial: return box.origin + DrawOptions.tutorialTip
        }
    }

    /// The pen met a plane: the first time, the offset becomes one of the world; later, it goes on over this plane.
    mutating func meet(_ tip: WorldPoint, on plane: PlaneAnchor, box: ViewRect, camera: Camera, viewport: Viewport) {
        switch rule {
        case .inView:
            guard let nail = Self.nail(box, over: plane, camera: camera, viewport: viewport) else { return }
            rule = .inWorld(tip - nail, over: plane)
        case .inWorld(let vector, _): rule = .inWorld(vector, over: plane)
        case .center, .tutorial: break
        }
    }

    /// Where the middle of a box lies at the height of a nail over a plane.
    private static func nail(
        _ box: ViewRect, over plane: PlaneAnchor, camera: Camera, viewport: Viewport
    ) -> WorldPoint? {
        guard let ray = camera.ray(through: viewport.pixelFromView(box.center)) else { return nil }
        var raised = plane.worldFromAnchor
        raised.translation += plane.normal.components * nailHeight
        return raised.inverse(ray).hitOfPlane().map { raised($0) }
    }
}
