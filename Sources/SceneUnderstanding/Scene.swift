/// The planes that are known at one moment of a session, in the order in which they came.
public struct Scene: Sendable {
    /// The planes now.
    public private(set) var planes: [PlaneAnchor] = []

    /// Makes a scene of planes.
    public init(planes: [PlaneAnchor] = []) { self.planes = planes }

    /// What happened to a plane.
    public enum Change: Hashable, Sendable {
        /// It was found.
        case added(PlaneAnchor)
        /// It moved or grew.
        case updated(PlaneAnchor)
        /// It went; `mergedInto` names the plane that took it over.
        case removed(identifier: String, mergedInto: String?)
    }

    /// Takes a change in.
    public mutating func apply(_ change: Change) {
        switch change {
        case .added(let plane), .updated(let plane):
            if let i = planes.firstIndex(where: { $0.identifier == plane.identifier }) {
                planes[i] = plane
            } else {
                planes.append(plane)
            }
        case .removed(let identifier, _):
            planes.removeAll { $0.identifier == identifier }
        }
    }

    /// The plane of a name, when it is known now.
    public func plane(_ identifier: String) -> PlaneAnchor? { planes.first { $0.identifier == identifier } }
}
