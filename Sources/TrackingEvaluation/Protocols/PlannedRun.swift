/// One run that a protocol asks for: where to seed a tracker, and how far to go.
public struct PlannedRun: Hashable, Sendable {
    /// What sets it apart from the other runs over the sequence, such as `left` or `anchor-50`.
    public var name: String
    /// The sequence's frame of the seed, from 0.
    public var start: Int
    /// Whether it goes forward in time.
    public var forward: Bool
    /// How many frames it goes through, that of the seed included.
    public var length: Int
    /// Where the target is at the seed.
    public var seed: Region

    /// Makes a run.
    public init(name: String, start: Int, forward: Bool = true, length: Int, seed: Region) {
        self.name = name
        self.start = start
        self.forward = forward
        self.length = length
        self.seed = seed
    }
}

extension EvaluationSequence {
    /// The first frame, at or after another, in which the annotation shows the target; nil when there is none.
    func firstVisible(from frame: Int = 0) -> Int? {
        guard frame < count else { return nil }
        return (max(0, frame)..<count).first { truth[$0].region != nil }
    }

    /// The run from a frame to the end of the sequence on the side where it goes; nil when the target is not seen there.
    func run(_ name: String, from frame: Int, forward: Bool = true) -> PlannedRun? {
        guard truth.indices.contains(frame), let seed = truth[frame].region else { return nil }
        return PlannedRun(
            name: name, start: frame, forward: forward, length: forward ? count - frame : frame + 1, seed: seed)
    }
}
