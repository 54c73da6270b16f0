/// The progress of work that lasts: how far it is, how fast, and how long it will take.
///
/// It is drawn on a terminal only, from half a second on, at most ten times a second.
package struct ProgressLine {
    private let console: any Console
    private let title: String
    private let unit: String
    private let total: Int?
    private let clock: () -> Duration
    private let started: Duration
    private var lastDrawn: Duration

    /// Begins; `total` is nil when it is not known how much there is.
    package init(_ title: String, unit: String, total: Int?, on console: any Console, clock: (() -> Duration)? = nil) {
        self.console = console
        self.title = title
        self.unit = unit
        self.total = total
        let first = ContinuousClock.now
        self.clock = clock ?? { ContinuousClock.now - first }
        started = self.clock()
        lastDrawn = started + .milliseconds(400)
    }

    /// Says how much is done.
    package mutating func update(_ done: Int) {
        let now = clock()
        guard now - lastDrawn >= .milliseconds(100) else { return }
        lastDrawn = now
        console.hearProgress(title, done: done, total: total)
        guard console.messagesAreTerminal else { return }
        console.showProgress(Self.line(title, unit: unit, done: done, total: total, after: (now - started) / .seconds(1)))
    }

    /// Wipes the line.
    package func finish() { console.showProgress(nil) }

    /// The text of the line after a number of seconds.
    static func line(_ title: String, unit: String, done: Int, total: Int?, after seconds: Double) -> String {
        let rate = Double(done) / max(seconds, 1e-9)
        var text = title + ": \(done)"
        if let total { text += " of \(total)" }
        text += " \(unit), \(fixed(rate, places: rate < 10 ? 1 : 0))/s"
        if let total, done > 0, total >= done { text += ", \(duration(Double(total - done) / rate)) left" }
        return text
    }

    /// Seconds as a person says them.
    static func duration(_ seconds: Double) -> String {
        guard seconds < 359_999 else { return "days" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        let rest = whole % 60
        if whole < 3600 { return "\(whole / 60):" + (rest < 10 ? "0" : "") + "\(rest) min" }
        let minutes = whole / 60 % 60
        return "\(whole / 3600):" + (minutes < 10 ? "0" : "") + "\(minutes) h"
    }
}

/// A number with a fixed count of decimal places, 0…9, for people to read.
package func fixed(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e18 else { return value.description }
    let digits = String(UInt64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
}
