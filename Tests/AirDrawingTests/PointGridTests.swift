import AirDrawing
import Spaces
import TestSupport
import Testing

@Suite struct PointGridTests {
    @Test("Half the diagonal of a 3 mm footprint is 2.121 mm")
    func spacing() {
        #expect(abs(PointNode.spacing - 0.002121320) < 1e-9)
    }

    @Test("A point strictly closer than the spacing is found, one at the spacing is not")
    func strictness() {
        var grid = PointGrid(spacing: 0.5)
        grid.insert(.init(x: 1, y: 2, z: 3))
        #expect(grid.containsPoint(near: .init(x: 1.4999, y: 2, z: 3)))
        #expect(!grid.containsPoint(near: .init(x: 1.5, y: 2, z: 3)))
    }

    @Test("The grid answers as a search through all points does")
    func againstLinearSearch() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var grid = PointGrid()
            var all: [WorldPoint] = []
            for _ in 0..<400 {
                func coordinate(_ size: Double) -> Double { (random.unit() - 0.5) * size }
                let p = WorldPoint(x: coordinate(0.03), y: coordinate(0.004), z: coordinate(0.03))
                let expected = all.contains { $0.distance(to: p) < PointNode.spacing }
                #expect(grid.containsPoint(near: p) == expected, "seed \(seed)")
                if !expected {
                    grid.insert(p)
                    all.append(p)
                }
            }
            #expect(all.count > 20, "seed \(seed)")
        }
    }

    @Test("A point far outside any room does not trap", arguments: [1e30, -1e30, 1e9])
    func farAway(x: Double) {
        var grid = PointGrid()
        grid.insert(.init(x: x, y: 0, z: 0))
        #expect(grid.containsPoint(near: .init(x: x, y: 0, z: 0)))
    }
}
