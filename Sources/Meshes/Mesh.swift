/// One triangle: three positions, counter-clockwise seen from outside, and for each corner a normal and a place on the texture.
public struct Triangle: Hashable, Sendable {
    /// Indices of the three positions.
    public var positions: SIMD3<Int32> {
        get { a.vector }
        set { a = Indices(newValue) }
    }
    /// Indices of the normals of the three corners.
    public var normals: SIMD3<Int32> {
        get { b.vector }
        set { b = Indices(newValue) }
    }
    /// Indices of the texture coordinates of the three corners; without a meaning in a mesh that has none.
    public var textureCoordinates: SIMD3<Int32> {
        get { c.vector }
        set { c = Indices(newValue) }
    }
    private var a: Indices
    private var b: Indices
    private var c: Indices

    /// Three numbers without the fourth that a `SIMD3` has room for: a large mesh is mostly triangles.
    private struct Indices: Hashable, Sendable {
        var x: Int32
        var y: Int32
        var z: Int32

        init(_ v: SIMD3<Int32>) { (x, y, z) = (v.x, v.y, v.z) }
        var vector: SIMD3<Int32> { SIMD3(x, y, z) }
    }

    /// Makes a triangle with a normal for each corner.
    public init(positions: SIMD3<Int32>, normals: SIMD3<Int32>, textureCoordinates: SIMD3<Int32> = .zero) {
        a = Indices(positions)
        b = Indices(normals)
        c = Indices(textureCoordinates)
    }
}

/// A part of a mesh with a name.
public struct MeshGroup: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Which triangles belong to it.
    public var triangles: Range<Int>

    /// Makes a group.
    public init(name: String, triangles: Range<Int>) {
        self.name = name
        self.triangles = triangles
    }
}

/// A surface of triangles, in metres.
///
/// Faces are triangles only: every format has them, and every reader then counts the same faces as we do.
public struct Mesh: Hashable, Sendable {
    /// Corners, in metres.
    public let positions: [SIMD3<Double>]
    /// Directions of length 1 that corners of triangles point to.
    public let normals: [SIMD3<Double>]
    /// The faces.
    public let triangles: [Triangle]
    /// A colour for each position; nil for the colour of the material.
    public let colours: [Colour]?
    /// Places on the texture; empty for none.
    ///
    /// (0, 0) is its lower left corner and (1, 1) its upper right one; it repeats beyond.
    public let textureCoordinates: [SIMD2<Double>]
    /// When each position was drawn, seconds of the recording; nil where nobody knows.
    public let times: [Double]?
    /// Named parts; triangles that belong to none are allowed.
    public let groups: [MeshGroup]
    /// The box round all positions, where they are numbers.
    let extent: Extent
    /// Whether every position has one normal, of the same index.
    let hasOneNormalEach: Bool

    /// Makes a mesh.
    ///
    /// Indices that lead nowhere and a wrong number of colours or times are errors of the program.
    public init(
        positions: [SIMD3<Double>], normals: [SIMD3<Double>], triangles: [Triangle], colours: [Colour]? = nil,
        textureCoordinates: [SIMD2<Double>] = [], times: [Double]? = nil, groups: [MeshGroup] = []
    ) {
        precondition(colours == nil || colours?.count == positions.count, "a mesh needs a colour for each position, or none")
        precondition(times == nil || times?.count == positions.count, "a mesh needs a time for each position, or none")
        var hasOneNormalEach = normals.count >= positions.count
        for triangle in triangles {
            hasOneNormalEach = hasOneNormalEach && triangle.normals == triangle.positions
            for corner in 0..<3 {
                precondition(positions.indices.contains(Int(triangle.positions[corner])), "a triangle leads to no position")
                precondition(normals.indices.contains(Int(triangle.normals[corner])), "a triangle leads to no normal")
                precondition(
                    textureCoordinates.isEmpty || textureCoordinates.indices.contains(Int(triangle.textureCoordinates[corner])),
                    "a triangle leads to no place on the texture")
            }
        }
        for group in groups {
            precondition(
                group.triangles.lowerBound >= 0 && group.triangles.upperBound <= triangles.count, "a group leads to no triangle")
        }
        self.positions = positions
        self.normals = normals
        self.triangles = triangles
        self.colours = colours
        self.textureCoordinates = textureCoordinates
        self.times = times
        self.groups = groups
        // Writers ask for these two, and everything is looked at here anyway.
        extent = Extent(positions)
        self.hasOneNormalEach = hasOneNormalEach
    }
}
