public import Spaces

/// What a file of shapes holds: objects, and the materials they are made of.
public struct MeshScene: Hashable, Sendable {
    /// The materials; objects name them.
    public var materials: [Material]
    /// The objects, in the order of the file.
    public var objects: [MeshObject]

    /// Makes a scene.
    public init(materials: [Material], objects: [MeshObject]) {
        self.materials = materials
        self.objects = objects
    }

    /// The same objects, all of them made of one material.
    public func made(of material: Material) -> MeshScene {
        var scene = MeshScene(materials: [material], objects: objects)
        for index in scene.objects.indices { scene.objects[index].material = material.name }
        return scene
    }
}

/// One object of a scene, such as a stroke: a name, a material, and what it is made of.
public struct MeshObject: Hashable, Sendable {
    /// The name, such as `stroke_1`.
    public var name: String
    /// The name of its material.
    public var material: String
    /// What it is made of, in the order of the file.
    public var parts: [MeshPart]

    /// Makes an object.
    public init(name: String, material: String, parts: [MeshPart]) {
        self.name = name
        self.material = material
        self.parts = parts
    }
}

/// What an object is made of.
public enum MeshPart: Hashable, Sendable {
    /// The same box at many places.
    case boxes(BoxRun)
    /// Any surface, in world axes.
    case mesh(Mesh)
    /// A line through points of the world; points that are written alike are one, and a single one is left out.
    case polyline([WorldPoint])
}

/// The same box at many places, turned the same way.
public struct BoxRun: Hashable, Sendable {
    /// The box.
    public var box: ChamferedBox
    /// How it is turned: the axes of its plane in the world; the translation does not count.
    public var worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>
    /// Where the centres of the bottoms lie.
    public var places: [WorldPoint]
    /// A colour for each place; nil for that of the material.
    public var colours: [Colour]?
    /// When each place was drawn, seconds of the recording; nil where nobody knows.
    public var times: [Double]?

    /// Makes a run of boxes.
    public init(
        box: ChamferedBox, worldFromPlane: RigidTransform<AnchorSpace, WorldSpace>, places: [WorldPoint],
        colours: [Colour]? = nil, times: [Double]? = nil
    ) {
        precondition(colours == nil || colours?.count == places.count, "a run of boxes needs a colour for each place, or none")
        precondition(times == nil || times?.count == places.count, "a run of boxes needs a time for each place, or none")
        self.box = box
        self.worldFromPlane = worldFromPlane
        self.places = places
        self.colours = colours
        self.times = times
    }

    /// The surface of the box in world axes, about its place.
    var turnedMesh: Mesh {
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> { worldFromPlane(Vector3<AnchorSpace>(v)).components }
        let mesh = box.mesh
        return Mesh(
            positions: mesh.positions.map(turned), normals: mesh.normals.map(turned), triangles: mesh.triangles)
    }
}
