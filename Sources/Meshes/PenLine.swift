/// A line of a pen on a plane, of which a solid is made.
public struct PenLine: Hashable, Sendable {
    /// Its corners in the axes of the plane seen from above, x to the right and y up, metres; one alone is a dot.
    public var points: [SIMD2<Double>]
    /// When the pen was at each corner, seconds.
    public var times: [Double]
    /// The pen's radius at each corner, metres; between corners it changes evenly.
    public var radii: [Double]
    /// The name, for messages.
    public var name: String

    /// Makes a line of one width.
    public init(points: [SIMD2<Double>], times: [Double], radius: Double, name: String) {
        self.init(points: points, times: times, radii: Array(repeating: radius, count: points.count), name: name)
    }

    /// Makes a line of changing width.
    public init(points: [SIMD2<Double>], times: [Double], radii: [Double], name: String) {
        precondition(points.count == times.count && points.count == radii.count, "a corner needs a time and a radius")
        self.points = points
        self.times = times
        self.radii = radii
        self.name = name
    }

    /// The thinnest pen, metres: 50 micrometres of radius are 50 steps of the grid that outlines are made on.
    public static let thinnest = 0.00005

    /// The one radius of all corners; nil when they differ.
    var commonRadius: Double? {
        guard let first = radii.first, radii.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// Makes sure that outlines can be made.
    func validate(origin: SIMD2<Double>) throws {
        for (index, p) in points.enumerated() {
            guard abs(p.x) <= DecimalText.farthest, abs(p.y) <= DecimalText.farthest else {
                throw MeshFailure.coordinate(object: name, index: index, x: p.x, y: p.y, z: 0)
            }
            let way = p - origin
            let distance = max(abs(way.x), abs(way.y))
            guard distance <= GridArea.reach else { throw MeshFailure.reach(object: name, metres: distance) }
            guard radii[index] >= Self.thinnest * (1 - 1e-9), radii[index] <= 1 else {
                throw MeshFailure.extent("radius of a pen", metres: radii[index])
            }
        }
    }
}
