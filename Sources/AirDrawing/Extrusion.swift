/// Raising the drawing with the finger: height = 0.4 m · (y₀ − y) / height of the view, only upward (ARPaint).
public struct Extrusion: Sendable {
    /// Height for a finger that goes up the whole view, metres.
    public static let metresPerView = 0.4

    /// Height of the view, points.
    private let viewHeight: Double
    private var startY: Double?
    /// The height so far; nil before the finger has gone up.
    public private(set) var height: Double?

    /// Makes an extrusion for a view.
    public init(viewHeight: Double) { self.viewHeight = viewHeight }

    /// The finger is at a y of the view, points down, while extruding; the first one is where it starts.
    public mutating func update(fingerY y: Double) {
        guard let startY else { return startY = y }
        let raised = Self.metresPerView * (startY - y) / viewHeight
        if raised > 0 { height = raised }
    }

    /// Extruding was switched off; the next one starts anew, the height stays.
    public mutating func end() { startY = nil }
}
