import Imaging
import Testing

@testable import Studio

@Suite struct TurnsTests {
    @Test("One at a time makes the same thing, and different things are made together") func turns() async {
        let turns = Turns()
        let counts = Monitor((inside: ["a": 0, "b": 0], most: 0, done: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let key = number.isMultiple(of: 2) ? "a" : "b"
                    turns.take(key) {
                        counts.change { counts in
                            counts.inside[key, default: 0] += 1
                            counts.most = max(counts.most, counts.inside[key] ?? 0)
                        }
                        pause(0.001)
                        counts.change { counts in
                            counts.inside[key, default: 0] -= 1
                            counts.done += 1
                        }
                    }
                }
            }
        }
        counts.change { counts in
            #expect(counts.most == 1 && counts.done == 40)
        }
        // A turn that fails is given back.
        struct Failure: Error {}
        for _ in 0..<2 { #expect(throws: Failure.self) { try turns.take("a") { throw Failure() } } }
    }
}
