import Glibc
import TestSupport
import Testing

@testable import TrackingEvaluation

@Suite("Plain files of numbers")
struct PlainTableTests {
    private func parsed(_ text: String) -> PlainTable? { PlainTable(parsing: Array(text.utf8) + [0]) }

    @Test(
        "Numbers are those that the C library reads, to the last bit",
        arguments: [
            "0", "-0", "12.3400", "0.1", "734.6883", "9007199254740992", "0.3333333333333333", "-1234567.890123", "5.", ".5",
        ])
    func values(_ text: String) throws {
        let value = try #require(parsed(text + "\n")?.values.first)
        let expected = unsafe strtod(text, nil)
        #expect(value.bitPattern == expected.bitPattern)
    }

    @Test("Ten thousand numbers by chance are those of the C library; seed 7")
    func chance() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10_000 {
            let text = "\(generator.next() % 5000).\(generator.next() % 1_000_000)"
            let value = try #require(parsed(text)?.values.first)
            let expected = unsafe strtod(text, nil)
            #expect(value.bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test("Lines end with or without a return, and the last one with or without a newline")
    func lines() {
        for text in ["1,2\n3,4\n", "1,2\r\n3,4\r\n", "1,2\n3,4", "1\t2\n3\t4\n", "1 2\n3 4", "1;2\n3;4\n"] {
            let table = parsed(text)
            #expect(table?.columns == 2 && table?.values == [1, 2, 3, 4], "\(text)")
            #expect(table?.count == 2 && table.map { Array($0[1]) } == [3, 4])
        }
    }

    @Test(
        "What is not plain is left to the reader that says what is wrong",
        arguments: [
            "", "\n", "1,2\n\n3,4\n", "1,2\n3\n", "1, 2\n", "1,2\t3\n", "1,,2\n", ",1\n", "1,\n", "NaN,1\n", "1e3\n", "+1\n",
            "a\n",
            "1.2.3\n", "-\n", ".\n", "--1\n", "1\u{0}2\n", "0x10\n", "99999999999999999999\n", "9007199254740993\n",
            "\u{FEFF}1\n",
            "m1,2,3,4\n",
        ])
    func refused(_ text: String) {
        #expect(parsed(text) == nil)
    }
}
