/// Who may ask: the checks that each request passes before anything is done for it.
///
/// The `Host` must be one that is served, which stops pages of other sites whose name was pointed at this machine (DNS rebinding). An
/// `Origin` must be the studio's own, and a `POST` must have one and a field that forms of other sites cannot set. Where other machines
/// reach the server, whoever asks must know the token.
struct Gate: Sendable {
    /// The names and numbers under which the server is reached, in lower case, without a port; IPv6 in brackets.
    let hosts: Set<String>
    /// Whether any address in numbers is accepted, for a server on every address of the machine.
    let acceptsNumbers: Bool
    /// The port that the server is reached at.
    let port: UInt16
    /// What must be known; nil where only this machine reaches the server.
    let token: String?

    /// The name of the cookie; cookies are shared between ports.
    var cookie: String { "airdraw-\(port)" }

    /// Judges the head of a request.
    ///
    /// - Parameters:
    ///   - authority: as in ``RequestTarget``, in place of the `Host`.
    /// - Returns: nil for a request that may pass.
    func refusal(of request: HTTPRequest, authority: String?) -> HTTPAnswer? {
        let names = request.headers.filter { $0.name.lowercased() == "host" }.map { $0.value.lowercased() }
        guard names.count == 1, let host = authority?.lowercased() ?? names.first else {
            return .failure(.badRequest, error: "a request names one Host", help: nil)
        }
        guard isServed(host) else {
            return .failure(
                .misdirected, error: "the studio is not served under this name",
                help: "open the address that 'airdraw studio' printed")
        }
        if isForeign(request, host: host) {
            return .failure(
                .forbidden, error: "another site may not use the studio",
                help: "use the studio's own page; a POST needs its Origin and the field X-AirDraw: studio")
        }
        guard knowsToken(request) else {
            return .failure(
                .forbidden, error: "the token is missing or wrong",
                help: "open the whole address that 'airdraw studio' printed, with its token")
        }
        return nil
    }

    /// The field that lets the browser keep the token, where the request brought it in its address.
    func cookie(for request: HTTPRequest) -> HTTPHeader? {
        guard let token, let given = request.query("token"), isSame(given, token) else { return nil }
        return .init(name: "Set-Cookie", value: "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
    }

    /// A token of 128 random bits, in hexadecimal digits.
    static func randomToken() -> String {
        // The system's generator (getrandom) is a cryptographic one.
        var system = SystemRandomNumberGenerator()
        return (0..<16).map { _ in
            let digits = String(UInt8.random(in: 0...255, using: &system), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private func isServed(_ host: String) -> Bool {
        var name = Substring(host)
        var number = "80"
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            name = host[..<colon]
            number = String(host[host.index(after: colon)...])
        }
        guard number.count <= 5, number.allSatisfy({ $0.isASCII && $0.isNumber }), UInt16(number) == port else { return false }
        if hosts.contains(String(name)) { return true }
        guard acceptsNumbers else { return false }
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        return isNumericAddress(String(isBracketed ? name.dropFirst().dropLast() : name))
    }

    private func isForeign(_ request: HTTPRequest, host: String) -> Bool {
        let origins = request.headers.filter { $0.name.lowercased() == "origin" }.map { $0.value.lowercased() }
        if !origins.allSatisfy({ $0 == "http://" + host }) { return true }
        if request.method == .post { return origins.isEmpty || request.header("X-AirDraw") != "studio" }
        // Browsers say where a request without an Origin came from; a person who follows a link may.
        let site = request.header("Sec-Fetch-Site")
        return (site == "cross-site" || site == "same-site") && request.header("Sec-Fetch-Mode") != "navigate"
    }

    private func knowsToken(_ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        if let given = request.query("token"), isSame(given, token) { return true }
        let pairs = request.headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.split(separator: ";") }
        return pairs.contains { pair in
            let words = pair.drop { $0 == " " }
            return words.hasPrefix(cookie + "=") && isSame(String(words.dropFirst(cookie.count + 1)), token)
        }
    }

    /// Compares in a time that does not tell where two texts differ.
    private func isSame(_ a: String, _ b: String) -> Bool {
        let a = Array(a.utf8), b = Array(b.utf8)
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
