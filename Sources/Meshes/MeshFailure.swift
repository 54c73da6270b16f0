/// What is wrong with a shape that was to be made or written.
public enum MeshFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// An extent of a solid is no length it can have.
    case extent(String, metres: Double)
    /// A corner cannot be written: not a number, or more than 1000 km away.
    case coordinate(object: String, index: Int, x: Double, y: Double, z: Double)
    /// A stroke reaches farther than outlines can be made for.
    case reach(object: String, metres: Double)
    /// Outlines could not be made into a closed solid; the words are the library's.
    case outline(String)
    /// Axes of a solid do not stand at right angles, or are not of length 1.
    case axes(object: String)
    /// An object names a material that the scene does not have.
    case material(object: String, name: String)
    /// A corner of a flat drawing cannot be written: not a number, or more than a kilometre away.
    case flatCoordinate(layer: String, index: Int, x: Double, y: Double)
    /// A place on a texture cannot be written: not a number, or fifty million textures away.
    case texture(object: String)
    /// A file of this kind cannot hold so much.
    case tooLarge(String, limit: String)

    /// One sentence.
    public var description: String {
        switch self {
        case .extent(let name, let metres): "a \(name) of \(metres) m is not possible: 0.00001 to 1000 m are"
        case .coordinate(let object, let index, let x, let y, let z):
            "point \(index) of \(object) lies at (\(x), \(y), \(z)) m: coordinates must be numbers of at most 1,000,000 m"
        case .reach(let object, let metres):
            "\(object) reaches over \(metres) m: solid strokes are made up to 25 m from the first point of those on one plane; "
                + "--separate makes each by itself"
        case .outline(let words): "the outline of a stroke could not be made: \(words)"
        case .axes(let object): "the axes of \(object) are not at right angles, or not of length 1"
        case .material(let object, let name): "\(object) has the material \(name), which the scene does not have"
        case .flatCoordinate(let layer, let index, let x, let y):
            "corner \(index) of \(layer) lies at (\(x), \(y)) mm: coordinates must be numbers of at most 1,000,000 mm"
        case .texture(let object):
            "a place on the texture of \(object) is no number, or more than 50,000,000 textures away"
        case .tooLarge(let file, let limit): "\(file) holds at most \(limit): this is more"
        }
    }
}
