internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// What happens to image anchors, as lines of text.
enum ImageLines {
    /// The head of the table.
    static let header = "frame,time,event,name,tracked,x,y,z,qx,qy,qz,qw"

    /// A line as `anchors.jsonl` has it, without its end.
    static func json(_ event: AnchorEvent) -> String { String(event.text.dropLast()) }

    /// A row of the table: place in metres, and the rotation from anchor to world as a unit quaternion.
    static func csv(_ change: ImageChange, _ frame: Frame) -> String {
        let anchor = change.anchor
        let word =
            switch change {
            case .added: "add"
            case .updated: "update"
            case .removed: "remove"
            }
        let place = anchor.worldFromAnchor.translation
        let numbers = [place.x, place.y, place.z] + quaternion(anchor.worldFromAnchor)
        // A name may hold anything: quotes are doubled.
        let name = "\"" + anchor.name.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        return "\(frame.index),\(frame.timestamp),\(word),\(name),\(anchor.isTracked),"
            + numbers.map(\.description).joined(separator: ",")
    }

    /// The rotation as x, y, z, w with w not negative.
    ///
    /// Source: S. W. Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1, 1978.
    private static func quaternion(_ t: RigidTransform<AnchorSpace, WorldSpace>) -> [Double] {
        let (x, y, z) = (t.xAxis, t.yAxis, t.zAxis)
        let trace = x.x + y.y + z.z
        let largest = [x.x, y.y, z.z, trace].enumerated().max { $0.element < $1.element }?.offset ?? 3
        var q: [Double]
        switch largest {
        case 0: q = [1 + 2 * x.x - trace, x.y + y.x, z.x + x.z, y.z - z.y]
        case 1: q = [x.y + y.x, 1 + 2 * y.y - trace, y.z + z.y, z.x - x.z]
        case 2: q = [z.x + x.z, y.z + z.y, 1 + 2 * z.z - trace, x.y - y.x]
        default: q = [y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace]
        }
        let length = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
        if q[3] < 0 { q = q.map { -$0 } }
        return q.map { $0 / length }
    }
}
