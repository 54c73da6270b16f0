internal import FoundationEssentials

/// What is sent back.
struct HTTPAnswer: Sendable {
    /// What the body is.
    enum Content: Sendable {
        /// There is no body.
        case none
        /// These bytes.
        case bytes([UInt8], MIMEType)
        /// A file in one of the folders that the server may read; the server answers ranges, conditions and `HEAD`.
        case file(String, MIMEType)
        /// Server-sent events.
        case events(any EventStream)
    }

    /// How it went.
    var status: HTTPStatus = .ok
    /// Fields of the head; one that the server sets by itself is replaced by one of the same name.
    var headers: [HTTPHeader] = []
    /// The body.
    var content: Content = .none

    /// Answers with bytes.
    static func bytes(_ bytes: [UInt8], _ type: MIMEType) -> Self { .init(content: .bytes(bytes, type)) }

    /// Answers with a file, whose ending tells its type.
    static func file(_ path: String) -> Self { .init(content: .file(path, .init(ofFile: path))) }

    /// Answers with a stream of events.
    static func events(_ stream: any EventStream) -> Self { .init(content: .events(stream)) }

    /// Answers with JSON; the names of properties become snake_case.
    static func json(_ value: some Encodable, status: HTTPStatus = .ok) -> Self {
        do {
            return .init(status: status, content: .bytes(try jsonBytes(value), .json))
        } catch {
            return .failure(.internalError, error: "the answer cannot be written as JSON: \(error)", help: nil)
        }
    }

    /// Answers with what is wrong and what helps.
    static func failure(_ status: HTTPStatus, error: String, help: String?) -> Self {
        struct Body: Encodable {
            let error: String
            let help: String?
        }
        return .json(Body(error: error, help: help), status: status)
    }

    /// Answers that there is nothing under this path.
    static func notFound(_ request: HTTPRequest) -> Self {
        .failure(.notFound, error: "there is nothing at /\(request.path.joined(separator: "/"))", help: nil)
    }

    /// Answers that this method does not go with the path; `GET` brings `HEAD`.
    static func methodNotAllowed(allowed: HTTPMethod...) -> Self {
        let names = allowed.flatMap { $0 == .get ? [$0, .head] : [$0] }.map(\.rawValue).joined(separator: ", ")
        var answer = failure(.methodNotAllowed, error: "this address takes \(names)", help: nil)
        answer.headers.append(.init(name: "Allow", value: names))
        return answer
    }
}

/// A value as JSON in UTF-8: sorted keys, the names of properties in snake_case.
///
/// - Throws: `EncodingError`, such as for a number that is not finite.
func jsonBytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return Array(try encoder.encode(value))
}
