/// A prim of a USD layer: a node of its tree with a type and properties.
struct USDPrim {
    /// Its name, which is an identifier.
    var name: String
    /// The name of its schema, such as `Mesh`.
    var type: String
    /// Metadata, such as `kind`.
    var metadata: [(String, USDValue)] = []
    /// Attributes and relationships.
    var properties: [USDProperty] = []
    /// The prims below it.
    var children: [USDPrim] = []

    init(_ name: String, _ type: String) {
        self.name = name
        self.type = type
    }
}

/// An attribute or a relationship of a prim.
struct USDProperty {
    /// Its name, such as `xformOp:translate`.
    var name: String
    /// The type of an attribute, such as `point3f[]`; nil for a relationship.
    var type: String?
    /// Whether its value holds for all times.
    var isUniform = false
    /// Its value and what is said of it.
    var fields: [(String, USDValue)]

    /// An attribute with a value.
    static func attribute(
        _ name: String, _ type: String, _ value: USDValue?, uniform: Bool = false, interpolation: String? = nil
    ) -> USDProperty {
        var fields: [(String, USDValue)] = []
        if let value { fields.append(("default", value)) }
        if let interpolation { fields.append(("interpolation", .token(interpolation))) }
        return USDProperty(name: name, type: type, isUniform: uniform, fields: fields)
    }

    /// An attribute that takes its value from another one.
    static func connection(_ name: String, _ type: String, to path: String) -> USDProperty {
        USDProperty(name: name, type: type, fields: [("connectionPaths", .paths([path]))])
    }

    /// A relationship to a prim.
    static func relationship(_ name: String, to path: String) -> USDProperty {
        USDProperty(name: name, type: nil, isUniform: true, fields: [("targetPaths", .paths([path]))])
    }
}

/// A value of a field.
enum USDValue {
    case token(String)
    case string(String)
    case asset(String)
    case bool(Bool)
    case float(Double)
    case double(Double)
    case float3(SIMD3<Double>)
    case float4(SIMD4<Double>)
    case double3(SIMD3<Double>)
    /// A list of names, as metadata has it.
    case names([String])
    /// An array of tokens, as an attribute has it.
    case tokens([String])
    /// Names put before those of weaker layers.
    case prepended([String])
    /// Paths of prims or properties.
    case paths([String])
    /// `def`, `over` or `class`, by its number.
    case specifier(UInt32)
    /// 0 varying, 1 uniform.
    case variability(UInt32)
    /// Tokens at times.
    case samples([(time: Double, token: String)])
    /// Many numbers, which are stored when their turn comes.
    case array(USDArray)
}

/// An array of numbers of an attribute.
struct USDArray {
    /// What its elements are, by the number of the type in a crate file, and how many bytes each has.
    enum Element: UInt64 {
        case int = 3
        case float = 8
        case vector2 = 20
        case vector3 = 24

        var size: Int {
            switch self {
            case .int, .float: 4
            case .vector2: 8
            case .vector3: 12
            }
        }
    }

    var element: Element
    var count: Int
    /// Stores them.
    var stream: (inout BinaryOutput, MeshProgress) throws -> Void

    /// A few vectors.
    static func few(_ vectors: [SIMD3<Double>]) -> USDArray {
        USDArray(element: .vector3, count: vectors.count) { output, progress in
            try unsafe output.records(vectors.count, of: 12, progress: progress) { index, place in
                unsafe place.store(vectors[index])
            }
        }
    }
}
