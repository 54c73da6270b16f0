import FoundationEssentials
import Spaces
import TestSupport
import Testing

@testable import Recordings

/// Random changes of valid files, read in memory: whatever comes, a reader answers or says what is wrong.
///
/// `AIRDRAW_FUZZ=100000` sets the number of cases; `AIRDRAW_FUZZ_SEED` repeats one of them.
@Suite("Reading damaged files")
struct FuzzTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    private static let targets = [
        "recording.json", "frames.jsonl", "anchors.jsonl", "events.jsonl", "truth/frames.jsonl", "film.json",
    ]
    private static let texts: [[UInt8]] = targets.map { name in
        switch name {
        case "truth/frames.jsonl": Array(#"{"index":0,"nail_box":[1,2,3,4],"nail_visible":1,"tip_world":[1,2,3]}"#.utf8)
        case "film.json": Array(VideoDescriptionTests.board.utf8)
        default: Array((Fixture.valid[name] ?? "").utf8)
        }
    }
    private static let pieces: [[UInt8]] = [
        "NaN", "-Infinity", "1e999", "-0", "1e-400", "99999999999999999999", "null", "{", "}", "[", "]", ",", ":", "\"", "\\",
        "\n",
        "\r\n", "\\u", "\\ud800", "\u{FEFF}", "\u{0}", "true", "{}", "[[[[[[[[[[", "\"index\":", "é", "..", "/",
    ].map { Array($0.utf8) }

    /// One damaged file: which, and its bytes.
    private static func damaged(seed: Int) -> (target: Int, bytes: [UInt8]) {
        var random = SeededGenerator(seed: UInt64(seed))
        let target = random.below(targets.count)
        var bytes = texts[target]
        switch random.below(4) {
        case 0:
            bytes = (0..<random.below(400)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 1:
            bytes = Array(bytes.prefix(random.below(bytes.count + 1)))
        case 2:
            for _ in 0...random.below(8) {
                let at = random.below(bytes.count)
                bytes[at] ^= 1 << UInt8(random.below(8))
            }
        default:
            for _ in 0...random.below(3) {
                let at = random.below(bytes.count)
                let end = min(bytes.count, at + random.below(6))
                bytes.replaceSubrange(at..<end, with: pieces[random.below(pieces.count)])
                if bytes.isEmpty { bytes = [0x7B] }
            }
        }
        return (target, bytes)
    }

    /// Reads bytes as one of the files, going on after each failure.
    ///
    /// - Returns: the failures, and how many records were read.
    private static func read(_ target: Int, _ bytes: [UInt8]) -> (failures: [RecordingFailure], records: Int) {
        let name = targets[target]
        let source = TextSource(name: name, bytes: bytes)
        var failures: [RecordingFailure] = []
        var records = 0
        func drain(_ next: () throws(RecordingFailure) -> Bool) {
            // Each call takes at least one line away, so more calls than bytes would be a hang.
            for _ in 0...(bytes.count + 2) {
                do {
                    guard try next() else { return }
                    records += 1
                } catch { failures.append(error) }
            }
            Issue.record("the reader does not come to an end")
        }
        switch target {
        case 0:
            do {
                let header = try RecordingHeader(text: bytes, path: name)
                records = 1
                // What is accepted can be written and read again.
                let again = try RecordingHeader(text: Array(header.text.utf8), path: name)
                if again != header { Issue.record("the header is not read back as it was: \(header)") }
            } catch { failures.append(error) }
        case 1:
            let reader = FrameReader(source, header: header, folder: nil)
            drain { () throws(RecordingFailure) in
                guard let frame = try reader.next() else { return false }
                let isSound = frame.time.isFinite && frame.camera.position.isFinite && frame.camera.model.intrinsics.fx > 0
                if !isSound { Issue.record("an unsound frame was read: \(frame)") }
                return true
            }
        case 2:
            let reader = AnchorReader(source)
            drain { () throws(RecordingFailure) in try reader.next() != nil }
        case 3:
            let reader = UserEventReader(source, viewportSize: header.viewportSize)
            drain { () throws(RecordingFailure) in try reader.next() != nil }
        case 4:
            let reader = TruthReader(source)
            drain { () throws(RecordingFailure) in try reader.next() != nil }
        default:
            do {
                _ = try VideoDescription(text: bytes, path: name)
                records = 1
            } catch { failures.append(error) }
        }
        return (failures, records)
    }

    private static let header = RecordingHeader(
        name: "small", imageSize: .init(width: 1280, height: 720), viewportSize: .init(width: 375, height: 812),
        orientation: .portrait, pictures: .video("video.mp4"))

    @Test("answers or says what is wrong, without a crash or a hang", .timeLimit(.minutes(15)))
    func fuzz() {
        let seeds = Self.number("AIRDRAW_FUZZ_SEED").map { $0..<($0 + 1) } ?? 0..<(Self.number("AIRDRAW_FUZZ") ?? 2000)
        var accepted = 0
        var refused = 0
        for seed in seeds {
            let (target, bytes) = Self.damaged(seed: seed)
            let clock = ContinuousClock()
            let begin = clock.now
            let (failures, records) = Self.read(target, bytes)
            if records > 0 { accepted += 1 }
            if !failures.isEmpty { refused += 1 }
            if clock.now - begin > .seconds(5) { Issue.record("seed \(seed) took longer than 5 s") }
            for failure in failures {
                let text = failure.description
                if text.utf8.count > 600 || text.contains("\n") || failure.path != Self.targets[target] {
                    Issue.record("seed \(seed): the message is not fit to be shown: \(text)")
                }
            }
        }
        if seeds.count > 1 {
            // Damage that is never noticed, or always, would test nothing.
            #expect(accepted > seeds.count / 10)
            #expect(refused > seeds.count / 2)
        }
    }

    @Test("agrees with Foundation on what is JSON, but for what Foundation lets pass")
    func sameAsFoundation() throws {
        var same = 0
        for seed in 0..<(Self.number("AIRDRAW_FUZZ").map { $0 / 20 } ?? 1500) {
            let (target, bytes) = Self.damaged(seed: seed)
            let line = bytes.split(separator: 0x0A).first.map(Array.init) ?? []
            guard Self.targets[target] != "recording.json" || seed % 4 == 0 else { continue }
            let ours = (try? JSONParser.parse(line)) != nil
            let theirs = (try? JSONDecoder().decode(Anything.self, from: Data(line))) != nil
            if ours == theirs {
                same += 1
            } else if ours {
                // Foundation refuses numbers that are too small for a double; here they are 0.
                if String(decoding: line, as: UTF8.self).contains("e-4") { continue }
                Issue.record("seed \(seed): accepted, and Foundation does not: \(String(decoding: line, as: UTF8.self))")
            } else {
                // Foundation takes trailing commas, double keys, a byte order mark and numbers without end.
                do { _ = try JSONParser.parse(line) } catch let problem {
                    let known = ["in double quotes", "given twice", "expected a value", "too large", "deeper"]
                    if !known.contains(where: { problem.problem.contains($0) }) {
                        Issue.record("seed \(seed): refused, and Foundation does not: \(problem)")
                    }
                }
            }
        }
        #expect(same > 0)
    }

    /// Any JSON, through `Decodable`.
    private struct Anything: Decodable {
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Key.self) {
                for key in object.allKeys { _ = try object.decode(Anything.self, forKey: key) }
            } else if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(Anything.self) }
            } else {
                let one = try decoder.singleValueContainer()
                if one.decodeNil() || (try? one.decode(Bool.self)) != nil || (try? one.decode(String.self)) != nil { return }
                _ = try one.decode(Double.self)
            }
        }
    }
}
