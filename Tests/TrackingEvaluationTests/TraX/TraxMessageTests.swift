import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

@Suite struct TraxMessageTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String { line }
        /// As the reference library (vot-trax 4.0.2) writes it.
        var line: String
        var message: TraxMessage
    }

    static let cases: [Case] = [
        .init(
            line: #"@@TRAX:hello "trax.name=nm with space" "trax.family=" "trax.image=path;memory;buffer;" "trax.version=4" "#,
            message: .init(
                .hello,
                properties: [
                    "trax.name": "nm with space", "trax.family": "", "trax.image": "path;memory;buffer;", "trax.version": "4",
                ])),
        .init(
            line: #"@@TRAX:initialize "file:///tmp/obs/a b\"c.jpg" "10.0000,20.0000,30.5000,40.0000" "p=q" "#,
            message: .init(
                .initialize, [#"file:///tmp/obs/a b"c.jpg"#, "10.0000,20.0000,30.5000,40.0000"], properties: ["p": "q"])),
        .init(line: "@@TRAX:initialize ", message: .init(.initialize)),
        .init(line: "@@TRAX:state 1,2,3,4\r", message: .init(.state, ["1,2,3,4"])),
        .init(line: #"@@TRAX:quit "trax.reason=a\\b\nc""#, message: .init(.quit, properties: ["trax.reason": "a\\b\nc"])),
        .init(line: #"@@TRAX:frame "file:///a=b.jpg""#, message: .init(.frame, ["file:///a=b.jpg"])),
    ]

    @Test("A line of the reference library is read as it was meant", arguments: cases)
    func reading(_ one: Case) throws {
        #expect(try TraxMessage(line: Array(one.line.utf8)) == one.message)
    }

    @Test("What is written is read again", arguments: cases)
    func roundTrip(_ one: Case) throws {
        #expect(!one.message.text.contains("\n"))
        #expect(try TraxMessage(line: Array(one.message.text.utf8)) == one.message)
    }

    @Test("Other lines are nobody's message")
    func otherLines() throws {
        for line in ["", "loading the model", " @@TRAX:hello", "@@trax:hello"] {
            #expect(try TraxMessage(line: Array(line.utf8)) == nil)
        }
    }

    @Test("A line that begins as a message and is none is refused", arguments: ["@@TRAX:", "@@TRAX:hi", #"@@TRAX:state "1,2"#])
    func nonsense(_ line: String) {
        #expect(throws: TraxSyntax.self) { try TraxMessage(line: Array(line.utf8)) }
    }

    @Test("Regions are read as the reference library writes them, from the corner of the first pixel")
    func regions() throws {
        #expect(
            try TraxRegion.parse("10.0000,20.0000,30.5000,40.0000")
                == .rect(.init(cornerX: 10, cornerY: 20, width: 30.5, height: 40)))
        #expect(
            try TraxRegion.parse("0.0000,0.0000,10.0000,1.0000,11.0000,9.0000")
                == .polygon([.init(x: -0.5, y: -0.5), .init(x: 9.5, y: 0.5), .init(x: 10.5, y: 8.5)]))
        // The library's text of a mask of 8 × 6 at (100, 50) in which columns 3…5 of rows 2…4 are set.
        #expect(
            try TraxRegion.parse("mask:100,50,8,6,19,3,5,3,5,3")
                == .rect(.init(cornerX: 103, cornerY: 52, width: 3, height: 3)))
        #expect(try TraxRegion.parse("0") == nil)
        #expect(try TraxRegion.parse("nan,nan,nan,nan") == nil)
        for text in ["", "1,2,3", "a,b,c,d", "1;2;3;4", "mask:0,0,-1,5,3", "mask:0,0", "1,2,3,4,5"] {
            #expect(throws: TraxSyntax.self, "\(text)") { try TraxRegion.parse(text) }
        }
    }

    @Test("A box that goes out in any format comes back")
    func regionRoundTrip() throws {
        let box = Region.rect(.init(cornerX: 10, cornerY: 20, width: 30, height: 40))
        for format in TraxRegion.Format.allCases {
            #expect(try TraxRegion.parse(TraxRegion.text(box, as: format))?.bounds == box.bounds)
        }
    }

    @Test(
        "Base64 is that of RFC 4648",
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            [
                "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
            ]))
    func base64(_ text: String, _ coded: String) {
        #expect(Base64.text(of: Array(text.utf8)) == coded)
        #expect(Base64.bytes(of: coded) == Array(text.utf8))
    }

    @Test("Pixels and files inside messages are read as the reference library writes them")
    func images() throws {
        // 3 × 2 pixels, red green blue; the first (1, 2, 3), the last (200, 100, 50).
        let picture = try TraxImage.picture("image:3;2;rgb;AQIDAAAAAAAAAAAAAAAAyGQy")
        #expect(picture.width == 3 && picture.height == 2)
        #expect(picture.bgr(0, 0) == (3, 2, 1))
        #expect(picture.bgr(2, 1) == (50, 100, 200))
        for format in [TraxImage.Format.memory, .buffer] {
            #expect(try TraxImage.picture(TraxImage.text(picture, as: format)).bytes == picture.bytes)
        }
        let file = try TraxImage.text(picture, as: .buffer).replacing("data:image/png;", with: "data:image/png;base64;")
        #expect(try TraxImage.picture(file).bytes == picture.bytes)
        for text in ["image:3;2;rgb;AQID", "image:0;2;rgb;", "image:99999999;99999999;rgb;AQID", "http://x/y.jpg", ""] {
            #expect(throws: TraxSyntax.self, "\(text)") { try TraxImage.picture(text) }
        }
    }
}
