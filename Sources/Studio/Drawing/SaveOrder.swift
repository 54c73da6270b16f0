internal import FoundationEssentials

/// What a page wants saved: the body of a `save`.
struct SaveOrder: Hashable, Sendable {
    /// The file's name, without a folder.
    let file: String
    /// Whether a file of this name may be replaced.
    let replace: Bool

    /// Reads the body.
    ///
    /// - Throws: ``LibraryFailure`` when it is not as expected.
    init(_ body: [UInt8]) throws(LibraryFailure) {
        struct Body: Decodable {
            let file: String
            let replace: Bool?
        }
        do {
            let body = try JSONDecoder().decode(Body.self, from: Data(body))
            file = body.file
            replace = body.replace ?? false
        } catch {
            throw .init(.wrong, "the order to save is no JSON with the name of a file", help: "{\"file\": \"drawing.obj\"}")
        }
    }
}
