/// One piece of work: a tracker on a sequence, with all runs of the protocol; it makes one file of results.
public struct EvaluationTask: Hashable, Sendable {
    /// Name of the data set.
    public let set: String
    /// Name of the sequence.
    public let sequence: String
    /// Name of the tracker.
    public let tracker: String
    /// Where these stand in the lists of the plan.
    let place: (set: Int, sequence: Int, tracker: Int)
    /// Frames to go through, as far as it is known before.
    let frames: Int
    /// What it costs, as a count of frames that are looked at.
    let cost: Int

    /// Whether two are the same piece of work.
    public static func == (a: Self, b: Self) -> Bool { a.set == b.set && a.sequence == b.sequence && a.tracker == b.tracker }

    /// Puts what makes it the same piece of work into a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(set)
        hasher.combine(sequence)
        hasher.combine(tracker)
    }
}

/// A share of the work: part `number` of `count`.
public struct Shard: Hashable, Sendable {
    /// Which part, from 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// Makes a share; nil unless 1 ≤ number ≤ count.
    public init?(_ number: Int, of count: Int) {
        guard number >= 1, number <= count else { return nil }
        self.number = number
        self.count = count
    }
}

extension [EvaluationTask] {
    /// The tasks with the longest first, so that the last to end are short ones; equal ones in the order of their names.
    func longestFirst() -> [EvaluationTask] {
        enumerated().sorted { ($1.element.cost, $0.offset) < ($0.element.cost, $1.offset) }.map(\.element)
    }

    /// The share of a shard: the tasks are dealt out longest first.
    func share(of shard: Shard) -> [EvaluationTask] {
        longestFirst().enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
    }
}
