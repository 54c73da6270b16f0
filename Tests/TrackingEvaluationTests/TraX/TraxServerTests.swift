import FoundationEssentials
import Glibc
import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

/// The server, spoken to line by line and by our own client.
@Suite(.serialized) struct TraxServerTests {
    /// A tracker that moves its box by one pixel a frame, and knows how far it is.
    final class Walker: EvaluatedTracker {
        private var box = Region.rect(.init(cornerX: 0, cornerY: 0, width: 0, height: 0))
        private var steps = 0.0

        func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction {
            guard region.bounds.width >= 8 else { throw ImagingFailure(.box, "walker", "the box is too small") }
            box = region
            return Prediction(region: box, confidence: 1)
        }

        func update(_ picture: Picture, frame: Int) throws -> Prediction {
            box = box.moved(by: .init(dx: 1, dy: 0))
            steps += 1
            return Prediction(region: box, confidence: 1 / (1 + steps))
        }
    }

    /// What a server answers to lines, and the failure that ends it.
    private func answers(to lines: [String], version: Int = 4) throws -> (lines: [String], failure: (any Error)?) {
        let folder = try ScratchFolder()
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "in")
        let input = unsafe open(folder.file("in"), O_RDONLY)
        let output = unsafe open(folder.file("out"), O_WRONLY | O_CREAT, 0o600)
        defer {
            close(input)
            close(output)
        }
        let server = TraxServer(name: "walker", version: version, input: input, output: output) { Walker() }
        var failure: (any Error)?
        do { try server.run() } catch let problem { failure = problem }
        return ((folder.text("out") ?? "").split(separator: "\n").map(String.init), failure)
    }

    private static let image = "image:3;2;rgb;AQIDAAAAAAAAAAAAAAAAyGQy"

    @Test("A client of version 4 is answered once for each picture and target")
    func newest() throws {
        let (lines, failure) = try answers(to: [
            #"@@TRAX:initialize "10,20,30,40""#, "@@TRAX:frame \"\(Self.image)\"", "some other line",
            "@@TRAX:frame \"\(Self.image)\"", #"@@TRAX:initialize "50,60,30,40""#, "@@TRAX:frame \"\(Self.image)\"",
            "@@TRAX:initialize ", #"@@TRAX:initialize "0,0,10,0,10,10,0,10""#, "@@TRAX:frame \"\(Self.image)\"", "@@TRAX:quit",
            "@@TRAX:frame \"never answered\"",
        ])
        #expect(failure == nil)
        #expect(lines.first?.hasPrefix("@@TRAX:hello ") == true)
        #expect(lines.first?.contains("\"trax.version=4\"") == true)
        #expect(
            Array(lines.dropFirst()) == [
                #"@@TRAX:state "10.0,20.0,30.0,40.0" "confidence=1.0""#, #"@@TRAX:state "11.0,20.0,30.0,40.0" "confidence=0.5""#,
                #"@@TRAX:state "12.0,20.0,30.0,40.0" "confidence=0.3333333333333333""#,
                #"@@TRAX:state "50.0,60.0,30.0,40.0" "confidence=1.0""#, #"@@TRAX:state "0.0,0.0,10.0,10.0" "confidence=1.0""#,
            ])
    }

    @Test("A client of version 1 gives picture and region together, and a seed ends the one before")
    func oldest() throws {
        let (lines, failure) = try answers(
            to: [
                "@@TRAX:initialize \"\(Self.image)\" \"10,20,30,40\"", "@@TRAX:frame \"\(Self.image)\"",
                "@@TRAX:initialize \"\(Self.image)\" \"1,2,30,40\"",
            ], version: 1)
        #expect(failure == nil, "a client that closes without a word is no failure")
        #expect(lines.first?.contains("version") == false)
        #expect(
            Array(lines.dropFirst()) == [
                #"@@TRAX:state "10.0,20.0,30.0,40.0" "confidence=1.0""#, #"@@TRAX:state "11.0,20.0,30.0,40.0" "confidence=0.5""#,
                #"@@TRAX:state "1.0,2.0,30.0,40.0" "confidence=1.0""#,
            ])
    }

    @Test("A peer that takes polygons is given them, and another the box round them")
    func polygons() {
        let polygon = Region.polygon([.init(x: 0, y: 0), .init(x: 9, y: 0), .init(x: 5, y: 9)])
        var abilities = TraxClient.Abilities()
        #expect(abilities.format(of: polygon) == .rectangle)
        abilities.regions = [.rectangle, .polygon]
        #expect(abilities.format(of: polygon) == .polygon)
        #expect(abilities.format(of: TraxClientTests.box) == .rectangle)
        abilities.regions = [.mask]
        #expect(abilities.format(of: polygon) == .mask)
    }

    @Test("A box that no tracker can take is held still without confidence")
    func smallBox() throws {
        let (lines, failure) = try answers(to: [
            #"@@TRAX:initialize "10,20,3,4""#, "@@TRAX:frame \"\(Self.image)\"", "@@TRAX:frame \"\(Self.image)\"",
        ])
        #expect(failure == nil)
        #expect(lines.dropFirst() == [#"@@TRAX:state "10.0,20.0,3.0,4.0" "confidence=0.0""#, lines[1]])
    }

    @Test(
        "Nonsense is answered with quit and a reason",
        arguments: [
            "@@TRAX:frame \"\(image)\"", "@@TRAX:howdy", #"@@TRAX:initialize "1,2,3""#, "@@TRAX:state \"1,2,3,4\"",
            "@@TRAX:initialize \"file:///nowhere.png\" \"1,2,30,40\"", "@@TRAX:initialize \"0\"",
        ])
    func nonsense(_ line: String) throws {
        let (lines, failure) = try answers(to: [line])
        #expect(failure != nil)
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("@@TRAX:quit \"trax.reason=") == true)
    }

    @Test("Client and server understand each other in every version", arguments: [1, 2, 3, 4])
    func together(version: Int) throws {
        let folder = try ScratchFolder()
        let (toServer, toClient) = (folder.file("to-server"), folder.file("to-client"))
        for pipe in [toServer, toClient] { try #require(unsafe mkfifo(pipe, 0o600) == 0) }
        let thread = try #require(
            JoinableThread {
                let input = unsafe open(toServer, O_RDONLY)
                let output = unsafe open(toClient, O_WRONLY)
                let server = TraxServer(name: "walker", version: version, input: input, output: output) { Walker() }
                // What goes wrong here is seen by the client.
                try? server.run()
                close(input)
                close(output)
            })
        do {
            let film = EvaluationSequence(name: "film", pictures: .film("nowhere.mp4", skip: 0), truth: [])
            // What comes is sent on to the server, what it says is sent back.
            let factory = TraxTrackerFactory(command: "cat '\(toClient)' & exec cat > '\(toServer)'", timeLimit: .seconds(10))
            let tracker = try factory.tracker(for: film)
            for _ in 0..<2 {
                #expect(
                    try tracker.initialize(on: TraxClientTests.picture, region: TraxClientTests.box, frame: 0)
                        == Prediction(region: TraxClientTests.box, confidence: 1))
                #expect(
                    try tracker.update(TraxClientTests.picture, frame: 1)
                        == Prediction(region: TraxClientTests.box.moved(by: .init(dx: 1, dy: 0)), confidence: 0.5))
            }
        }
        thread.join()
    }
}
