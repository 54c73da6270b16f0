import FoundationEssentials
import Testing

@testable import TrackingEvaluation

@Suite("The true height of a drawing")
struct TrueRaisingTests {
    @Test("0.4 m for the whole view, from where the nail is when raising begins to where it is in the last frame of it")
    func closedForm() {
        var raising = TrueRaising(viewHeight: 667)
        raising.nail(at: 600)
        #expect(raising.height == nil)
        raising.switchTo(true)
        raising.nail(at: 500)
        raising.nail(at: 350)
        raising.nail(at: 400)
        raising.switchTo(false)
        raising.nail(at: 100)
        #expect(raising.height == 0.4 * 100 / 667)
    }

    @Test("A nail that only goes down raises nothing: the drawing stays flat")
    func down() {
        var raising = TrueRaising(viewHeight: 667)
        raising.switchTo(true)
        raising.nail(at: 100)
        raising.nail(at: 101)
        #expect(raising.height == 0.00001)
    }

    @Test("In the rendered square the height is that of the nail's way through the picture, and nothing else is raised")
    func recordings() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let set = try openDataSet(root.appending(path: "recordings").path)
        for sequence in set.sequences {
            let drawn = try DrawingRun(of: sequence, factory: TruthTracker()).make(check: {}, each: { _ in })
            guard sequence.name == "square" else {
                #expect(drawn.trueHeight == nil)
                continue
            }
            // By hand from the files: extrude on from 5.291183 to 7.541183 s, which are frames 159 to 226. The view shows the picture
            // of 1280 × 720 turned, 1280 pixels over its height: up in it is left in the picture. The nail's middle goes from
            // 760.611 + 24.196 / 2 to 496.121 + 21.545 / 2 pixels.
            let (first, last) = (772.708480434, 506.8933254915)
            #expect(isNear(drawn.trueHeight ?? 0, 0.4 * (first - last) / 1280, 1e-9))
            #expect(drawn.height == drawn.trueHeight)
        }
    }
}
