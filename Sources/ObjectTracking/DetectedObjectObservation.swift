public import Spaces

/// An object in a picture, as Vision's observation of that name has it.
public struct DetectedObjectObservation: Hashable, Sendable {
    /// Which object it is: a request that tracks it gives observations with the same identifier.
    public let uuid: ObservationIdentifier
    /// Round the object, in Vision's space: normalized, origin in the lower left corner, y up.
    public let boundingBox: VisionRect
    /// The chance that the middle of the box is within 20 px of the object in a picture 640 wide, 0…1.
    public let confidence: Double
    /// What the tracker does, which Vision does not tell; `seed` for an observation that no request gave.
    public let state: TrackState

    /// Makes an observation of an object that nobody tracks yet.
    public init(boundingBox: VisionRect) {
        self.init(uuid: .init(), boundingBox: boundingBox, confidence: 1, state: .seed)
    }

    init(uuid: ObservationIdentifier, boundingBox: VisionRect, confidence: Double, state: TrackState) {
        self.uuid = uuid
        self.boundingBox = boundingBox
        self.confidence = confidence
        self.state = state
    }
}

/// A name for one object, unique in the world: 122 random bits.
///
/// A UUID of version 4 (RFC 9562) without Foundation, which would double the time that the program takes to start.
public struct ObservationIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Makes a new identifier.
    public init() {
        high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        low = UInt64.random(in: .min ... .max) & ~(0b11 << 62) | (0b10 << 62)
    }

    /// Five groups of upper-case hexadecimal digits.
    public var description: String {
        func digits(_ value: UInt64) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        let all = Array(digits(high) + digits(low))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }.joined(separator: "-")
    }
}
