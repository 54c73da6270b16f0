import Testing

@testable import Studio

/// A `Range` field and what RFC 9110 §14 makes of it for 10,000 bytes, or for as many as are said.
private struct RangeCase: CustomTestStringConvertible {
    let field: String?
    var size = 10_000
    let range: ByteRange
    var testDescription: String { "\(field ?? "none") of \(size)" }
}

private let rangeCases: [RangeCase] = [
    .init(field: nil, range: .all),
    // The examples of §14.1.2.
    .init(field: "bytes=0-499", range: .part(0..<500)),
    .init(field: "bytes=500-999", range: .part(500..<1000)),
    .init(field: "bytes=-500", range: .part(9500..<10_000)),
    .init(field: "bytes=9500-", range: .part(9500..<10_000)),
    .init(field: "bytes=0-0", range: .part(0..<1)),
    .init(field: "bytes=-1", range: .part(9999..<10_000)),
    // "If the last-pos is equal to or greater than the length …": the rest of the file.
    .init(field: "bytes=9999-20000", range: .part(9999..<10_000)),
    .init(field: "bytes=0-99999999999999999999999", range: .part(0..<10_000)),
    // "If the selected representation is shorter than the specified suffix-length, the entire representation is used."
    .init(field: "bytes=-20000", range: .part(0..<10_000)),
    .init(field: "Bytes=1-2", range: .part(1..<3)),
    // "satisfiable": the first position is below the length, or a suffix is not zero.
    .init(field: "bytes=10000-", range: .unsatisfiable),
    .init(field: "bytes=99999999999999999999999-", range: .unsatisfiable),
    .init(field: "bytes=-0", range: .unsatisfiable),
    .init(field: "bytes=0-", size: 0, range: .unsatisfiable),
    .init(field: "bytes=-1", size: 0, range: .unsatisfiable),
    // Invalid ones, other units, and several parts, which a server may ignore.
    .init(field: "bytes=5-2", range: .all),
    .init(field: "bytes=", range: .all),
    .init(field: "bytes=-", range: .all),
    .init(field: "bytes=a-b", range: .all),
    .init(field: "bytes=1-2x", range: .all),
    .init(field: "bytes=+1-2", range: .all),
    .init(field: "items=0-1", range: .all),
    .init(field: "0-1", range: .all),
    .init(field: "bytes=0-1,5-6", range: .all),
]

@Suite struct ByteRangeTests {
    @Test("A range is read as RFC 9110 says", arguments: rangeCases)
    fileprivate func reads(_ one: RangeCase) { #expect(ByteRange(one.field, size: one.size) == one.range) }

    // RFC 9110 §5.6.7 gives the first; `date -u -d @N` the others.
    @Test(
        "A time is written as HTTP writes it",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
        ])
    func dates(_ seconds: Int, _ text: String) { #expect(HTTPDate.text(seconds) == text) }
}
