/// Text as it may stand in HTML and SVG, inside and outside of attributes.
func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": out += "&amp;"
        case "<": out += "&lt;"
        case ">": out += "&gt;"
        case "\"": out += "&quot;"
        case "'": out += "&#39;"
        // XML has no way to hold the others.
        case let control where control.value < 0x20 && control != "\n" && control != "\t": out += "\u{FFFD}"
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out
}

/// A number with a fixed count of decimal places, for people to read; a dash for none.
func shown(_ value: Double?, places: Int) -> String {
    guard let value else { return "–" }
    guard value.isFinite else { return value.isNaN ? "–" : value > 0 ? "∞" : "−∞" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e18 else { return value.description }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "−" : ""
    return sign + (places == 0 ? digits : padded.dropLast(places) + "." + padded.suffix(places))
}

/// A name short enough for a legend, its end kept, where names differ.
func shortened(_ name: String, to count: Int = 24) -> String {
    name.count <= count ? name : name.prefix(count / 2) + "…" + name.suffix(count / 2 - 1)
}
