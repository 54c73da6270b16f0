import Imaging
import Testing

@Suite("Points that determine the pose of a plane")
struct PlanarPoseWidthTests {
    @Test("lie in more than a line")
    func width() {
        let row = (0..<6).map { SIMD2(Double($0) * 0.03, 0.01 * Double($0)) }
        #expect(!PlanarPose.haveWidth(row))
        #expect(!PlanarPose.haveWidth(Array(row.prefix(2))))
        #expect(!PlanarPose.haveWidth([]))
        // One point beside the row by a square is enough.
        #expect(PlanarPose.haveWidth(row + [[0, 0.03]]))
        #expect(PlanarPose.haveWidth([[0, 0], [1, 0], [1, 1], [0, 1]]))
    }
}
