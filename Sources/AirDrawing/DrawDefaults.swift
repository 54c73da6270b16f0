import Recordings
import SceneUnderstanding
public import Spaces

extension Viewport {
    /// Side of the box round a tap when nobody says one, view points: 20 in a phone's view, 40 px per 640 px of width where the
    /// view is the picture.
    public var usualBoxSize: Double {
        let showsPicture = orientation == .landscapeRight && size.width == imageSize.width && size.height == imageSize.height
        return showsPicture ? DrawOptions.pictureBoxSize * imageSize.width / 640 : DrawOptions.phoneBoxSize
    }
}

extension PlaneAnchor {
    /// A level plane without end at a height of the world, metres.
    static func level(at y: Double) -> PlaneAnchor {
        var pose = RigidTransform<AnchorSpace, WorldSpace>.identity
        pose.translation.y = y
        return PlaneAnchor(
            identifier: "y=\(y)", alignment: .horizontal, worldFromAnchor: pose, center: .init(.zero), extentX: .infinity,
            extentZ: .infinity)
    }
}

extension Recording {
    /// Whether the recording says when the pen is down, and whether somebody tapped.
    func userEventKinds() throws -> (draws: Bool, taps: Bool) {
        let reader = try events()
        var kinds = (draws: false, taps: false)
        while let event = try reader.next() {
            switch event.kind {
            case .draw: kinds.draws = true
            case .tap: kinds.taps = true
            case .extrude, .interruption: break
            }
        }
        return kinds
    }
}
