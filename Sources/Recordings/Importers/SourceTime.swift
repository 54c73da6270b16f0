/// A time of another recorder, in whole nanoseconds of its clock: exact, whatever the clock counts from.
///
/// A double holds the seconds since 1970 to a quarter of a microsecond only.
struct SourceTime: Hashable, Comparable, Sendable {
    var nanoseconds: Int64

    /// Most seconds from the clock's zero, so that two times can always be subtracted.
    private static let largest = 4e9

    static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Seconds from another time to this one.
    func seconds(since other: Self) -> Double { Double(nanoseconds - other.nanoseconds) / 1e9 }

    /// The clock's value in seconds, as text.
    var text: String { numberText(Double(nanoseconds) / 1e9) }

    /// What a text counts.
    enum Unit: Int64 {
        case seconds = 1_000_000_000
        case nanoseconds = 1
    }

    /// A time from a number of seconds; nil when it is no time.
    init?(seconds: Double) {
        guard abs(seconds) <= Self.largest else { return nil }
        nanoseconds = Int64((seconds * 1e9).rounded())
    }

    /// A time from decimal text, without rounding where it has at most nine decimals; nil when it is no time.
    init?(_ text: some StringProtocol, unit: Unit) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNegative = text.first == "-"
        if parts.count <= 2, let whole = Int64(parts[0]) {
            var nanoseconds = whole.multipliedReportingOverflow(by: unit.rawValue)
            guard !nanoseconds.overflow else { return nil }
            if parts.count == 2 {
                let digits = parts[1].prefix(9)
                guard parts[1].allSatisfy({ ("0"..."9").contains($0) }), let value = digits.isEmpty ? 0 : Int64(digits) else {
                    return nil
                }
                var part = value
                for _ in digits.count..<9 { part *= 10 }
                if unit == .nanoseconds { part = 0 }
                nanoseconds = nanoseconds.partialValue.addingReportingOverflow(isNegative ? -part : part)
                guard !nanoseconds.overflow else { return nil }
            }
            guard nanoseconds.partialValue.magnitude <= UInt64(Self.largest * 1e9) else { return nil }
            self.nanoseconds = nanoseconds.partialValue
        } else if let number = Double(String(text)), number.isFinite,
            let time = Self(seconds: unit == .seconds ? number : number / 1e9)
        {
            self = time
        } else {
            return nil
        }
    }
}
