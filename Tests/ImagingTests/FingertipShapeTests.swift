import Imaging
import Spaces
import Testing

/// Taps and pictures that leave little to look at.
@Suite struct FingertipShapeTests {
    /// A skin-coloured bar from the bottom to the middle, on grey.
    private func picture(_ width: Int, _ height: Int) throws -> Picture {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isBar = abs(x - width / 2) < max(width / 24, 1) && y > height / 2
                bytes += isBar ? [80, 110, 180] : [110, 112, 105]
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    @Test(
        "Any picture and any tap is searched or refused, at the border and beyond it too",
        arguments: [(1, 1), (16, 16), (9, 400), (400, 9), (33, 21), (320, 240)])
    func anyTap(width: Int, height: Int) throws {
        let picture = try picture(width, height)
        for (x, y) in [(0.0, 0.0), (0.5, 0.5), (1, 1), (-3, 0.2), (0.5, 4)] {
            for side in [8.0, 20, 40, 300, 5000] {
                let center = PixelPoint(x: x * Double(width), y: y * Double(height))
                let box = PixelRect(center: center, size: .init(width: side, height: side))
                guard let shape = try FingertipShape(tappedIn: box, in: picture) else { continue }
                for place in try shape.places(in: picture, from: center, pull: 1, most: 3) {
                    let tip = try shape.refine(place, in: picture)
                    #expect(tip.place.isFinite)
                    try shape.follow()
                }
            }
        }
    }

    @Test("A box without a size or a place is refused", arguments: [0.0, 7, .nan, .infinity])
    func refused(side: Double) throws {
        let picture = try picture(320, 240)
        let box = PixelRect(center: .init(x: 160, y: 130), size: .init(width: side, height: side))
        #expect(throws: ImagingFailure.self) { try FingertipShape(tappedIn: box, in: picture) }
    }

    @Test("The end of a bar is found from a tap on it, and the bar's direction is up")
    func endOfBar() throws {
        let picture = try picture(320, 240)
        let box = PixelRect(center: .init(x: 160, y: 140), size: .init(width: 40, height: 40))
        let shape = try #require(try FingertipShape(tappedIn: box, in: picture))
        #expect(shape.tip.place.distance(to: .init(x: 160, y: 130)) < 12)
        #expect(shape.tip.direction.dy < -0.9)
    }
}
