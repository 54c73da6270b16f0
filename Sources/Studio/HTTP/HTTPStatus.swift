/// The number that says how a request went.
struct HTTPStatus: Hashable, Sendable {
    /// The number, such as 404.
    let code: Int

    static let ok = Self(code: 200)
    static let accepted = Self(code: 202)
    static let partialContent = Self(code: 206)
    static let notModified = Self(code: 304)
    static let badRequest = Self(code: 400)
    static let forbidden = Self(code: 403)
    static let notFound = Self(code: 404)
    static let methodNotAllowed = Self(code: 405)
    static let conflict = Self(code: 409)
    static let gone = Self(code: 410)
    static let preconditionFailed = Self(code: 412)
    static let contentTooLarge = Self(code: 413)
    static let rangeNotSatisfiable = Self(code: 416)
    static let misdirected = Self(code: 421)
    static let unprocessable = Self(code: 422)
    static let internalError = Self(code: 500)
    static let notImplemented = Self(code: 501)
    static let unavailable = Self(code: 503)
    static let diskFull = Self(code: 507)
}
