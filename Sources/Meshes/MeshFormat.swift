/// A kind of file that holds surfaces, chosen by the ending of a name.
public enum MeshFormat: String, CaseIterable, Sendable {
    /// Wavefront OBJ, with its materials and textures beside it.
    case obj
    /// Binary STL, in millimetres with z up, for slicers.
    case stl
    /// Binary PLY.
    case ply
    /// glTF 2.0 in one file.
    case glb
    /// USD in one file, for Quick Look.
    case usdz

    /// The format that a name ends in; nil for another.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }

    /// Writes a scene as a file, which appears when it is complete; the same scene gives the same bytes.
    ///
    /// - Parameters:
    ///   - scene: what to write; formats leave out what they cannot hold.
    ///   - path: what is there is replaced.
    ///   - comments: lines for the head of the file, in formats that have room for them.
    ///   - progress: told every few thousand points how many are done, of how many; what it throws ends the writing, and nothing
    ///     is left behind.
    /// - Throws: ``MeshFailure`` before anything is written, `FileFailure`, and what `progress` throws.
    @discardableResult
    public func write(
        _ scene: MeshScene, to path: String, comments: [String] = [], progress: MeshProgress = { _, _ in }
    ) throws -> MeshCounts {
        try scene.validate()
        return switch self {
        case .obj: try OBJWriter.write(scene, to: path, comments: comments, progress: progress)
        case .stl: try STLWriter.write(scene, to: path, comments: comments, progress: progress)
        case .ply: try PLYSceneWriter.write(scene, to: path, comments: comments, progress: progress)
        case .glb: try GLBWriter.write(scene, to: path, comments: comments, progress: progress)
        case .usdz: try USDZWriter.write(scene, to: path, comments: comments, progress: progress)
        }
    }
}
