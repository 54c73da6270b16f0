import Imaging
import Meshes
import Testing

@testable import AirDrawing

@Suite("Wood")
struct WoodTextureTests {
    private func brightness(_ x: Double, _ y: Double) -> Double { WoodTexture.colour(x: x, y: y).sum() / 3 }

    @Test("It repeats without a seam: over an edge nothing changes more than elsewhere")
    func seam() {
        let side = 512
        let step = 1 / Double(side)
        var edge = 0.0
        var inside = 0.0
        for i in 0..<side {
            let t = Double(i) * step
            edge = max(edge, abs(brightness(0, t) - brightness(1 - step, t)), abs(brightness(t, 0) - brightness(t, 1 - step)))
            for place in [0.25, 0.5, 0.75] {
                inside = max(
                    inside, abs(brightness(place, t) - brightness(place - step, t)),
                    abs(brightness(t, place) - brightness(t, place - step)))
            }
        }
        #expect(edge < 1.5 * inside, "\(edge) over the edge, \(inside) inside")
    }

    @Test("The grain runs along x: there it changes much less than across")
    func grain() {
        let step = 1.0 / 512
        var along = 0.0
        var across = 0.0
        for i in 0..<200 {
            for j in 0..<200 {
                let (x, y) = (Double(i) / 201, Double(j) / 201)
                along += abs(brightness(x + step, y) - brightness(x, y))
                across += abs(brightness(x, y + step) - brightness(x, y))
            }
        }
        #expect(across > 4 * along)
    }

    @Test("It is brown, and the colour that stands for it is its mean")
    func mean() throws {
        let material = try Material.wood()
        let texture = try #require(material.texture)
        let mean = texture.mean
        #expect(mean.red > mean.green && mean.green > mean.blue && mean.blue > 0.1)
        let picture = try Picture(decoding: texture.bytes, name: "wood")
        var sum = SIMD3<Double>.zero
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let (b, g, r) = picture.bgr(x, y)
                sum += SIMD3(Double(r), Double(g), Double(b))
            }
        }
        sum /= Double(picture.width * picture.height) * 255
        #expect(abs(sum.x - mean.red) < 0.01 && abs(sum.y - mean.green) < 0.01 && abs(sum.z - mean.blue) < 0.01)
        #expect(texture.bytes.prefix(2) == [0xFF, 0xD8])
        #expect(try Material.wood() == material)
    }
}
