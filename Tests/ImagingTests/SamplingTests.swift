import Imaging
import Spaces
import Testing

@Suite("Views and patches of pictures")
struct SamplingTests {
    /// Blue grows with x, green with y: linear, so that bilinear sampling is exact.
    private let ramp = try! Picture(
        width: 64, height: 48,
        bgr: (0..<48).flatMap { y in (0..<64).flatMap { x in [UInt8(2 * x), UInt8(3 * y), 0] } })

    @Test("A turn by the display transform moves each pixel to its place", arguments: InterfaceOrientation.allCases)
    func turned(orientation: InterfaceOrientation) throws {
        let size = orientation.isPortrait ? ViewSize(width: 48, height: 64) : ViewSize(width: 64, height: 48)
        let view = Viewport(imageSize: ramp.size, size: size, orientation: orientation)
        let out = try ramp.warped(view.viewFromPixel, width: Int(size.width), height: Int(size.height))
        for (x, y) in [(0, 0), (63, 0), (63, 47), (10, 20)] {
            let place = view.viewFromPixel(PixelPoint(x: Double(x), y: Double(y)))
            // The centre of the first pixel of the view lies at (0.5, 0.5).
            let pixel = out.bgr(Int((place.x - 0.5).rounded()), Int((place.y - 0.5).rounded()))
            #expect(pixel == ramp.bgr(x, y))
        }
    }

    @Test("Shrinking averages: a chessboard of single pixels becomes grey")
    func shrunk() throws {
        let board = try Picture(
            width: 64, height: 64,
            bgr: (0..<64).flatMap { y in (0..<64).flatMap { x in [UInt8](repeating: (x + y) % 2 == 0 ? 0 : 254, count: 3) } })
        let map = AffineTransform<PixelSpace, ViewSpace>(a: 0.25, b: 0, c: 0, d: 0.25, tx: 0.125, ty: 0.125)
        let out = try board.warped(map, width: 16, height: 16)
        #expect(out.bytes.allSatisfy { abs(Int($0) - 127) <= 1 })
        // And the ramp stays in its place: cell 3 covers the columns 12 to 15, whose mean is 13.5.
        let small = try ramp.warped(map, width: 16, height: 12)
        #expect(abs(Double(small.bgr(3, 2).blue) - 27) <= 1)
    }

    @Test("What lies outside a view's picture is black")
    func outside() throws {
        let out = try ramp.warped(
            AffineTransform<PixelSpace, ViewSpace>(a: 1, b: 0, c: 0, d: 1, tx: 200, ty: 0), width: 50, height: 50)
        #expect(out.bytes.allSatisfy { $0 == 0 })
    }

    @Test("A view that cannot be is refused", arguments: [0.0, .nan, .infinity])
    func badMap(scale: Double) {
        let map = AffineTransform<PixelSpace, ViewSpace>(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
        #expect(throws: ImagingFailure.self) { try ramp.warped(map, width: 10, height: 10) }
        let plain = AffineTransform<PixelSpace, ViewSpace>(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(throws: ImagingFailure.self) { try ramp.warped(plain, width: 0, height: 10) }
        #expect(throws: ImagingFailure.self) { try ramp.warped(plain, width: 100_000, height: 100_000) }
    }

    /// The grey of the ramp at a place, by the formula.
    private func grey(_ x: Double, _ y: Double) -> Double { 0.114 * 2 * x + 0.587 * 3 * y }

    @Test("A patch of a ramp is the formula, at any place and scale", arguments: [1.0, 0.4, 1.7, 3.2])
    func patch(scale: Double) throws {
        let rect = PixelRect(x: 8.37, y: 6.81, width: 8 * scale, height: 6 * scale)
        let values = try greyPatch(of: ramp, rect: rect, width: 8, height: 6)
        for row in 0..<6 {
            for column in 0..<8 {
                let expected = grey(rect.minX + (Double(column) + 0.5) * scale, rect.minY + (Double(row) + 0.5) * scale)
                #expect(abs(Double(values[row * 8 + column]) - expected) < 1e-3)
            }
        }
    }

    @Test("A patch of whole pixels is those pixels")
    func whole() throws {
        let values = try greyPatch(of: ramp, rect: .init(cornerX: 5, cornerY: 7, width: 3, height: 2), width: 3, height: 2)
        for i in 0..<6 { #expect(abs(Double(values[i]) - grey(Double(5 + i % 3), Double(7 + i / 3))) < 1e-3) }
    }

    @Test("Outside the picture its nearest pixel counts")
    func patchOutside() throws {
        let values = try greyPatch(of: ramp, rect: .init(x: -500, y: -500, width: 20, height: 20), width: 4, height: 4)
        #expect(values.allSatisfy { abs($0) < 1e-6 })
    }

    @Test("A patch that cannot be is refused")
    func badPatch() {
        let rect = PixelRect(x: 0, y: 0, width: 5, height: 5)
        #expect(throws: ImagingFailure.self) { try greyPatch(of: ramp, rect: rect, width: 0, height: 5) }
        #expect(throws: ImagingFailure.self) { try greyPatch(of: ramp, rect: rect, width: 5, height: 100_000) }
        #expect(throws: ImagingFailure.self) {
            try greyPatch(of: ramp, rect: .init(x: .nan, y: 0, width: 5, height: 5), width: 5, height: 5)
        }
        #expect(throws: ImagingFailure.self) {
            try greyPatch(of: ramp, rect: .init(x: 0, y: 0, width: 0, height: 5), width: 5, height: 5)
        }
    }
}
