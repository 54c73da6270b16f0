/// What a request wants done; other methods are refused by the server.
enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
}

/// A field of the head of a request or an answer.
struct HTTPHeader: Hashable, Sendable {
    let name: String
    let value: String
}

/// One `name=value` of an address, decoded; the value is empty where there is no `=`.
struct QueryItem: Hashable, Sendable {
    let name: String
    let value: String
}

/// A request that passed the server's checks.
struct HTTPRequest: Sendable {
    /// What is to be done.
    var method: HTTPMethod
    /// The parts of the path, decoded; none is empty, `.` or `..`, and none holds a slash or a control character.
    var path: [String]
    /// The query, decoded, in its order.
    var query: [QueryItem] = []
    /// The head, in its order.
    var headers: [HTTPHeader] = []
    /// The body of a small `POST`.
    var body: [UInt8] = []

    /// The first value of a header field, whatever the case of its name; nil when there is none.
    func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The first value of a part of the query; nil when there is none.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// How many bytes the body has; nil when the client does not say.
    var contentLength: Int? { header("Content-Length").flatMap { Int($0) } }
}
