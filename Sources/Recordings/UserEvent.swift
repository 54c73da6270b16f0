public import Spaces

/// What the user did, or what happened to the session from outside.
public struct UserEvent: Hashable, Sendable {
    /// What it was.
    public enum Kind: Hashable, Sendable {
        /// The user tapped there, view points.
        case tap(ViewPoint)
        /// The pen went down (true) or up.
        case draw(Bool)
        /// The drawing began to be raised (true) or no longer is.
        case extrude(Bool)
        /// The session stood still (true) or goes on.
        case interruption(Bool)

        /// The word that `event` has in a file.
        public var name: String {
            switch self {
            case .tap: "tap"
            case .draw: "draw"
            case .extrude: "extrude"
            case .interruption: "interruption"
            }
        }
    }

    /// Seconds from the start; happens at the first frame that is not earlier.
    public var time: Double
    /// What happened.
    public var kind: Kind

    /// Makes an event.
    public init(time: Double, kind: Kind) {
        self.time = time
        self.kind = kind
    }
}
