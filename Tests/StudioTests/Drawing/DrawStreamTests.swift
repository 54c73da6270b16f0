import AirDrawing
import FoundationEssentials
import Imaging
import Recordings
import SceneUnderstanding
import Spaces
import TestSupport
import Testing

@testable import Studio

/// What a page understands of the events.
private struct Told: Decodable {
    struct Frame: Decodable {
        let i: Int
        let o: String
        let b: [Double]?
        let w: [Double]?
        let e: Double?
        let n: [Point]?
        let r: Bool?
    }

    /// A point: the number of its stroke, its place and its plane.
    struct Point: Decodable {
        let stroke: Int
        let place: [Double]

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            stroke = try list.decode(Int.self)
            place = try (0..<3).map { _ in try list.decode(Double.self) }
        }
    }

    let frames: [Frame]
}

@Suite(.serialized) struct DrawStreamTests {
    /// All events of a stream, read as a page reads them that is sent away after so many and comes back.
    ///
    /// - Parameter findsReporter: whether the reporter of the stream before is still there then.
    private func events(
        _ pool: RunPool, _ plan: PlainPlan, batches: Int = .max, findsReporter: Bool = true
    ) throws -> [ServerEvent] {
        let recording = try drawnRecording()
        var all: [ServerEvent] = []
        var last: Int?
        var visits = 0
        while all.last?.name != "end" {
            let lease = try pool.lease(recording, plan: plan) { try times(of: recording) }
            // A reporter is left for the words that it is of.
            visits += 1
            let words = findsReporter ? [] : [StudioWord(name: "visit", value: "\(visits)")]
            let stream = try DrawStream(recording, plan: plan, words: words, lease: lease, after: last)
            defer { stream.close() }
            var count = 0
            while count < batches, let event = try stream.next() {
                guard event.name != "", event.name != "wait" else { continue }
                all.append(event)
                last = event.id.flatMap { Int($0) } ?? last
                // A page that had no frame yet begins again.
                if event.name != "start" { count += 1 }
            }
        }
        return all
    }

    private func frames(_ events: [ServerEvent]) throws -> [Told.Frame] {
        try events.filter { $0.name == "frames" }.flatMap { try JSONDecoder().decode(Told.self, from: Data($0.data.utf8)).frames }
    }

    /// What the pipeline makes of the recording in one go.
    private func drawn(_ plan: PlainPlan) throws -> (outcomes: [String], drawing: Drawing) {
        let recording = try drawnRecording()
        let session = try Session(running: recording)
        let pipeline = try DrawPipeline(session: session, options: plan.options)
        var outcomes: [String] = []
        while let frame = try pipeline.next() { outcomes.append(frame.outcome.rawValue) }
        return (outcomes, pipeline.drawing())
    }

    @Test("The stream tells each frame once, and its points are those of the drawing")
    func whole() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let plan = PlainPlan()
        let told = try events(pool, plan)
        #expect(told.first?.name == "start")
        let frames = try frames(told)
        let (outcomes, drawing) = try drawn(plan)
        #expect(frames.map(\.i) == Array(outcomes.indices))
        #expect(frames.map(\.o) == outcomes)
        // Where planes moved under points, all are told anew.
        let points = frames.reduce(into: [Told.Point]()) { points, frame in
            if frame.r == true { points = [] }
            points += frame.n ?? []
        }
        let expected = drawing.strokes.enumerated().flatMap { number, stroke in stroke.points.map { (number + 1, $0.position) } }
        #expect(points.map(\.stroke) == expected.map(\.0))
        for (point, (_, place)) in zip(points, expected) {
            #expect(WorldPoint(x: point.place[0], y: point.place[1], z: point.place[2]).distance(to: place) < 2e-6)
        }
    }

    @Test("A page that is sent away after each event and comes back hears the same", arguments: [true, false])
    func comingBack(findsReporter: Bool) throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let plan = PlainPlan.with { $0.drawRanges = [1...6] }
        func numbers(batches: Int) throws -> [Double] {
            try frames(events(pool, plan, batches: batches, findsReporter: findsReporter)).flatMap {
                [Double($0.i)] + ($0.w ?? []) + ($0.n ?? []).flatMap(\.place)
            }
        }
        #expect(try numbers(batches: 1) == numbers(batches: .max))
    }

    @Test("The box of a tap is known before anything was followed")
    func seed() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let recording = try drawnRecording()
        let plan = PlainPlan.with { $0.taps = [.init(point: .init(x: 200, y: 100), time: 1.001)] }
        let lease = try pool.lease(recording, plan: plan) { try times(of: recording) }
        let stream = try DrawStream(recording, plan: plan, words: [], lease: lease, after: nil)
        defer { stream.close() }
        let start = try #require(try stream.next())
        struct Start: Decodable {
            struct Seed: Decodable {
                let frame: Int
                let box: [Double]
            }
            let seeds: [Seed]
        }
        let told = try JSONDecoder().decode(Start.self, from: Data(start.data.utf8))
        // 30 frames a second: the first that is not earlier is the thirty-second.
        #expect(told.seeds.map(\.frame) == [31])
        #expect(told.seeds.first?.box == [190, 90, 20, 20])
    }

    @Test("Where the truth is known, the error of each frame is told: the distance of the pen from the tip, in millimetres")
    func error() throws {
        let pool = RunPool(cores: 1)
        defer { pool.stop() }
        let recording = try drawnRecording()
        let truth = try #require(try RecordingTruth(opening: recording.folder))
        let reader = try truth.frames()
        var tips: [Int: WorldPoint] = [:]
        while let frame = try reader.next() { if frame.touching == true { tips[frame.index] = frame.tipWorld } }
        var count = 0
        for frame in try frames(events(pool, PlainPlan())) {
            guard let place = frame.w, let tip = tips[frame.i] else {
                #expect(frame.e == nil)
                continue
            }
            let error = try #require(frame.e)
            #expect(abs(WorldPoint(x: place[0], y: place[1], z: place[2]).distance(to: tip) * 1000 - error) < 0.002)
            count += 1
        }
        #expect(count > 50)
    }
}
