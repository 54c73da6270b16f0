/// How clearly content is seen: it comes and goes softly, and does not flicker when its image is lost for a moment.
public struct ContentFade: Hashable, Sendable {
    /// Seconds from nothing to all.
    public static let seconds = 0.25

    /// 0 is nothing, 1 is all.
    public private(set) var opacity = 0.0
    private var last: Double?

    /// Makes content that is not seen yet.
    public init() {}

    /// Goes on to a time.
    ///
    /// - Parameters:
    ///   - isShown: whether it is to be seen now.
    ///   - time: seconds, growing.
    /// - Returns: the opacity.
    public mutating func advance(isShown: Bool, to time: Double) -> Double {
        let step = max(0, time - (last ?? time)) / Self.seconds
        last = time
        opacity = max(0, min(1, opacity + (isShown ? step : -step)))
        return opacity
    }
}
