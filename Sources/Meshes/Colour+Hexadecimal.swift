extension Colour {
    /// The colour of a text such as `#c08a4a`, as web pages write it; nil for anything else.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
            let number = Int(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
    }

    /// The colour as a text such as `#c08a4a`, to the nearest of 256 steps.
    public var hexadecimal: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(Int((part * 255).rounded()), radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
