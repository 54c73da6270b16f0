enum USDZWriter {
    static func write(_ scene: MeshScene, to path: String, comments: [String], progress: MeshProgress) throws -> MeshCounts { MeshCounts() }
}
