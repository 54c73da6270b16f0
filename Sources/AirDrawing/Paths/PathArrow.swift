import Glibc
public import Meshes
public import Recordings
public import SceneUnderstanding
public import Spaces

/// The arrow that points along a way: a corner cut out of a board, lying level, its tip at a point of the way.
public enum PathArrow {
    /// The outline of the article, its tip at (0, 0); x right, y up.
    static let outline: [SIMD2<Double>] = [[0, 0], [20, 0], [20, 10], [10, 10], [10, 20], [0, 20]]
    /// Its thickness, in the units of the outline.
    static let depth = 2.0
    /// Metres a unit of the outline: an arrow is 15 cm long on each side.
    public static let scale = 0.0075
    /// How far under the way of the camera arrows lie, metres: at its height they would be seen from their edges.
    public static let drop = 0.6

    /// The angle that turns an arrow about y so that it points along a vector, radians.
    ///
    /// The tip points to (−1, −1) of the outline; lying, after a turn by 3π/2 about x, to (−1, 0, 1), which is π/4 short of z.
    public static func yaw(along way: WorldVector) -> Double { .pi / 4 + atan2(way.x, way.z) }

    /// An arrow, in the axes of the world.
    ///
    /// - Parameters:
    ///   - tip: where its tip is, metres.
    ///   - way: where it points; its height does not count.
    ///   - scale: metres a unit of the outline.
    public static func mesh(tip: WorldPoint, along way: WorldVector, scale: Double = PathArrow.scale) -> Mesh {
        let angle = yaw(along: way)
        let (c, s) = (cos(angle), sin(angle))
        // First about x by 3π/2: (x, y, z) becomes (x, z, −y); then about y.
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            let lying = SIMD3(v.x, v.z, -v.y)
            return [c * lying.x + s * lying.z, lying.y, c * lying.z - s * lying.x]
        }
        let half = depth / 2
        let count = outline.count
        var positions: [SIMD3<Double>] = []
        for z in [half, -half] {
            for corner in outline { positions.append(tip.coordinates + turned([corner.x, corner.y, z]) * scale) }
        }
        var normals = [turned([0, 0, 1]), turned([0, 0, -1])]
        var triangles: [Triangle] = []
        // The inner corner sees all others, so that a fan from it is a triangulation.
        let inner = 3
        for i in 1..<(count - 1) {
            let (a, b, d) = (Int32(inner), Int32((inner + i) % count), Int32((inner + i + 1) % count))
            let n = Int32(count)
            triangles.append(Triangle(positions: [a, b, d], normals: [0, 0, 0]))
            triangles.append(Triangle(positions: [a + n, d + n, b + n], normals: [1, 1, 1]))
        }
        for i in 0..<count {
            let j = (i + 1) % count
            let edge = outline[j] - outline[i]
            let length = (edge * edge).sum().squareRoot()
            let normal = Int32(normals.count)
            normals.append(turned([edge.y / length, -edge.x / length, 0]))
            let (a, b) = (Int32(i), Int32(j))
            let (c, d) = (Int32(i + count), Int32(j + count))
            triangles.append(Triangle(positions: [a, c, d], normals: SIMD3(repeating: normal)))
            triangles.append(Triangle(positions: [a, d, b], normals: SIMD3(repeating: normal)))
        }
        return Mesh(positions: positions, normals: normals, triangles: triangles)
    }
}

extension WalkPath {
    /// A point of the way and where its arrow points.
    public struct Arrow: Hashable, Sendable {
        /// Which point of the way it stands at.
        public var waypoint: Int
        /// Where its tip is, metres.
        public var tip: WorldPoint
        /// Where the next point lies from here.
        public var way: WorldVector
    }

    /// The arrows: one at each point but the last, pointing to the next one; none where the way is broken.
    ///
    /// - Parameters:
    ///   - drop: how far under the way they lie, metres.
    ///   - transform: from the world of the way to that of the arrows.
    public func arrows(
        drop: Double = PathArrow.drop, in transform: LevelTransform = .init(yaw: 0, translation: .zero)
    ) -> [Arrow] {
        waypoints.indices.dropLast().compactMap { i in
            guard !waypoints[i + 1].followsBreak else { return nil }
            let from = transform(waypoints[i].position)
            let way = transform(waypoints[i + 1].position) - from
            // Straight up or down leads nowhere on the level.
            guard way.x * way.x + way.z * way.z > 1e-12 else { return nil }
            return Arrow(waypoint: i, tip: from - WorldVector(x: 0, y: drop, z: 0), way: way)
        }
    }
}

extension WalkPath {
    /// The way to look at: an arrow at each point, those that come next in another colour, and the line of the camera.
    ///
    /// - Parameters:
    ///   - transform: from the world of the way to that of the scene.
    ///   - next: the points that come next; nil for none.
    public func scene(in transform: LevelTransform, next: Range<Int>? = nil) -> MeshScene {
        let way = Material(name: "way", colour: Colour(red: 0.2, green: 0.5, blue: 0.9))
        let ahead = Material(name: "next", colour: Colour(red: 1, green: 0.75, blue: 0.1))
        var objects = arrows(in: transform).map { arrow in
            MeshObject(
                name: "arrow_\(arrow.waypoint + 1)", material: next?.contains(arrow.waypoint) == true ? ahead.name : way.name,
                parts: [.mesh(PathArrow.mesh(tip: arrow.tip, along: arrow.way))])
        }
        // A line a piece between breaks.
        var pieces: [[WorldPoint]] = [[]]
        for waypoint in waypoints {
            if waypoint.followsBreak { pieces.append([]) }
            pieces[pieces.count - 1].append(transform(waypoint.position))
        }
        objects.append(MeshObject(name: "way", material: way.name, parts: pieces.map { .polyline($0) }))
        return MeshScene(materials: [way, ahead], objects: objects)
    }
}
