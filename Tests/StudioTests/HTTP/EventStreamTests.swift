import Synchronization
import Testing

@testable import Studio

/// Counts up to an end, one number an event, and notes when it is closed.
private final class Counting: EventStream {
    private let number: Atomic<Int>
    private let end: Int
    private let fails: Bool
    let closed = Atomic<Int>(0)

    init(from start: Int = 0, to end: Int, fails: Bool = false) {
        number = Atomic(start)
        self.end = end
        self.fails = fails
    }

    func next() throws -> ServerEvent? {
        let number = number.add(1, ordering: .relaxed).oldValue
        if number >= end {
            if fails { throw StudioFailure("the film broke", cure: "mend it") }
            return nil
        }
        return ServerEvent(name: "count", id: "\(number)", data: "{\"n\":\(number)}")
    }

    func close() { closed.add(1, ordering: .relaxed) }
}

/// Says nothing, for ever.
private final class Silent: EventStream {
    let closed = Atomic<Int>(0)
    func next() throws -> ServerEvent? {
        pause(0.02)
        return .keepAlive
    }
    func close() { closed.add(1, ordering: .relaxed) }
}

@Suite struct EventStreamTests {
    // The shape is that of the HTML Living Standard §9.2.6.
    @Test("An event is written line by line") func wire() {
        #expect(ServerEvent(name: "a", id: "7", data: "x", retry: 50).wire == "retry: 50\nevent: a\nid: 7\ndata: x\n\n")
        #expect(
            ServerEvent(name: "", data: "one\ntwo\r\nthree\rfour\n").wire
                == "data: one\ndata: two\ndata: three\ndata: four\ndata: \n\n")
        #expect(ServerEvent(name: "a\nb", id: "1\n2", data: "").wire == "event: ab\nid: 12\ndata: \n\n")
        #expect(ServerEvent.keepAlive.wire == ":\n\n")
    }

    @Test("Events come in order, after the time to come again, and the stream is closed at its end") func stream() throws {
        let counting = Counting(to: 3)
        let server = try TestServer { _ in .events(counting) }
        let answer = try server.ask("GET /events")
        #expect(answer.header("Content-Type") == "text/event-stream")
        let events = (0..<3).map { "event: count\nid: \($0)\ndata: {\"n\":\($0)}\n\n" }
        #expect(answer.text == "retry: 50\n\n" + events.joined())
        waitUntil { counting.closed.load(ordering: .relaxed) == 1 }
    }

    @Test("A stream that fails ends with what is wrong and what helps") func failure() throws {
        let server = try TestServer { _ in .events(Counting(to: 0, fails: true)) }
        let text = try server.ask("GET /events").text
        #expect(text.hasSuffix("event: failed\ndata: {\"error\":\"the film broke\",\"help\":\"mend it\"}\n\n"))
    }

    @Test("A stream ends by itself, and a client that comes again goes on where it was") func reconnect() throws {
        let server = try TestServer { request in
            let last = request.header("Last-Event-ID").flatMap { Int($0) } ?? -1
            return .events(Endless(from: last + 1))
        }
        let client = try server.client()
        var seen: [Int] = []
        for _ in 0..<3 {
            client.send(server.request("GET /events", seen.last.map { ["Last-Event-ID: \($0)"] } ?? []))
            let lines = try client.answer().text.split(separator: "\n")
            seen += lines.filter { $0.hasPrefix("id: ") }.compactMap { Int($0.dropFirst(4)) }
        }
        #expect(seen.count > 10)
        #expect(seen == Array(0..<seen.count), "nothing twice and nothing lost")
    }

    @Test("A client that goes away closes its stream") func goesAway() throws {
        let silent = Silent()
        let server = try TestServer { _ in .events(silent) }
        do {
            let client = try server.client()
            client.send(server.request("GET /events"))
            _ = try client.head()
            #expect(try String(decoding: client.chunk(), as: UTF8.self) == "retry: 50\n\n")
        }
        waitUntil { silent.closed.load(ordering: .relaxed) == 1 }
        waitUntil { server.server.connections == 0 }
    }

    @Test("HEAD opens no stream that would stay") func head() throws {
        let silent = Silent()
        let server = try TestServer { _ in .events(silent) }
        #expect(try server.ask("HEAD /events").status == 200)
        waitUntil { silent.closed.load(ordering: .relaxed) == 1 }
    }

    @Test("The end of the server ends streams") func serverStops() throws {
        let silent = Silent()
        let server = try TestServer { _ in .events(silent) }
        let client = try server.client()
        client.send(server.request("GET /events"))
        _ = try client.head()
        server.server.stop()
        #expect(silent.closed.load(ordering: .relaxed) == 1)
    }
}

/// Counts for ever, slowly.
private final class Endless: EventStream {
    private let number: Atomic<Int>
    init(from start: Int) { number = Atomic(start) }
    func next() throws -> ServerEvent? {
        pause(0.01)
        let n = number.add(1, ordering: .relaxed).oldValue
        return ServerEvent(name: "count", id: "\(n)", data: "\(n)")
    }
    func close() {}
}
