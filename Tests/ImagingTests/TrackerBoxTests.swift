import Imaging
import Spaces
import Testing

@Suite("Boxes that trackers take")
struct TrackerBoxTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let box: PixelRect
        /// Part of the failure's message.
        let says: String
        var testDescription: String { name }
    }

    private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
        .init(cornerX: x, cornerY: y, width: width, height: height)
    }

    static let refused = [
        Case(name: "zero", box: box(100, 80, 0, 0), says: "above zero"),
        Case(name: "no height", box: box(100, 80, 40, 0), says: "above zero"),
        Case(name: "negative", box: box(100, 80, -40, 40), says: "above zero"),
        Case(name: "1 × 1", box: box(100, 80, 1, 1), says: "at least 8"),
        Case(name: "4 × 4", box: box(100, 80, 4, 4), says: "at least 8"),
        Case(name: "7.9 wide", box: box(100, 80, 7.9, 40), says: "at least 8"),
        Case(name: "500 × 10", box: box(0, 80, 500, 10), says: "at most 8 times"),
        Case(name: "4 × 400", box: box(100, 0, 4, 400), says: "at least 8"),
        Case(name: "10 × 200", box: box(100, 0, 10, 200), says: "at most 8 times"),
        Case(name: "outside to the right", box: box(320, 80, 40, 40), says: "outside the picture of 320 x 240"),
        Case(name: "outside above", box: box(100, -41, 40, 40), says: "outside the picture of 320 x 240"),
        Case(name: "a sliver inside", box: box(-36, 80, 40, 40), says: "4 x 40 pixels inside the picture"),
        Case(name: "not a number", box: box(.nan, 80, 40, 40), says: "not finite"),
        Case(name: "infinite", box: box(100, 80, .infinity, 40), says: "not finite"),
        Case(name: "far away", box: box(1e300, 80, 40, 40), says: "outside"),
    ]

    @Test("A box that OpenCV cannot take is refused before it sees it", arguments: CorrelationTrackerKind.allCases, refused)
    func refuses(kind: CorrelationTrackerKind, refusal: Case) throws {
        let picture = try texture()
        let failure = #expect(throws: ImagingFailure.self) {
            try CorrelationTracker(kind, picture: picture, box: refusal.box)
        }
        #expect(failure?.code == .box)
        #expect(failure?.subject == "tracker \(kind.rawValue)")
        #expect(failure?.message.contains(refusal.says) == true, "\(failure?.message ?? "")")
    }

    static let accepted = [
        Case(name: "smallest", box: box(100, 80, 8, 8), says: ""),
        Case(name: "longest", box: box(100, 80, 64, 8), says: ""),
        Case(name: "fractions", box: box(100.3, 80.7, 31.4, 27.9), says: ""),
        Case(name: "half outside", box: box(-20, -20, 40, 40), says: ""),
        Case(name: "in the last corner", box: box(312, 232, 8, 8), says: ""),
        Case(name: "half outside the last corner", box: box(300, 220, 40, 40), says: ""),
    ]

    @Test(
        "A box that is accepted is tracked without a failure, also into noise", arguments: CorrelationTrackerKind.allCases,
        accepted)
    func accepts(kind: CorrelationTrackerKind, acceptance: Case) throws {
        let tracker = try CorrelationTracker(kind, picture: texture(), box: acceptance.box)
        for step in 1...3 { check(try tracker.update(texture(dx: 9 * step, dy: 7 * step))) }
        check(try tracker.update(texture(seed: 9)))
        check(try tracker.update(Picture(width: 320, height: 240, bgr: .init(repeating: 0, count: 320 * 240 * 3))))
        check(try tracker.update(texture()))
    }

    /// Whether a report is finite and some part of it in the picture.
    private func check(_ found: PixelRect?) {
        guard let found else { return }
        #expect(found.isFinite)
        #expect(found.intersection(.init(covering: .init(width: 320, height: 240))) != nil)
    }

    @Test(
        "A box over the whole picture is clipped to it; MIL says that it needs room", arguments: CorrelationTrackerKind.allCases)
    func whole(kind: CorrelationTrackerKind) throws {
        let picture = try texture(width: 96, height: 64)
        let box = Self.box(-10, -10, 200, 200)
        if kind == .mil {
            let failure = #expect(throws: ImagingFailure.self) { try CorrelationTracker(kind, picture: picture, box: box) }
            #expect(failure?.message.contains("leave at least 8") == true)
        } else {
            let tracker = try CorrelationTracker(kind, picture: picture, box: box)
            if let found = try tracker.update(picture) { #expect(found.width <= 96) }
        }
    }

    @Test("A half outside box is clipped before it seeds: KCF reports what is inside")
    func clipped() throws {
        let picture = try texture()
        let tracker = try CorrelationTracker(.kcf, picture: picture, box: Self.box(-20, 80, 40, 40))
        let found = try #require(try tracker.update(picture))
        #expect(found == Self.box(0, 80, 20, 40))
    }

    @Test("A picture too small for any box is refused", arguments: CorrelationTrackerKind.allCases)
    func tiny(kind: CorrelationTrackerKind) throws {
        let picture = try texture(width: 7, height: 7)
        #expect(throws: ImagingFailure.self) {
            try CorrelationTracker(kind, picture: picture, box: .init(covering: picture.size))
        }
    }
}
