/// What every answer says to the browser unless the answer says otherwise: load nothing from elsewhere, and give nothing to others.
enum StandardHeaders {
    /// No script and no style but the studio's files, nothing from the net, in no frame.
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "media-src 'self' blob:",
        "connect-src 'self'", "worker-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'",
        "frame-src 'self'",
    ].joined(separator: "; ")

    /// The fields, of which those of the answer replace their like.
    ///
    /// - Parameters:
    ///   - own: the fields of the answer.
    ///   - isFile: a file's copy in the browser may be used after asking whether it is still good; all else is not kept.
    static func joined(with own: [HTTPHeader], isFile: Bool) -> [HTTPHeader] {
        let names = Set(own.map { $0.name.lowercased() })
        let cache = HTTPHeader(name: "Cache-Control", value: isFile ? "no-cache" : "no-store")
        return ([cache] + always).filter { !names.contains($0.name.lowercased()) } + own
    }

    private static let always = [
        HTTPHeader(name: "Content-Security-Policy", value: policy),
        HTTPHeader(name: "X-Content-Type-Options", value: "nosniff"),
        HTTPHeader(name: "Referrer-Policy", value: "no-referrer"),
        HTTPHeader(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        HTTPHeader(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]
}
