public import SceneUnderstanding
public import Spaces

/// Where something was set down by a tap: it stands on what the tap met, upright on it, its front toward the person.
///
/// What stands on a plane goes with the plane when that turns out to be higher or lower; it does not slide along it, as Apple's sample
/// "Placing Objects" has it.
public struct Placement: Hashable, Sendable {
    /// The anchor of what was set down.
    public private(set) var anchor: Anchor
    /// The identifier of the plane that it stands on; nil for none.
    public private(set) var plane: String?

    /// Sets something down.
    ///
    /// What a tap meets is, in this order: a known plane within its rectangle, a level plane fitted to the feature points there, a
    /// known plane taken as infinite.
    ///
    /// - Parameters:
    ///   - name: what it is.
    ///   - identifier: of its anchor.
    ///   - tap: on the view, view points.
    ///   - frame: in which it is set down.
    ///   - viewport: picture and view.
    /// - Returns: nil when the tap meets nothing.
    public init?(
        of name: String, identifier: String, tap: ViewPoint, frame: Frame, viewport: Viewport
    ) {
        guard let ray = frame.camera.ray(through: viewport.pixelFromView(tap)) else { return nil }
        let types: [HitTestResult.ResultType] = [
            .existingPlaneUsingExtent, .estimatedHorizontalPlane, .existingPlane,
        ]
        guard let hit = types.lazy.compactMap({ frame.hitTest(ray, types: $0).first }).first else {
            return nil
        }
        let toward = frame.camera.position - hit.worldPosition
        anchor = Anchor(
            identifier: identifier, name: name,
            worldFromAnchor: .init(
                standingAt: hit.worldPosition, normal: .init(hit.worldTransform.yAxis), facing: toward))
        plane = hit.anchor?.identifier
    }

    /// Follows the plane that it stands on.
    public mutating func follow(_ changes: [Scene.Change]) {
        for change in changes {
            switch change {
            case .added(let plane), .updated(let plane):
                guard plane.identifier == self.plane else { continue }
                let place = anchor.worldFromAnchor
                let height = plane.local(place.origin).y
                // The plane's new normal is the thing's.
                anchor = Anchor(
                    identifier: anchor.identifier, name: anchor.name,
                    worldFromAnchor: .init(
                        standingAt: place.origin - plane.normal * height, normal: plane.normal,
                        facing: .init(place.zAxis)))
            case .removed(let identifier, let heir):
                if identifier == plane { plane = heir }
            }
        }
    }
}
