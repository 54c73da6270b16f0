public import Imaging
public import Spaces

/// Something of known size that lies on a table: what a world is made from.
public protocol CardFinder: AnyObject {
    /// Width (x) and length (z) of the card, metres; its middle is the origin.
    var size: (width: Double, length: Double) { get }

    /// Looks for the card in a picture.
    ///
    /// - Parameters:
    ///   - picture: the next one of the film.
    ///   - corners: where its corners are expected, in the order −x−z, +x−z, +x+z, −x+z; nil when it was not seen before.
    /// - Returns: nil when it is not seen.
    func find(in picture: Picture, near corners: [PixelPoint]?) throws -> CardSight?
}

/// Where points of a card are seen.
public struct CardSight: Sendable {
    /// Points of the card, metres, y = 0, and where they are in the picture.
    public var points: [(point: AnchorPoint, pixel: PixelPoint)]
    /// How far a pixel may be off (one standard deviation).
    public var deviation: Double

    /// Makes a sight.
    public init(points: [(point: AnchorPoint, pixel: PixelPoint)], deviation: Double) {
        self.points = points
        self.deviation = deviation
    }
}

/// A board of markers as a card.
public final class BoardFinder: CardFinder {
    private let board: MarkerBoard

    /// Makes a finder of a board with markers; a chessboard looks the same when it is turned round, and makes no world.
    public init(_ board: MarkerBoard) { self.board = board }

    /// The size of the pattern.
    public var size: (width: Double, length: Double) { board.size }

    /// The points of the markers that are seen.
    public func find(in picture: Picture, near corners: [PixelPoint]?) throws -> CardSight? {
        let sights = try board.find(in: picture)
        guard sights.count >= 4 else { return nil }
        return CardSight(points: sights.map { ($0.point, $0.pixel) }, deviation: 0.3)
    }
}
