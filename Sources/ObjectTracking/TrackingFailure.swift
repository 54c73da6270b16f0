/// What is wrong with a set of tracking requests.
public enum TrackingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// More objects would be tracked at a time than a handler takes.
    case tooManyTrackers(wanted: Int, most: Int)
    /// Two requests are about the same object.
    case sameObject

    /// What is wrong, what is accepted, and the cure.
    public var description: String {
        switch self {
        case .tooManyTrackers(let wanted, let most):
            "\(wanted) objects at a time are too many: a handler tracks at most \(most); set isLastFrame in the last request "
                + "about an object, or make another handler"
        case .sameObject: "two requests are about the same object: perform one of them"
        }
    }
}
