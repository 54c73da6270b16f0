import FoundationEssentials
import Glibc
import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

/// Conversations with peers that are scripts of the shell.
@Suite(.serialized) struct TraxClientTests {
    struct Peer: CustomTestStringConvertible {
        var testDescription: String
        /// What it does after its introduction, or instead of it.
        var script: String
        var introduces = true
        /// What must be said.
        var expected: [String]
    }

    static let hello = #"echo '@@TRAX:hello "trax.version=1" "trax.image=path;" "trax.region=rectangle;"'; "#

    static let peers: [Peer] = [
        .init(
            testDescription: "silent", script: "sleep 60", introduces: false,
            expected: ["did not introduce itself within 0.4 seconds"]),
        .init(testDescription: "dead at once", script: "exit 3", introduces: false, expected: ["ended", "exit code 3"]),
        .init(testDescription: "not there", script: "no-such-tracker-here", introduces: false, expected: ["no such command"]),
        .init(
            testDescription: "garbage without end", script: "yes '?!' ", introduces: false,
            expected: ["'?!'", "no message of TraX"]),
        .init(
            testDescription: "binary garbage", script: "head -c 200000 /dev/zero; sleep 60", introduces: false,
            expected: ["within"]),
        .init(testDescription: "an unknown message", script: "echo '@@TRAX:howdy'", introduces: false, expected: ["howdy"]),
        .init(
            testDescription: "a version of the future", script: #"echo '@@TRAX:hello "trax.version=9"'; sleep 60"#,
            introduces: false,
            expected: ["version '9'"]),
        .init(
            testDescription: "depth pictures",
            script: #"echo '@@TRAX:hello "trax.version=2" "trax.channels=color;depth;"'; sleep 60"#,
            introduces: false, expected: ["color, depth"]),
        .init(testDescription: "dead when seeded", script: "read x; exit 5", expected: ["exit code 5", "where the target is"]),
        .init(testDescription: "killed when seeded", script: "read x; kill -9 $$", expected: ["signal 9"]),
        .init(testDescription: "hanging when seeded", script: "read x; sleep 60", expected: ["did not say where the target is"]),
        .init(
            testDescription: "not reading", script: "exec <&-; " + hello + "sleep 60", introduces: false,
            expected: ["does not listen"]),
        .init(testDescription: "half a box", script: #"read x; echo '@@TRAX:state "1,2,3"'; sleep 60"#, expected: ["'1,2,3'"]),
        .init(testDescription: "no box", script: "read x; echo '@@TRAX:state'; sleep 60", expected: ["expected where"]),
        .init(
            testDescription: "giving up", script: #"read x; echo '@@TRAX:quit "trax.reason=no licence"'"#,
            expected: ["'no licence'"]),
        .init(
            testDescription: "complaining", script: "read x; echo first >&2; echo 'out of memory' >&2; exit 1",
            expected: ["out of memory", "exit code 1"]),
    ]

    @Test("A peer that dies, hangs or sends nonsense gives one clear error within its time", arguments: peers)
    func badPeer(_ peer: Peer) throws {
        let began = ContinuousClock.now
        let command = (peer.introduces ? Self.hello : "") + peer.script
        let failure = #expect(throws: TraxFailure.self) {
            let factory = TraxTrackerFactory(command: command, timeLimit: .milliseconds(400))
            let tracker = try factory.tracker(for: Self.sequence(["/dev/null"]))
            _ = try tracker.initialize(on: Self.picture, region: Self.box, frame: 0)
        }
        let text = try #require(failure).description
        #expect(text.hasPrefix("trax:"))
        #expect(!text.contains("\n"))
        for words in peer.expected { #expect(text.contains(words), "\(text)") }
        #expect(ContinuousClock.now - began < .seconds(10))
    }

    @Test("All that a peer has started is ended with it")
    func groupEnds() throws {
        let folder = try ScratchFolder()
        let note = folder.file("pid")
        #expect(throws: TraxFailure.self) {
            _ = try TraxTrackerFactory(
                command: "trap '' TERM; sleep 300 & echo $! > \(note); wait", timeLimit: .milliseconds(400)
            ).tracker(for: Self.sequence([]))
        }
        let text = try #require(folder.text("pid"))
        let pid = try #require(pid_t(text.split(separator: "\n")[0]))
        // Gone, or a zombie that nobody has reaped yet; the system takes a moment after the kill.
        var state = ""
        for _ in 0..<200 {
            state = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            if state.isEmpty || state.contains(") Z ") || state.contains(") X ") { return }
            usleep(10_000)
        }
        Issue.record("\(state)")
    }

    @Test(
        "Version 1 gets picture and region in one message, version 4 apart, and other lines are passed over", arguments: [1, 4])
    func conversation(version: Int) throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "a b.png")
        let log = folder.file("log")
        let script = """
            echo loading; echo '@@TRAX:hello "trax.version=\(version)" "trax.image=path;" "trax.region=polygon;rectangle;"'
            while read -r line; do
              echo "$line" >> \(log)
              case "$line" in
                *quit*) exit 0;;
                @@TRAX:frame*) echo thinking; echo '@@TRAX:state "1,2,3,4" "confidence=0.25"';;
                *) \(version == 1 ? #"echo '@@TRAX:state "5,6,7,8,9,10"'"# : ":");;
              esac
            done
            """
        do {
            let sequence = Self.sequence([folder.file("a b.png"), folder.file("a b.png")])
            let tracker = try TraxTrackerFactory(command: script).tracker(for: sequence)
            let first = try tracker.initialize(on: Self.picture, region: Self.box, frame: 0)
            let second = try tracker.update(Self.picture, frame: 1)
            let box = Region.rect(.init(cornerX: 1, cornerY: 2, width: 3, height: 4))
            #expect(second == Prediction(region: box, confidence: 0.25))
            if version == 4 { #expect(first == second) } else { #expect(first.region?.bounds.width == 4) }
        }
        let path = try #require(realPathOf(folder.file("a b.png")))
        let region = #""10.0,20.0,30.0,40.0""#
        let expected =
            version == 1
            ? ["initialize \"file://\(path)\" \(region)", "frame \"file://\(path)\"", "quit"]
            : ["initialize \(region)", "frame \"file://\(path)\"", "frame \"file://\(path)\"", "quit"]
        #expect(folder.text("log") == expected.map { "@@TRAX:" + $0 + "\n" }.joined())
    }

    @Test("A special region says that the target is lost", arguments: ["0", "nan,nan,nan,nan", "1,2,0,0"])
    func lost(text: String) throws {
        let script = Self.hello + "read x; echo '@@TRAX:state \"\(text)\"'; read x"
        let tracker = try TraxTrackerFactory(command: script).tracker(for: Self.sequence(["/dev/null"]))
        let said = try tracker.initialize(on: Self.picture, region: Self.box, frame: 0)
        #expect(said == Prediction(region: nil, isHeld: false))
    }

    @Test("A peer that takes paths alone is given a picture of a film as a file, which is gone afterwards")
    func handover() throws {
        let folder = try ScratchFolder()
        let log = folder.file("log")
        let script =
            Self.hello + "while read -r a b c; do echo $b >> \(log); test -s \"$(echo $b | tr -d '\"' | cut -c8-)\" && "
            + "echo '@@TRAX:state \"1,2,3,4\"'; done"
        do {
            let film = EvaluationSequence(name: "film", pictures: .film("nowhere.mp4", skip: 0), truth: [.unknown, .unknown])
            let tracker = try TraxTrackerFactory(command: script, timeLimit: .seconds(5)).tracker(for: film)
            _ = try tracker.initialize(on: Self.picture, region: Self.box, frame: 0)
            _ = try tracker.update(Self.picture, frame: 1)
        }
        let paths = try #require(folder.text("log")).split(separator: "\n").map { $0.dropFirst(8).dropLast() }
        #expect(paths.count >= 2)
        for path in paths { #expect(!FileManager.default.fileExists(atPath: String(path)), "\(path)") }
    }

    static let box = Region.rect(.init(cornerX: 10, cornerY: 20, width: 30, height: 40))
    static var picture: Picture {
        get throws { try Picture(width: 64, height: 64, bgr: [UInt8](repeating: 90, count: 64 * 64 * 3)) }
    }

    static func sequence(_ paths: [String]) -> EvaluationSequence {
        EvaluationSequence(name: "clip", pictures: .files(paths), truth: [.visible(box)])
    }
}

/// The path without links.
func realPathOf(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}
