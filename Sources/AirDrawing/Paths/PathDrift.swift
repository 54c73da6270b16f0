/// How the distance between a follower and a way grows with the distance walked.
///
/// It is drift as far as the follower walked the way: a step aside counts as well, which is why it is fitted over the whole way.
public struct PathDrift: Hashable, Sendable {
    /// The mean over a piece of the way.
    public struct Piece: Hashable, Sendable {
        /// How far the follower had walked at the end of the piece, metres.
        public var walked: Double
        /// Mean distance off the way, metres.
        public var off: Double
    }

    /// Pieces of a metre or more.
    public let pieces: [Piece]
    /// How much farther off a metre walked leads, metres a metre; nil for ways of less than two pieces.
    public let growth: Double?

    /// Measures what was seen.
    ///
    /// - Parameters:
    ///   - samples: how far the follower had walked, and how far it was off the way, in order of time; metres.
    ///   - step: length of a piece, metres.
    public init(_ samples: [(walked: Double, off: Double)], step: Double = 1) {
        var pieces: [Piece] = []
        var sum = 0.0
        var count = 0
        var next = step
        for sample in samples {
            sum += sample.off
            count += 1
            if sample.walked >= next {
                pieces.append(.init(walked: sample.walked, off: sum / Double(count)))
                (sum, count, next) = (0, 0, sample.walked + step)
            }
        }
        self.pieces = pieces
        // The line of least squares.
        let n = Double(pieces.count)
        let meanX = pieces.reduce(0) { $0 + $1.walked } / n
        let meanY = pieces.reduce(0) { $0 + $1.off } / n
        let square = pieces.reduce(0) { $0 + ($1.walked - meanX) * ($1.walked - meanX) }
        let mixed = pieces.reduce(0) { $0 + ($1.walked - meanX) * ($1.off - meanY) }
        growth = pieces.count >= 2 && square > 0 ? mixed / square : nil
    }
}
