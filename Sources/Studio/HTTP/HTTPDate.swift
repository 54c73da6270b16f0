/// Times as the fields of HTTP write them (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// A time in seconds since 1970, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ seconds: Int) -> String {
        let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        // The civil date of a day (H. Hinnant, "chrono-compatible low-level date algorithms", 2014), for days from 1970 on.
        let shifted = day + 719_468
        let era = shifted / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let march = (5 * ofYear + 2) / 153
        let dayOfMonth = ofYear - (153 * march + 2) / 5 + 1
        let month = march < 10 ? march + 3 : march - 9
        let fullYear = era * 400 + year + (month <= 2 ? 1 : 0)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
        return "\(days[day % 7]), \(two(dayOfMonth)) \(months[month - 1]) \(fullYear) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
