/// Bytes of text that grow at the end, with numbers written by hand.
///
/// Text is what limits the writing of a mesh; `description` allocates for each number. Space is asked for once a line
/// with ``reserve(_:)``, after which the functions only store bytes.
struct DecimalText {
    /// The bytes; those from ``count`` on are room.
    private var storage: [UInt8]
    /// How many bytes are text.
    private(set) var count = 0

    /// Tenths of a micrometre: the steps in which coordinates are written.
    ///
    /// A micrometre is enough to place a box, but the flattest is 10 µm thick and its chamfer 5 µm wide: in steps of 0.1 µm
    /// it keeps its shape to 1 %, turned any way, and no face loses its area.
    static let stepsPerMetre = 1e7
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
    @inline(__always) static func steps(_ metres: Double) -> Int64 {
        // Adding 1.5 · 2⁵² leaves a double no bits for fractions, so that the processor does the rounding; 10¹³ fits well.
        let magic = 6_755_399_441_055_744.0
        return Int64(bitPattern: (metres * stepsPerMetre + magic).bitPattern &- magic.bitPattern)
    }

    /// Stores a coordinate with seven decimal places, zero without a sign; takes at most 16 bytes.
    @inline(__always) mutating func putMetres(_ metres: Double) {
        let steps = Self.steps(metres)
        if steps < 0 { put(0x2D) }
        let (whole, fraction) = steps.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        putNumber(whole)
        put(0x2E)
        var rest = UInt32(truncatingIfNeeded: fraction)
        var at = count + 6
        while at >= count {
            let next = rest / 10
            storage[at] = 0x30 + UInt8(truncatingIfNeeded: rest - next * 10)
            rest = next
            at -= 1
        }
        count += 7
    }

    /// Stores a whole number; takes at most 20 bytes.
    @inline(__always) mutating func putNumber(_ number: UInt64) {
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
        let steps = steps(value)
        let (whole, fraction) = steps.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        var text = (steps < 0 ? "-" : "") + String(whole)
        guard fraction > 0 else { return text }
        var places = String(fraction)
        places = String(repeating: "0", count: 7 - places.count) + places
        while places.last == "0" { places.removeLast() }
        text += "." + places
        return text
    }
}
