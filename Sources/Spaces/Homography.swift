/// A map between two plane spaces that keeps lines straight: a plane seen by two cameras, or a picture on a plane.
public struct Homography<From: Space2D, To: Space2D>: Hashable, Sendable {
    /// The nine numbers of the matrix, row by row; only their ratios count.
    public var elements: [Double]

    /// Makes a homography from the nine numbers of its matrix, row by row.
    ///
    /// - Precondition: there are nine.
    public init(_ elements: [Double]) {
        precondition(elements.count == 9, "a homography has nine numbers")
        self.elements = elements
    }

    /// Where a point goes; nil when it lies on or behind the line that goes to infinity, on the far side of the origin.
    public func callAsFunction(_ p: Point<From>) -> Point<To>? {
        let m = elements
        let w = m[6] * p.x + m[7] * p.y + m[8]
        guard w * m[8] > 0, w.isFinite else { return nil }
        return .init(x: (m[0] * p.x + m[1] * p.y + m[2]) / w, y: (m[3] * p.x + m[4] * p.y + m[5]) / w)
    }
}
