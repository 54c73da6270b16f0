/// The decimal texts of a few numbers in a row, each of them used several times.
struct NumberTexts {
    private var digits: [UInt8]
    private var lengths: [Int]
    /// The longest number has twenty digits.
    private static let room = 20

    /// Makes room for so many numbers.
    init(count: Int) {
        digits = Array(repeating: 0, count: count * Self.room)
        lengths = Array(repeating: 0, count: count)
    }

    /// Makes the texts of the numbers from `first` on.
    mutating func set(first: UInt64) {
        var text = DecimalText(reusing: &digits)
        for index in lengths.indices {
            text.move(to: index * Self.room)
            text.putNumber(first + UInt64(index))
            lengths[index] = text.count - index * Self.room
        }
        text.giveBack(to: &digits)
    }

    /// The digits of one number.
    @inline(__always) func text(_ index: Int) -> ArraySlice<UInt8> {
        digits[index * Self.room..<index * Self.room + lengths[index]]
    }
}

extension DecimalText {
    /// Stores one of the numbers.
    @inline(__always) mutating func put(_ numbers: NumberTexts, _ index: Int) {
        for byte in numbers.text(index) { put(byte) }
    }
}
