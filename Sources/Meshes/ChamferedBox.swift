/// The solid of one point of a drawing: a box that stands on the plane, its edges cut off at 45°.
///
/// Its own axes are those of the plane: it reaches from y = 0 up to its height, and is centred in x and z. A chamfer is
/// one flat facet; SceneKit's `SCNBox`, which the tutorial draws with, rounds the edge in several segments instead, which
/// nobody can see on a millimetre and which would make every file ten times as large.
///
/// The chamfer is min(1 mm, height / 2, width / 2, length / 2). While the box is thinner than 0.1 mm only its four upright
/// edges are cut, which makes a prism over an octagon; from there on all twelve are.
public struct ChamferedBox: Hashable, Sendable {
    /// Extent along x of the plane, metres.
    public let width: Double
    /// Extent along z of the plane, metres.
    public let length: Double
    /// Extent along the normal of the plane, metres.
    public let height: Double
    /// How far from an edge its facet begins, metres.
    public let chamfer: Double

    /// The lowest box that can be made, in metres: 0.01 mm, the tutorial's flat point.
    public static let lowest = 0.00001
    /// The height from which all edges are cut, in metres.
    public static let allEdgesFrom = 0.0001
    /// What would stay of a side narrower than this beside its chamfers, in metres, is left out, and so is such a chamfer.
    ///
    /// Readers hold floats, which a metre from the origin are 0.1 µm apart; a sliver of that width would be a face without an area.
    static let sliver = 0.000001

    /// Makes a box: 3 mm × 3 mm with chamfers of 1 mm unless said otherwise.
    ///
    /// - Throws: ``MeshFailure`` when an extent is not finite, below 0.01 mm or above 1 km, or the chamfer is below 0.
    public init(
        height: Double = Self.lowest, width: Double = 0.003, length: Double = 0.003, largestChamfer: Double = 0.001
    ) throws {
        for (name, extent) in [("height", height), ("width", width), ("length", length)] {
            // A height that was computed may miss the lowest by a rounding.
            guard extent >= Self.lowest * (1 - 1e-9), extent <= 1000 else { throw MeshFailure.extent(name, metres: extent) }
        }
        guard largestChamfer >= 0 else { throw MeshFailure.extent("chamfer", metres: largestChamfer) }
        self.width = width
        self.length = length
        self.height = height
        let chamfer = min(largestChamfer, min(height, width, length) / 2)
        self.chamfer = chamfer < Self.sliver ? 0 : chamfer
    }

    /// Whether all twelve edges are cut, and not the upright four alone.
    public var cutsAllEdges: Bool { height >= Self.allEdgesFrom }

    /// The volume in cubic metres, in closed form.
    public var volume: Double {
        let c = chamfer
        let whole = width * length * height
        if !cutsAllEdges { return whole - 2 * c * c * height }
        // An edge loses half of c² along its length; of the cube c³ at a corner only the sixth with x + y + z ≥ 2c stays.
        return whole - 2 * c * c * (width + length + height) + 16 / 3 * c * c * c
    }
}

extension ChamferedBox {
    /// The surface: closed, counter-clockwise seen from outside, one normal a face, no face without an area.
    public var mesh: Mesh {
        var builder = SolidBuilder()
        let rings = outlines.map { outline in outline.map { builder.position($0) } }
        for (below, above) in zip(rings, rings.dropFirst()) {
            for i in 0..<8 {
                let j = (i + 1) % 8
                builder.face([below[i], above[i], above[j], below[j]])
            }
        }
        if let bottom = rings.first, let top = rings.last {
            builder.face(bottom)
            builder.face(top.reversed())
        }
        return builder.mesh
    }

    /// The outlines from the bottom up, of eight corners each, from +x toward +z: clockwise seen from above.
    ///
    /// The outlines of a face at top or bottom whose edges are cut are rectangles, of which each corner comes twice.
    private var outlines: [[SIMD3<Double>]] {
        let x = width / 2
        let z = length / 2
        let innerX = inside(x)
        let innerZ = inside(z)
        func octagon(y: Double) -> [SIMD3<Double>] {
            [
                SIMD3(x, y, -innerZ), SIMD3(x, y, innerZ), SIMD3(innerX, y, z), SIMD3(-innerX, y, z),
                SIMD3(-x, y, innerZ), SIMD3(-x, y, -innerZ), SIMD3(-innerX, y, -z), SIMD3(innerX, y, -z),
            ]
        }
        func rectangle(y: Double) -> [SIMD3<Double>] {
            let corners = [
                SIMD3(innerX, y, -innerZ), SIMD3(innerX, y, innerZ), SIMD3(-innerX, y, innerZ), SIMD3(-innerX, y, -innerZ),
            ]
            return [0, 1, 1, 2, 2, 3, 3, 0].map { corners[$0] }
        }
        guard cutsAllEdges, chamfer > 0 else { return [octagon(y: 0), octagon(y: height)] }
        let middle = height / 2
        let reach = inside(middle)
        return [rectangle(y: 0), octagon(y: middle - reach), octagon(y: middle + reach), rectangle(y: height)]
    }

    /// What a chamfer leaves of half a side; nothing where only a sliver would stay.
    private func inside(_ half: Double) -> Double {
        let rest = half - chamfer
        return rest < Self.sliver / 2 ? 0 : rest
    }
}
