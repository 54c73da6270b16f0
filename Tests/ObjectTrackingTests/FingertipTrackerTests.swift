import Foundation
import Imaging
import ObjectTracking
import Spaces
import Testing

/// A made-up hand, followed from one tap.
@Suite struct FingertipTrackerTests {
    private let scene = HandScene()
    private let start = PixelPoint(x: 300, y: 150)

    private func box(_ tap: PixelPoint, side: Double = 40) -> PixelRect {
        .init(center: tap, size: .init(width: side, height: side))
    }

    private func tracker(_ tap: PixelPoint, reacquires: Bool = true) throws -> ObjectTracker {
        try .init(box: box(tap), in: scene.picture(tip: start), kind: .fingertip, reacquires: reacquires)
    }

    @Test("A tip that jumps by five boxes and turns by 30° is held within 4 px")
    func jumps() throws {
        let tracker = try tracker(start)
        let steps: [(PixelPoint, Double)] = [
            (.init(x: 310, y: 150), 0), (.init(x: 510, y: 180), 0), (.init(x: 500, y: 170), 15), (.init(x: 480, y: 160), 30),
            (.init(x: 290, y: 120), 30), (.init(x: 300, y: 100), 15),
        ]
        for (tip, degrees) in steps {
            let result = try tracker.update(scene.picture(tip: tip, degrees: degrees))
            #expect(result.state == .tracked)
            #expect(result.box.center.distance(to: tip) < 4, "at \(tip)")
        }
    }

    @Test("A tap beside the finger by half a box finds its end", arguments: [0.0, 60, 120, 180, 240, 300])
    func besideIt(degrees: Double) throws {
        let angle = degrees * .pi / 180
        let tap = PixelPoint(x: start.x + 20 * cos(angle), y: start.y + 20 * sin(angle))
        let tracker = try tracker(tap)
        let tip = PixelPoint(x: 400, y: 200)
        #expect(try tracker.update(scene.picture(tip: tip)).box.center.distance(to: tip) < 20)
    }

    @Test("A hand that leaves is lost at once, and found where it comes back, turned")
    func comesBack() throws {
        let tracker = try tracker(start)
        for _ in 0..<5 {
            let result = try tracker.update(scene.picture(tip: nil))
            #expect(result.state == .lost)
            #expect(result.confidence < 0.5)
        }
        let back = PixelPoint(x: 150, y: 130)
        let result = try tracker.update(scene.picture(tip: back, degrees: 15))
        #expect(result.state == .reacquired)
        #expect(result.box.center.distance(to: back) < 5)
        #expect(try tracker.update(scene.picture(tip: back, degrees: 15)).state == .tracked)
    }

    @Test("Without re-acquisition a lost tip stays lost")
    func staysLost() throws {
        let tracker = try tracker(start, reacquires: false)
        #expect(try tracker.update(scene.picture(tip: nil)).state == .lost)
        #expect(try tracker.update(scene.picture(tip: start)).state == .lost)
    }

    @Test("The same pictures give the same boxes")
    func repeats() throws {
        let first = try tracker(start)
        let second = try tracker(start)
        for x in stride(from: 300.0, to: 400, by: 33) {
            let picture = try scene.picture(tip: .init(x: x, y: 140))
            #expect(try first.update(picture) == second.update(picture))
        }
    }

    @Test("Where no hand is tapped, and for a long box, CSRT follows")
    func standsIn() throws {
        let scene = Scene()
        let place = PixelPoint(x: 150, y: 120)
        let long = PixelRect(center: place, size: .init(width: 30, height: 50))
        let ready = try ObjectTracker(box: long, in: scene.picture(place))
        let ours = try ObjectTracker(box: long, in: scene.picture(place), kind: .fingertip)
        let next = try scene.picture(.init(x: 155, y: 122))
        #expect(try ours.update(next) == ready.update(next))
    }

    @Test("A picture of another size is refused")
    func otherSize() throws {
        let tracker = try tracker(start)
        let small = try Scene().picture(nil)
        #expect(throws: ImagingFailure.self) { try tracker.update(small) }
    }
}
