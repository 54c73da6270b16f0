import FoundationEssentials
import Glibc
import Imaging
import Spaces
import Testing

@testable import TrackingEvaluation

/// Conversations with the reference library, the Python package vot-trax.
///
/// `AIRDRAW_TRAX_PYTHON` names a Python that has it; the tests are skipped, and say so, without it.
private let python = ProcessInfo.processInfo.environment["AIRDRAW_TRAX_PYTHON"]

@Suite(.serialized, .enabled(if: python != nil, "AIRDRAW_TRAX_PYTHON names no Python with vot-trax"))
struct ReferenceTraxTests {
    @Test(
        "A tracker of the reference library is driven, with files, pixels and encoded pictures",
        arguments: ["PATH", "MEMORY", "BUFFER"])
    func referenceServer(format: String) throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import trax
            with trax.Server([trax.Region.RECTANGLE], [trax.Image.\(format)], tracker_name="reference") as server:
                box, steps = None, 0
                while True:
                    request = server.wait()
                    if request.type == trax.TraxStatus.QUIT: break
                    if request.type == trax.TraxStatus.INITIALIZE: box, steps = request.objects[0][0].bounds(), 0
                    else: steps += 1
                    image = list(request.image.values())[0]
                    if "\(format)" == "MEMORY": assert image.array().shape == (64, 64, 3), image.array().shape
                    x, y, w, h = box
                    server.status([(trax.Rectangle.create(x + steps, y, w, h), {"confidence": 1 / (1 + steps)})])

            """, to: "server.py")
        let picture = try TraxClientTests.picture
        try picture.write(to: folder.file("a.png"))
        let sequence = TraxClientTests.sequence([folder.file("a.png"), folder.file("a.png"), folder.file("a.png")])
        let tracker = try TraxTrackerFactory(command: "exec \(python ?? "") \(folder.file("server.py"))", timeLimit: .seconds(20))
            .tracker(for: sequence)
        for _ in 0..<2 {
            let first = try tracker.initialize(on: picture, region: TraxClientTests.box, frame: 0)
            #expect(first == Prediction(region: TraxClientTests.box, confidence: 1))
            let second = try tracker.update(picture, frame: 1)
            #expect(second == Prediction(region: TraxClientTests.box.moved(by: .init(dx: 1, dy: 0)), confidence: 0.5))
        }
    }

    @Test("The reference library's client drives our server in every version", arguments: [1, 2, 3, 4])
    func referenceClient(version: Int) throws {
        let folder = try ScratchFolder()
        try TraxClientTests.picture.write(to: folder.file("a.png"))
        try folder.write(
            """
            import os, sys
            import numpy
            from trax.client import Client
            from trax.image import FileImage, MemoryImage, BufferImage
            from trax.region import Rectangle, Polygon
            path = "\(folder.path)/"
            to = open(path + "to-server", "wb", buffering=0)
            back = open(path + "to-client", "rb", buffering=0)
            client = Client(stream=(to.fileno(), back.fileno()), log=lambda text: None)
            out = open(path + "said", "w")
            def say(answer):
                for region, properties in answer[0]: print(region.bounds(), properties.get("confidence"), file=out)
            file = {"color": FileImage.create(path + "a.png")}
            pixels = {"color": MemoryImage.create(numpy.zeros((64, 64, 3), numpy.uint8))}
            data = {"color": BufferImage.create(open(path + "a.png", "rb").read())}
            say(client.initialize(file, [(Rectangle.create(10, 20, 30, 40), {})], {}))
            say(client.frame(pixels, {}, []))
            say(client.frame(data, {}, []))
            say(client.initialize(file, [(Polygon.create([(0, 0), (10, 0), (10, 12), (0, 12)]), {})], {}))
            client.quit()
            """, to: "client.py")
        let (toServer, toClient) = (folder.file("to-server"), folder.file("to-client"))
        for pipe in [toServer, toClient] { try #require(unsafe mkfifo(pipe, 0o600) == 0) }
        let client = try ChildProcess(command: "exec \(python ?? "") \(folder.file("client.py")) 2> \(folder.file("errors"))")
        let input = unsafe open(toServer, O_RDONLY)
        let output = unsafe open(toClient, O_WRONLY)
        try TraxServer(name: "walker", version: version, input: input, output: output) { TraxServerTests.Walker() }.run()
        close(input)
        close(output)
        #expect(client.wait(atMost: .seconds(20)))
        #expect(folder.text("errors") == "")
        #expect(
            folder.text("said") == """
                (10.0, 20.0, 30.0, 40.0) 1.0
                (11.0, 20.0, 30.0, 40.0) 0.5
                (12.0, 20.0, 30.0, 40.0) 0.3333333333333333
                (0.0, 0.0, 10.0, 12.0) 1.0

                """)
    }
}
