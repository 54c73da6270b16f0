public import Spaces

/// What a program shows at an anchor: a place that follows it, and whatever the program hangs there.
public final class AnchorNode {
    /// The anchor it belongs to.
    public let identifier: String
    /// Where it is.
    public fileprivate(set) var worldFromNode: RigidTransform<AnchorSpace, WorldSpace>

    fileprivate init(_ anchor: SceneAnchor) {
        identifier = anchor.identifier
        worldFromNode = anchor.worldFromAnchor
    }
}

/// Nodes bound to anchors: they come, move and go with them, as `ARSCNViewDelegate` has it.
///
/// Give it every event of a session.
public final class AnchorNodes {
    /// Decides whether an anchor gets a node: `renderer(_:nodeFor:)`; each does where this is nil.
    public var wantsNode: ((SceneAnchor) -> Bool)?
    /// After a node came: `renderer(_:didAdd:for:)`.
    public var didAdd: ((AnchorNode, SceneAnchor) -> Void)?
    /// Before a node moves: `renderer(_:willUpdate:for:)`; it is still where it was.
    public var willUpdate: ((AnchorNode, SceneAnchor) -> Void)?
    /// After a node moved: `renderer(_:didUpdate:for:)`.
    public var didUpdate: ((AnchorNode, SceneAnchor) -> Void)?
    /// After a node went: `renderer(_:didRemove:for:)`.
    public var didRemove: ((AnchorNode, SceneAnchor) -> Void)?
    private var nodes: [String: AnchorNode] = [:]

    /// Makes an empty set of nodes.
    public init() {}

    /// The node of an anchor; nil where it has none.
    public func node(for identifier: String) -> AnchorNode? { nodes[identifier] }

    /// Follows an event.
    public func take(_ event: SessionEvent) {
        switch event {
        case .added(let anchors):
            for anchor in anchors where wantsNode?(anchor) ?? true {
                let node = AnchorNode(anchor)
                nodes[anchor.identifier] = node
                didAdd?(node, anchor)
            }
        case .updated(let anchors):
            for anchor in anchors {
                guard let node = nodes[anchor.identifier] else { continue }
                willUpdate?(node, anchor)
                node.worldFromNode = anchor.worldFromAnchor
                didUpdate?(node, anchor)
            }
        case .removed(let anchors):
            for anchor in anchors {
                if let node = nodes.removeValue(forKey: anchor.identifier) { didRemove?(node, anchor) }
            }
        case .frame, .trackingStateChanged, .interrupted, .interruptionEnded, .backPressure, .failed: break
        }
    }
}
