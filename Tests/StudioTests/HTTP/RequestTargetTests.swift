import Testing

@testable import Studio

@Suite struct RequestTargetTests {
    @Test(
        "A target is taken apart and decoded",
        arguments: [
            ("/", []), ("/a", ["a"]), ("/a/", ["a"]), ("/a/b%20c", ["a", "b c"]), ("/%E2%82%AC", ["€"]), ("/a%3Fb", ["a?b"]),
            ("/%2e%2e%2e", ["..."]), ("/a+b", ["a+b"]), ("/a;x=1", ["a;x=1"]), ("/a%5Cb", ["a\\b"]), ("/%25", ["%"]),
            ("/%2541", ["%41"]), ("http://host:1/a", ["a"]), ("http://host:1", []), ("/%F0%9F%96%8A", ["🖊"]),
        ])
    func paths(_ target: String, _ path: [String]) { #expect(RequestTarget(target)?.path == path) }

    @Test(
        "A target that is malformed or leads up is refused",
        arguments: [
            "", "*", "a", "a/b", "//", "//a", "/a//b", "/..", "/../a", "/a/..", "/a/../b", "/.", "/a/./b", "/%2e%2e/a", "/%2E./a",
            "/.%2e", "/%2e", "/a%2Fb", "/a%2fb", "/%00", "/a%00b", "/a%0Ab", "/a%0d", "/a%7F", "/a%C2%85", "/%", "/%4", "/%zz",
            "/%g0",
            "/a%", "/?a=%", "/?a=%0", "/?%00=1", "/?a=%00",
            // No UTF-8: a lone byte, an overlong slash and dot (RFC 3629 §3), a surrogate, beyond Unicode.
            "/%FF", "/%C3", "/%C0%AF", "/%C0%AE%C0%AE/a", "/%E0%80%AF", "/%F0%80%80%AF", "/%ED%A0%80", "/%F4%90%80%80",
            "/?a=%C0%AF",
            "/a b", "/a\u{1}", "/é", "/a#b", "https://host/a", "ftp://host/", "host:80",
        ])
    func refusals(_ target: String) { #expect(RequestTarget(target) == nil) }

    @Test("The query keeps its order, repeated names and empty values") func queries() throws {
        let query = try #require(RequestTarget("/a?click=1,2&click=3%2C4&&flag&=x&a=b=c&s=a+b%2B")?.query)
        #expect(query.map(\.name) == ["click", "click", "flag", "", "a", "s"])
        #expect(query.map(\.value) == ["1,2", "3,4", "", "x", "b=c", "a b+"])
        #expect(RequestTarget("/a?")?.query == [])
        #expect(RequestTarget("http://h?x=1")?.query == [.init(name: "x", value: "1")])
    }

    @Test("Malformed targets on the wire are answered with 400 and the connection lives on") func wire() throws {
        let server = try TestServer { .bytes(Array($0.path.joined(separator: "|").utf8), .plain) }
        let client = try server.client()
        for target in ["/%2e%2e/etc/passwd", "/a%2Fb", "/%00", "/%FF", "/a//b", "/../a"] {
            client.send(server.request("GET \(target)"))
            #expect(try client.answer().status == 400, "\(target)")
        }
        client.send(server.request("GET /still/here"))
        #expect(try client.answer().text == "still|here")
    }

    @Test(
        "Other methods get 405 and the ones there are",
        arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get", "X"])
    func methods(_ method: String) throws {
        let server = try TestServer { _ in .json("") }
        let answer = try server.ask("\(method) /")
        #expect(answer.status == 405)
        #expect(answer.header("Allow") == "GET, HEAD, POST")
    }
}
