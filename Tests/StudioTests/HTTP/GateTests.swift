import Testing

@testable import Studio

@Suite struct GateTests {
    private func server(needsToken: Bool = false) throws -> TestServer {
        try TestServer(needsToken: needsToken) { .bytes(Array("let in \($0.method.rawValue)".utf8), .plain) }
    }

    private func status(_ server: TestServer, _ text: String) throws -> Int {
        let client = try server.client()
        client.send(text)
        return try client.answer().status
    }

    @Test("A Host that is not served is refused, as of a name that was pointed at this machine") func hosts() throws {
        let server = try server(), port = server.port
        func status(host: String) throws -> Int { try self.status(server, "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") }
        for host in ["127.0.0.1:\(port)", "localhost:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)"] {
            #expect(try status(host: host) == 200, "\(host)")
        }
        for host in [
            "evil.example:\(port)", "evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "localhost.evil.example:\(port)",
            "localhost:\(port).evil.example", "127.0.0.1:\(port)x", "[::1]", "127.0.0.1:+\(port)", "", "0.0.0.0:\(port)",
            "localhost@evil:\(port)", "127.1:\(port)",
        ] {
            let refusal = try status(host: host)
            #expect(refusal == 400 || refusal == 421, "\(host)")
        }
        #expect(try self.status(server, "GET / HTTP/1.1\r\n\r\n") == 400, "no Host")
        #expect(try self.status(server, "GET / HTTP/1.0\r\n\r\n") == 400, "no Host, as was allowed once")
        #expect(
            try self.status(server, "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nHost: evil.example\r\n\r\n") == 400,
            "two of them")
        #expect(
            try self.status(server, "GET http://evil.example/ HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n") == 421,
            "RFC 9112 §3.2.2: the target's authority counts")
        #expect(try self.status(server, "GET http://localhost:\(port)/a HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n") == 200)
    }

    @Test("A page of another site may neither post nor read") func origins() throws {
        let server = try server(), own = "Origin: http://\(server.host)"
        func post(_ headers: [String]) throws -> Int {
            try status(server, server.request("POST /save", headers + ["Content-Length: 2"]) + "{}")
        }
        #expect(try post([own, "X-AirDraw: studio"]) == 200)
        #expect(try post([own]) == 403, "a form cannot set the field")
        #expect(try post(["X-AirDraw: studio"]) == 403, "browsers say the Origin of each POST")
        for origin in [
            "http://evil.example", "null", "https://\(server.host)", "http://127.0.0.1", "http://127.0.0.1:1",
            "http://localhost:\(server.port)", "http://\(server.host).evil.example", "http://\(server.host)/",
        ] {
            #expect(try post(["Origin: \(origin)", "X-AirDraw: studio"]) == 403, "\(origin)")
            #expect(try server.ask("GET /", ["Origin: \(origin)"]).status == 403, "\(origin)")
        }
        #expect(try post([own, "Origin: http://evil.example", "X-AirDraw: studio"]) == 403, "two of them")
        #expect(try server.ask("GET /", [own]).status == 200)
        // What browsers say of requests without an Origin, such as that of a picture (Fetch Metadata).
        #expect(try server.ask("GET /", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]).status == 403)
        #expect(try server.ask("GET /", ["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors"]).status == 403)
        #expect(try server.ask("GET /", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]).status == 200)
        #expect(try server.ask("GET /", ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"]).status == 200)
    }

    @Test("Where a token is needed, it opens the page once and its cookie does from then on") func tokens() throws {
        let server = try server(needsToken: true), token = try #require(server.gate.token)
        #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
        #expect(Gate.randomToken() != token)
        for path in ["/", "/?token=", "/?token=\(token)0", "/?token=\(token.dropLast())", "/?token=\(String(token.reversed()))"] {
            #expect(try server.ask("GET \(path)").status == 403, "\(path)")
        }
        let first = try server.ask("GET /?token=\(token)")
        #expect(first.status == 200)
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(cookie == "airdraw-\(server.port)=\(token); Path=/; HttpOnly; SameSite=Strict")
        let pair = cookie.prefix { $0 != ";" }
        #expect(try server.ask("GET /api/library", ["Cookie: other=1; \(pair)"]).status == 200)
        #expect(try server.ask("GET /api/library", ["Cookie: \(pair)0"]).status == 403)
        #expect(try server.ask("GET /api/library", ["Cookie: airdraw-1=\(token)"]).status == 403)
        #expect(try server.ask("GET /api/library?token=\(token)").status == 200)
    }

    @Test("Loopback needs no token, every address of the machine does, and there any address in numbers is a Host")
    func listeners() throws {
        let inside = try Listener(host: "127.0.0.1", port: 0)
        let gate = Gate(inside, host: "127.0.0.1")
        #expect(gate.token == nil)
        #expect(gate.address(of: inside, host: "127.0.0.1") == "http://127.0.0.1:\(inside.port)/")
        let outside = try Listener(host: "0.0.0.0", port: 0)
        let open = Gate(outside, host: "0.0.0.0")
        let token = try #require(open.token)
        #expect(open.address(of: outside, host: "0.0.0.0").hasSuffix(":\(outside.port)/?token=\(token)"))
        func isLetIn(_ host: String) -> Bool {
            let request = HTTPRequest(
                method: .get, path: [], query: [.init(name: "token", value: token)], headers: [.init(name: "Host", value: host)])
            return open.refusal(of: request, authority: nil) == nil
        }
        #expect(isLetIn("192.0.2.7:\(outside.port)"))
        #expect(isLetIn("[2001:db8::7]:\(outside.port)"))
        #expect(!isLetIn("evil.example:\(outside.port)"))
        #expect(!isLetIn("192.0.2.7:\(outside.port &+ 1)"))
    }

    @Test("Every answer tells the browser to load nothing from elsewhere and to give nothing to others") func headers() throws {
        let server = try server()
        for answer in [try server.ask("GET /"), try server.ask("GET /", ["Origin: http://evil.example"])] {
            let policy = try #require(answer.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            #expect(!policy.contains("unsafe"))
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Referrer-Policy") == "no-referrer")
            #expect(answer.header("Cross-Origin-Opener-Policy") == "same-origin")
            #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(answer.header("Access-Control-Allow-Origin") == nil)
        }
    }
}
