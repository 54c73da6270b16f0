/// Bytes of text that grow at the end, with numbers written by hand.
///
/// Text is what limits the writing of a mesh; `description` allocates for each number. Space is asked for once a line
/// with ``reserve(_:)``, after which the functions only store bytes.
struct DecimalText {
    /// The bytes; those from ``count`` on are room.
    private var storage: [UInt8]
    /// How many bytes are text.
    private(set) var count = 0

    /// Nanometres: the steps in which coordinates are written.
    ///
    /// In steps of 0.1 µm the volume of a thin tube is off by 1.5 · 10⁻⁵, because its rings become larger or smaller as a whole.
    /// A nanometre is a hundredth of that, and finer than the floats of most readers.
    static let stepsPerMetre = 1e9
    /// The farthest coordinate, metres.
    static let farthest = 1e6

    /// Makes a text with room for some bytes.
    init(capacity: Int) { storage = Array(repeating: 0, count: capacity) }

    /// Makes a text in room that somebody else owns; ``giveBack(to:)`` returns it.
    init(reusing room: inout [UInt8]) {
        storage = []
        swap(&storage, &room)
    }

    /// Returns the room to its owner.
    mutating func giveBack(to room: inout [UInt8]) { swap(&storage, &room) }

    /// Goes on at another place within the room.
    mutating func move(to place: Int) { count = place }

    /// The bytes written.
    var bytes: ArraySlice<UInt8> { storage[..<count] }

    /// Forgets what was written and keeps the room.
    mutating func removeAll() { count = 0 }

    /// Makes sure that so many bytes can be stored.
    mutating func reserve(_ more: Int) {
        guard storage.count - count < more else { return }
        storage.append(contentsOf: repeatElement(0, count: max(more, storage.count)))
    }

    /// Stores one ASCII character.
    @inline(__always) mutating func put(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    /// Stores bytes.
    mutating func put(_ bytes: [UInt8]) {
        for byte in bytes { put(byte) }
    }

    /// Appends text, making room for it.
    mutating func append(_ text: String) {
        reserve(text.utf8.count)
        for byte in text.utf8 { put(byte) }
    }

    /// The number of steps nearest to a coordinate of at most ``farthest``, halves to the even one.
    @inline(__always) static func steps(_ metres: Double) -> Int64 { whole(metres * stepsPerMetre) }

    /// The whole number nearest to one of at most 2 · 10¹⁵, halves to the even one.
    @inline(__always) private static func whole(_ value: Double) -> Int64 {
        // Adding 1.5 · 2⁵² leaves a double no bits for fractions, so that the processor does the rounding.
        let magic = 6_755_399_441_055_744.0
        return Int64(bitPattern: (value + magic).bitPattern &- magic.bitPattern)
    }

    /// Stores a coordinate with nine decimal places, zero without a sign; takes at most 18 bytes.
    @inline(__always) mutating func putMetres(_ metres: Double) {
        let steps = Self.steps(metres)
        if steps < 0 { put(0x2D) }
        let (whole, fraction) = steps.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        putNumber(whole)
        put(0x2E)
        let (first, others) = fraction.quotientAndRemainder(dividingBy: 100_000_000)
        put(0x30 + UInt8(truncatingIfNeeded: first))
        put(eightDigits: others)
    }

    /// Stores a number of at most 10⁸ with seven decimal places, zero without a sign; takes at most 18 bytes.
    ///
    /// For directions, places on textures and millimetres.
    @inline(__always) mutating func putDecimal(_ value: Double) {
        let steps = Self.whole(value * 1e7)
        if steps < 0 { put(0x2D) }
        let (whole, fraction) = steps.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        putNumber(whole)
        let point = count
        // The first of the eight is a zero, and gives its place to the point.
        put(eightDigits: fraction)
        storage[point] = 0x2E
    }

    /// Stores a number below 10⁸ with zeros in front.
    @inline(__always) private mutating func put(eightDigits number: UInt64) {
        // Halves, quarters and digits are each divided in lanes of one word; the factors are 100⁻¹ and 10⁻¹ as fractions of powers
        // of two, exact for such small numbers. After P. Khuong, "How to print integers really fast", 2017.
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x7F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        let digits = tens | (quarters &- tens &* 10) << 8 | 0x3030_3030_3030_3030
        precondition(storage.count - count >= 8, "room was asked for")
        unsafe storage.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: digits.littleEndian, toByteOffset: count, as: UInt64.self)
        }
        count += 8
    }

    /// Stores a whole number; takes at most 20 bytes.
    @inline(__always) mutating func putNumber(_ number: UInt64) {
        if number < 10 { return put(0x30 + UInt8(truncatingIfNeeded: number)) }
        var digits = 1
        var limit: UInt64 = 10
        while digits < 20, number >= limit {
            digits += 1
            limit &*= 10
        }
        var rest = number
        var at = count + digits - 1
        while at >= count {
            let next = rest / 10
            storage[at] = 0x30 + UInt8(truncatingIfNeeded: rest - next * 10)
            rest = next
            at -= 1
        }
        count += digits
    }

    /// Stores a space and a part of 0…1 in thousandths, without zeros at the end; takes at most 6 bytes.
    @inline(__always) mutating func putThousandths(_ part: Double) {
        put(0x20)
        let thousandths = UInt32((part * 1000).rounded())
        guard thousandths > 0, thousandths < 1000 else { return put(thousandths == 0 ? 0x30 : 0x31) }
        put(0x30)
        put(0x2E)
        put(0x30 + UInt8(truncatingIfNeeded: thousandths / 100))
        if thousandths % 100 != 0 { put(0x30 + UInt8(truncatingIfNeeded: thousandths / 10 % 10)) }
        if thousandths % 10 != 0 { put(0x30 + UInt8(truncatingIfNeeded: thousandths % 10)) }
    }

    /// A number of at most seven decimal places without zeros at the end, for what is written seldom.
    static func short(_ value: Double) -> String {
        var text = DecimalText(capacity: 32)
        text.putDecimal(value)
        var bytes = text.bytes
        while bytes.last == 0x30 { bytes.removeLast() }
        if bytes.last == 0x2E { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
