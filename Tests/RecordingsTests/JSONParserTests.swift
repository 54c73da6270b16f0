import TestSupport
import Testing

@testable import Recordings

@Suite("Reading JSON")
struct JSONParserTests {
    private func parse(_ text: String) -> JSONValue? {
        do { return try JSONParser.parse(Array(text.utf8)) } catch { return nil }
    }

    @Test(
        "takes what RFC 8259 allows",
        arguments: [
            ("0", JSONValue.number(0)), ("-0.5e+2", .number(-50)), ("1E400", nil), ("1e-400", .number(0)),
            ("9007199254740993", .number(9_007_199_254_740_992)), ("[ ]", .array([])), ("{ }", .object(.init())),
            ("\t[1 , true,null]\r\n", .array([.number(1), .bool(true), .null])),
            (#""a\"\\\/\b\f\n\r\t\u00e9""#, .string("a\"\\/\u{8}\u{C}\n\r\té")),
            (#""\ud83d\ude00""#, .string("😀")), ("\"é😀\"", .string("é😀")),
        ] as [(String, JSONValue?)])
    func accepts(text: String, value: JSONValue?) {
        #expect(parse(text) == value)
    }

    @Test(
        "refuses the rest",
        arguments: [
            "", " ", "01", "+1", "1.", ".5", "1e", "0x10", "--1", "nul", "True", "'a'", "[1,]", "{\"a\":1,}", "[1 2]",
            "{\"a\" 1}", "{a:1}", "{\"a\":1,\"a\":2}", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud83d\\u0041\"", "\"\\u12\"",
            "\"a",
            "\"a\u{1}\"", "[1]]",
            "NaN", "// a", "1 1",
        ])
    func refuses(text: String) {
        #expect(parse(text) == nil)
    }

    @Test("refuses bytes that are not UTF-8")
    func utf8() {
        for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
            #expect(throws: JSONProblem.self) { _ = try JSONParser.parse(bytes) }
        }
    }

    @Test("names the key, however deep")
    func keys() {
        do {
            _ = try JSONParser.parse(Array(#"{"a":1,"b":{"c":[0,Infinity]}}"#.utf8))
            Issue.record("Infinity was read")
        } catch {
            #expect(error.key == "b.c")
            #expect(error.problem == "expected a number, found Infinity, which JSON does not have")
            #expect(error.offset == 19)
        }
    }

    @Test("writes numbers so that the same double is read back", arguments: UInt64(1)...50)
    func numbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var values = [0, -0.0, 1, 0.1, 1e21, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude]
        for _ in 0..<50 { values.append(Double(bitPattern: random.next())) }
        for value in values where value.isFinite {
            #expect(parse(numberText(value)) == .number(value), "seed \(seed)")
        }
    }

    @Test("writes texts so that the same text is read back")
    func texts() {
        for text in ["", "a", "\"\\/\n\r\t\u{1}\u{1F}", "é😀\u{2028}", "\u{7F}"] { #expect(parse(quoted(text)) == .string(text)) }
    }
}
