import Testing

@testable import Studio

@Suite struct HTTPServerTests {
    @Test("A request comes with its parts decoded, and its answer goes back") func answers() throws {
        let server = try TestServer { request in
            .json([request.path.joined(separator: "|"), request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")])
        }
        let answer = try server.ask("GET /api/recordings/a%20b%C3%A9/draw?click=200,300@0.5&flag&x=a+b%2Bc")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(answer.text == #"["api|recordings|a bé|draw","click=200,300@0.5|flag=|x=a b+c"]"#)
    }

    @Test("A connection serves one request after the other, and several that are sent at once") func keepsAlive() throws {
        let server = try TestServer { .bytes(Array("<\($0.path.joined())>".utf8), .plain) }
        let client = try server.client()
        client.send(server.request("GET /a") + server.request("GET /b") + server.request("GET /c"))
        #expect(try client.answer().text == "<a>")
        #expect(try client.answer().text == "<b>")
        #expect(try client.answer().text == "<c>")
        client.send(server.request("GET /d"))
        #expect(try client.answer().text == "<d>")
    }

    @Test("The body of a small POST comes with the request") func bodies() throws {
        let server = try TestServer { .bytes($0.body.reversed(), .plain) }
        let client = try server.client()
        client.send(server.post("/save", "abc"))
        #expect(try client.answer().text == "cba")
        client.send(
            server.request("POST /save", ["Origin: http://\(server.host)", "X-AirDraw: studio", "Transfer-Encoding: chunked"])
                + "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
        #expect(try client.answer().text == "cba")
    }

    @Test("A HEAD is answered as the GET, without its body") func heads() throws {
        let server = try TestServer { _ in .bytes(Array("twelve bytes".utf8), .plain) }
        let client = try server.client()
        client.send(server.request("HEAD /") + server.request("GET /"))
        #expect(try client.answer(toHead: true).header("Content-Length") == "12")
        #expect(try client.answer().text == "twelve bytes")
    }
}
