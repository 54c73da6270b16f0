internal import Glibc
internal import Spaces

/// A solid made of the outlines of its slices: upright walls round the widest slice, and bands that join each slice to the narrower
/// one above it.
///
/// A band is the area between the two outlines, filled with triangles whose corners are raised to their slices. Each half of the
/// surface is thus seen from above (or below) without anything hidden: it cannot cross itself, however outlines split and holes close.
struct TerracedSolid {
    /// A slice.
    struct Level {
        /// What the solid covers at this height.
        var area: GridArea
        /// Height over the plane, metres.
        var height: Double
        /// How far normals of the surface below are tilted up, radians.
        var tiltBelow: Double
        /// How far normals of the surface above are tilted up, radians.
        var tiltAbove: Double
    }

    /// What lies under the walls.
    enum Foot {
        /// A flat face on the plane.
        case flat
        /// The same as above the walls, mirrored in the plane.
        case mirrored
    }

    /// Edges of an outline that turn by less than this are shaded as one, cosine.
    private static let smooth = 0.86

    private let levels: [Level]
    private let foot: Foot
    private let frame: RigidTransform<AnchorSpace, WorldSpace>
    private let origin: SIMD2<Double>
    private let times: TimesAlongLines

    private var positions: [SIMD3<Double>] = []
    private var moments: [Double] = []
    private var normals: [SIMD3<Double>] = []
    private var triangles: [Triangle] = []
    private var texture = BoxTexture()
    /// Positions in the axes of the plane: x to the right and y up seen from above, z along its normal.
    private var localPlaces: [SIMD3<Double>] = []

    /// Gathers what is needed; the levels go up from the widest and get narrower.
    private init(
        levels: [Level], foot: Foot, frame: RigidTransform<AnchorSpace, WorldSpace>, origin: SIMD2<Double>, times: TimesAlongLines
    ) {
        self.levels = levels
        self.foot = foot
        self.frame = frame
        self.origin = origin
        self.times = times
    }

    /// The surface in the axes of the world; nil when outlines touch.
    ///
    /// - Parameters:
    ///   - levels: the slices from the walls up, each strictly inside the one before.
    ///   - foot: what lies under the walls.
    ///   - frame: where the plane lies.
    ///   - origin: where the grid's origin lies on the plane, metres.
    ///   - times: when the pen was where.
    static func mesh(
        levels: [Level], foot: Foot, frame: RigidTransform<AnchorSpace, WorldSpace>, origin: SIMD2<Double>, times: TimesAlongLines
    ) -> Mesh? {
        var solid = TerracedSolid(levels: levels, foot: foot, frame: frame, origin: origin, times: times)
        return solid.build() ? solid.mesh : nil
    }

    private var mesh: Mesh {
        Mesh(
            positions: positions, normals: normals, triangles: triangles, textureCoordinates: texture.coordinates, times: moments)
    }

    private mutating func build() -> Bool {
        guard let waist = levels.first, let top = levels.last else { return false }
        let outlines = levels.map { Outline($0.area.rings) }
        let upper = zip(levels, outlines).map { add($1.places, height: $0.height) }
        let lower: [Int32]
        switch foot {
        case .flat: lower = [add(outlines[0].places, height: 0)]
        case .mirrored: lower = zip(levels, outlines).map { add($1.places, height: -$0.height) }
        }
        wall(outlines[0], tilt: foot == .mirrored ? waist.tiltBelow : 0, lower: lower[0], upper: upper[0])
        for i in levels.indices.dropLast() {
            let count = Int32(outlines[i].places.count)
            guard let band = GridTriangles(filling: levels[i].area.rings + levels[i + 1].area.rings) else { return false }
            let all = Corners(outlines[i], levels[i].tiltAbove, outlines[i + 1], levels[i + 1].tiltBelow)
            fill(band, all, isUpper: true) { $0 < count ? upper[i] + $0 : upper[i + 1] + $0 - count }
            if foot == .mirrored { fill(band, all, isUpper: false) { $0 < count ? lower[i] + $0 : lower[i + 1] + $0 - count } }
        }
        guard let cap = GridTriangles(filling: top.area.rings) else { return false }
        let corners = Corners(outlines[outlines.count - 1], top.tiltAbove)
        fill(cap, corners, isUpper: true) { upper[upper.count - 1] + $0 }
        switch foot {
        case .mirrored: fill(cap, corners, isUpper: false) { lower[lower.count - 1] + $0 }
        case .flat:
            guard let base = levels.count == 1 ? cap : GridTriangles(filling: waist.area.rings) else { return false }
            fill(base, Corners(outlines[0], .pi / 2), isUpper: false) { lower[0] + $0 }
        }
        return true
    }

    /// Adds the corners of a slice; returns the index of the first.
    private mutating func add(_ places: [GridArea.Place], height: Double) -> Int32 {
        let first = Int32(positions.count)
        for place in places {
            let flat = GridArea.metres(place) + origin
            // Seen from above y goes up, and the z of a plane goes down.
            let local = SIMD3(flat.x, flat.y, height)
            localPlaces.append(local)
            positions.append(frame(AnchorPoint(x: local.x, y: local.z, z: -local.y)).coordinates)
            moments.append(times.time(at: flat))
        }
        return first
    }

    private mutating func normal(_ flat: SIMD2<Double>, tilt: Double, isUpper: Bool) -> Int32 {
        let up = isUpper ? sin(tilt) : -sin(tilt)
        return normal(SIMD3(flat.x * cos(tilt), flat.y * cos(tilt), up))
    }

    private mutating func normal(_ local: SIMD3<Double>) -> Int32 {
        normals.append(frame(Vector3<AnchorSpace>(x: local.x, y: local.z, z: -local.y)).components)
        return Int32(normals.count - 1)
    }

    /// Upright rectangles between two copies of outlines.
    private mutating func wall(_ outline: Outline, tilt: Double, lower: Int32, upper: Int32) {
        for ring in outline.ringRanges {
            for i in ring {
                let j = i + 1 < ring.upperBound ? i + 1 : ring.lowerBound
                let edge = outline.edgeNormals[i]
                let a = outline.cornerNormals[i] ?? edge
                let b = outline.cornerNormals[j] ?? edge
                let high = (normal(a, tilt: tilt, isUpper: true), normal(b, tilt: tilt, isUpper: true))
                let low = tilt == 0 ? high : (normal(a, tilt: tilt, isUpper: false), normal(b, tilt: tilt, isUpper: false))
                let (from, to) = (Int32(i), Int32(j))
                add(SIMD3(lower + from, lower + to, upper + to), SIMD3(low.0, low.1, high.1))
                add(SIMD3(lower + from, upper + to, upper + from), SIMD3(low.0, high.1, high.0))
            }
        }
    }

    /// What the corners of a band or a face look like.
    private struct Corners {
        /// Flat normals of the corners; nil at an edge that is seen.
        var flat: [SIMD2<Double>?]
        /// How far they are tilted.
        var tilts: [Double]

        init(_ outline: Outline, _ tilt: Double) {
            flat = outline.cornerNormals
            tilts = Array(repeating: tilt, count: flat.count)
        }

        init(_ outer: Outline, _ outerTilt: Double, _ inner: Outline, _ innerTilt: Double) {
            self.init(outer, outerTilt)
            let rest = Corners(inner, innerTilt)
            flat += rest.flat
            tilts += rest.tilts
        }
    }

    /// Adds triangles that are seen from above, or their mirror images.
    private mutating func fill(_ filling: GridTriangles, _ corners: Corners, isUpper: Bool, index: (Int32) -> Int32) {
        var known = [Int32](repeating: -1, count: corners.flat.count)
        var straight: Int32 = -1
        for t in stride(from: 0, to: filling.corners.count, by: 3) {
            var own = SIMD3(filling.corners[t], filling.corners[t + 1], filling.corners[t + 2])
            if !isUpper { own = SIMD3(own.x, own.z, own.y) }
            let places = SIMD3(index(own.x), index(own.y), index(own.z))
            let heights = (0..<3).map { localPlaces[Int(places[$0])].z }
            let isLevel = heights[0] == heights[1] && heights[1] == heights[2]
            var chosen = SIMD3<Int32>(repeating: -1)
            var face: Int32 = -1
            for k in 0..<3 {
                let corner = Int(own[k])
                if isLevel, corners.tilts[corner] == .pi / 2 || foot == .flat {
                    if straight < 0 { straight = normal(SIMD3(0, 0, isUpper ? 1 : -1)) }
                    chosen[k] = straight
                } else if let flat = corners.flat[corner] {
                    if known[corner] < 0 { known[corner] = normal(flat, tilt: corners.tilts[corner], isUpper: isUpper) }
                    chosen[k] = known[corner]
                } else {
                    if face < 0 { face = normal(faceNormal(places)) }
                    chosen[k] = face
                }
            }
            add(places, chosen)
        }
    }

    private func faceNormal(_ places: SIMD3<Int32>) -> SIMD3<Double> {
        let a = localPlaces[Int(places.x)]
        let area = cross(localPlaces[Int(places.y)] - a, localPlaces[Int(places.z)] - a)
        return area / length(area)
    }

    private mutating func add(_ places: SIMD3<Int32>, _ corners: SIMD3<Int32>) {
        let texturePlaces = texture.coordinates(of: places, at: localPlaces)
        triangles.append(Triangle(positions: places, normals: corners, textureCoordinates: texturePlaces))
    }

    /// Outlines of a slice with the directions that their edges and corners face.
    private struct Outline {
        var places: [GridArea.Place] = []
        /// Where each ring lies among the places.
        var ringRanges: [Range<Int>] = []
        /// The direction that the edge from each place to the next one faces.
        var edgeNormals: [SIMD2<Double>] = []
        /// The direction that each place faces; nil where its edges turn sharply.
        var cornerNormals: [SIMD2<Double>?] = []

        init(_ rings: [[GridArea.Place]]) {
            for ring in rings {
                let start = places.count
                places += ring
                ringRanges.append(start..<places.count)
                for (i, a) in ring.enumerated() {
                    let way = GridArea.metres(ring[(i + 1) % ring.count] &- a)
                    edgeNormals.append(SIMD2(way.y, -way.x) / (way * way).sum().squareRoot())
                }
                for i in ring.indices {
                    let before = edgeNormals[start + (i + ring.count - 1) % ring.count]
                    let after = edgeNormals[start + i]
                    let sum = before + after
                    let isSmooth = (before * after).sum() > TerracedSolid.smooth
                    cornerNormals.append(isSmooth ? sum / (sum * sum).sum().squareRoot() : nil)
                }
            }
        }
    }
}
