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

    @Test("A panel lies on its image, as wide as was said, and stays there while it fades out")
    func laid() throws {
        try withTemporaryFolder { folder in
            let green = try Picture(width: 60, height: 40, bgr: (0..<2400).flatMap { _ in [UInt8(0), 200, 0] })
            try green.write(to: folder + "/green.png")
            let placer = try ImageContentPlacer([
                .init(reference: "card", kind: .picture(path: folder + "/green.png"), width: 0.5)
            ])
            let camera = Camera(
                model: ReferenceSamples.camera, imageSize: .init(width: 640, height: 480), worldFromCamera: .identity)
            let pose = ReferenceSamples.pose(at: [0, 0, -0.4])
            let anchor = ImageAnchor(
                identifier: "a", name: "card",
                worldFromAnchor: pose.then(RigidTransform<CameraSpace, WorldSpace>.identity),
                physicalSize: [0.12, 0.08], isTracked: true)
            _ = placer.panels(on: [anchor], showsAll: false, time: 0)
            let panel = try #require(placer.panels(on: [anchor], showsAll: false, time: 1).first)
            #expect(panel.opacity == 1 && abs(panel.width - 0.06) < 1e-12)
            // 6 cm at 40 cm are 90 pixels: half of them to each side of the middle.
            let right = try #require(camera.project(panel.worldFromPanel(AnchorPoint(x: 0.03, y: 0, z: 0))))
            let left = try #require(camera.project(panel.worldFromPanel(AnchorPoint(x: -0.03, y: 0, z: 0))))
            #expect(abs(right.distance(to: left) - 90) < 0.5)
            #expect(panel.worldFromPanel.yAxis == anchor.worldFromAnchor.yAxis)
            // Just after the image has left, it is still there, and then no more.
            #expect(placer.panels(on: [], showsAll: false, time: 1.05).count == 1)
            #expect(placer.panels(on: [], showsAll: false, time: 9).isEmpty)
        }
    }
}
