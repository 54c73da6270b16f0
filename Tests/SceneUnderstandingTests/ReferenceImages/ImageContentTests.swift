import FoundationEssentials
import Imaging
import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

@Suite("Content on reference images")
struct ImageContentTests {
    private func list(_ text: String) throws -> [ImageContent] {
        try withTemporaryFolder { folder in
            try text.write(toFile: folder + "/content.json", atomically: true, encoding: .utf8)
            return try ImageContent.list(contentsOf: folder + "/content.json").map { content in
                guard case .picture(let path) = content.kind else { return content }
                return ImageContent(
                    reference: content.reference, kind: .picture(path: String(path.dropFirst(folder.count + 1))),
                    width: content.width, offset: content.offset)
            }
        }
    }

    @Test("Labels of several lines and pictures are read")
    func read() throws {
        let contents = try list(
            """
            [{"reference": "card", "label": ["one", "two"], "width": 0.5, "offset": [0, 0.4]},
             {"reference": "card", "label": "alone"}, {"reference": "other", "picture": "sub/photo.jpg"}]
            """)
        #expect(
            contents == [
                .init(reference: "card", kind: .label(["one", "two"]), width: 0.5, offset: [0, 0.4]),
                .init(reference: "card", kind: .label(["alone"])),
                .init(reference: "other", kind: .picture(path: "sub/photo.jpg")),
            ])
    }

    @Test(
        "What cannot be shown is refused with its entry",
        arguments: [
            "{}", "[1]", "[{\"reference\": \"\"}]", "[{\"reference\": \"a\"}]",
            "[{\"reference\": \"a\", \"label\": \"x\", \"picture\": \"y\"}]", "[{\"reference\": \"a\", \"label\": []}]",
            "[{\"reference\": \"a\", \"picture\": \"/etc/x.png\"}]", "[{\"reference\": \"a\", \"picture\": \"../x.png\"}]",
            "[{\"reference\": \"a\", \"picture\": \"http://x/y.png\"}]",
            "[{\"reference\": \"a\", \"label\": \"x\", \"width\": 0}]",
            "[{\"reference\": \"a\", \"label\": \"x\", \"offset\": [1]}]",
        ])
    func refused(text: String) { #expect(throws: ReferenceImageFailure.self) { try list(text) } }

    @Test("It comes in a quarter of a second, goes in one, and a short loss is hardly seen")
    func fade() {
        var fade = ContentFade()
        #expect(fade.advance(isShown: true, to: 10) == 0)
        #expect(abs(fade.advance(isShown: true, to: 10.125) - 0.5) < 1e-9)
        #expect(fade.advance(isShown: true, to: 10.5) == 1)
        #expect(fade.advance(isShown: false, to: 10.55) > 0.7)
        #expect(fade.advance(isShown: true, to: 10.7) == 1)
        #expect(fade.advance(isShown: false, to: 11) == 0)
    }

    @Test("A picture lies on its image, and from behind nothing is seen")
    func laid() throws {
        try withTemporaryFolder { folder in
            let green = try Picture(width: 60, height: 40, bgr: (0..<2400).flatMap { _ in [UInt8(0), 200, 0] })
            try green.write(to: folder + "/green.png")
            func shown(_ pose: RigidTransform<AnchorSpace, CameraSpace>) throws -> Picture {
                let painter = try ImageContentPainter([
                    .init(reference: "card", kind: .picture(path: folder + "/green.png"), width: 0.5)
                ])
                let camera = Camera(
                    model: ReferenceSamples.camera, imageSize: .init(width: 640, height: 480), worldFromCamera: .identity)
                let anchor = ImageAnchor(
                    identifier: "a", name: "card",
                    worldFromAnchor: pose.then(RigidTransform<CameraSpace, WorldSpace>.identity),
                    physicalSize: [0.12, 0.08], isTracked: true)
                var picture = try ReferenceSamples.scene([])
                for time in [0.0, 1] {
                    let canvas = try Canvas(ReferenceSamples.scene([]))
                    try painter.draw(on: canvas, camera: camera, images: [anchor], showsAll: false, time: time)
                    picture = try canvas.picture()
                }
                return picture
            }
            let facing = try shown(ReferenceSamples.pose(at: [0, 0, -0.4]))
            // 6 cm at 40 cm are 90 pixels; the edge is soft.
            for (x, y) in [(320, 240), (277, 240), (363, 212)] { #expect(facing.bgr(x, y) == (0, 200, 0), "\(x), \(y)") }
            for (x, y) in [(272, 240), (368, 240), (320, 205)] { #expect(facing.bgr(x, y) == (90, 90, 90), "\(x), \(y)") }
            let behind = try shown(ReferenceSamples.pose(tilt: .pi, at: [0, 0, -0.4]))
            #expect(behind.bgr(320, 240) == (90, 90, 90))
        }
    }
}
