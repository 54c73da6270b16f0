import Spaces
import TestSupport
import Testing

@testable import TrackingEvaluation

@Suite("Lines of frames")
struct FrameLineTests {
    @Test("A line that is read fast is what the values of JSON say; seed 3")
    func agrees() throws {
        var generator = SeededGenerator(seed: 3)
        func number() -> Double { (Double(generator.next() % 4_000_000) / 1000 - 500) / Double(1 + generator.next() % 7) }
        for frame in 0..<5000 {
            let box = PixelRect(x: number(), y: number(), width: number(), height: number())
            var line: [UInt8] = []
            addTruthLine(frame, .visible(.rect(box)), to: &line)
            let fast = try #require(FrameLine(line))
            let object = try jsonObject(line)
            #expect(fast.frame == frame && fast.box == box && fast.isHeld == nil && fast.confidence == nil)
            #expect(try object.region() == .rect(box))
            #expect(try object.count("frame") == frame)
        }
    }

    struct Line: CustomTestStringConvertible {
        var testDescription: String
        var read: FrameLine?
        init(_ text: String) {
            testDescription = text
            read = FrameLine(Array(text.utf8))
        }
    }

    @Test("Confidence, power of ten and a lost target are read")
    func results() throws {
        let line = try #require(Line(#"{"box":[1.5,-2,3e-7,4],"confidence":0.25,"frame":12,"held":false}"#).read)
        #expect(line.box == PixelRect(x: 1.5, y: -2, width: 3e-7, height: 4))
        #expect(line.confidence == 0.25 && line.frame == 12 && line.isHeld == false)
    }

    @Test(
        "Anything else is left to the reader of JSON",
        arguments: [
            "", "{", "}", "{}", #"{"frame":1,"held":true}"#, #"{"box":[1,2,3],"frame":1}"#, #"{"box":[1,2,3,4],"frame":1"#,
            #"{"box":[1,2,3,4],"frame":1.5}"#, #"{"box":[1,2,3,x],"frame":1}"#, #"{"box":[1,2,3,4],"frame":1,"held":maybe}"#,
            #"{"box": [1,2,3,4],"frame":1}"#, #"{"box":[1,2,3,1e999],"frame":1}"#, #"{"box":[1,2,3,4],"frame":1}}"#,
            #"{"box":[1,2,3,4],"frame":"#, #"{"box":[1,2,3,4],"frame":1,"point":[1,2]}"#, #"{"box":[1,2,3,e}"#,
        ].map(Line.init))
    func others(_ line: Line) {
        #expect(line.read == nil)
    }
}
