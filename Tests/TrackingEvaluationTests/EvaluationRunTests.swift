import FoundationEssentials
import Imaging
import Spaces
import Synchronization
import Testing

@testable import TrackingEvaluation

@Suite("Evaluation runs")
struct EvaluationRunTests {
    struct Stop: Error {}

    /// Runs a plan over a fresh copy of the fixture.
    private func plan(
        _ set: DataSet, _ evaluationProtocol: EvaluationProtocol = .ope,
        trackers: [any TrackerFactory] = [BrightnessTracker()]
    ) throws -> EvaluationPlan {
        try EvaluationPlan(sets: [set], trackers: trackers, protocol: evaluationProtocol, version: "test")
    }

    private static let protocols: [EvaluationProtocol] = [.ope, .sre, .tre, .vot, .anchor, .point, .tap]

    @Test("Two jobs write the bytes of one", arguments: protocols)
    func jobs(_ evaluationProtocol: EvaluationProtocol) throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(EvaluationFixture.set(in: folder), evaluationProtocol)
            var one = Evaluation(plan, in: RunFolder(folder + "/one"))
            #expect(try one.run().done == 9)
            one.jobs = 3
            var two = Evaluation(plan, in: RunFolder(folder + "/two"))
            two.jobs = 2
            #expect(try two.run().done == 9)
            let files = try EvaluationFixture.files(of: folder + "/one")
            #expect(files.count == 1 + 3 + 9)
            #expect(try EvaluationFixture.files(of: folder + "/two") == files)
        }
    }

    @Test("Interrupted at any frame and resumed, the bytes are those of an uninterrupted run")
    func resume() throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(EvaluationFixture.set(in: folder, lengths: [6, 4, 5]), .sre)
            let whole = try Evaluation(plan, in: RunFolder(folder + "/whole")).run()
            let files = try EvaluationFixture.files(of: folder + "/whole")
            for stop in [0, 1, 2, 30, 59, 60, 61, 200, whole.frames - 1] {
                let out = folder + "/stopped-\(stop)"
                let seen = Atomic<Int>(0)
                var evaluation = Evaluation(plan, in: RunFolder(out))
                #expect(throws: Stop.self) {
                    try evaluation.run(check: { if seen.add(1, ordering: .relaxed).oldValue == stop { throw Stop() } })
                }
                evaluation.resumes = true
                let outcome = try evaluation.run()
                #expect(outcome.kept + outcome.done == 9)
                #expect(stop < 70 || outcome.kept > 0)
                #expect(try EvaluationFixture.files(of: out) == files, "stopped before frame \(stop)")
            }
        }
    }

    @Test("What a killed process left half written is removed by the next that resumes")
    func stale() throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(EvaluationFixture.set(in: folder))
            var evaluation = Evaluation(plan, in: RunFolder(folder + "/out"))
            _ = try evaluation.run()
            let files = try EvaluationFixture.files(of: folder + "/out")
            // No process has this number: the largest there may be is 2²².
            try Data("half".utf8).write(to: URL(filePath: folder + "/out/results/patches/static/.airdraw-99999999-1-clip0.jsonl"))
            evaluation.resumes = true
            #expect(try evaluation.run().kept == 9)
            #expect(try EvaluationFixture.files(of: folder + "/out") == files)
        }
    }

    @Test("Results of another annotation, and those of another protocol, are not mixed in")
    func mixed() throws {
        try EvaluationFixture.inFolder { folder in
            var set = try EvaluationFixture.set(in: folder)
            var first = Evaluation(try plan(set), in: RunFolder(folder + "/out"))
            _ = try first.run()
            let again = #expect(throws: EvaluationFailure.self) { try first.run() }
            #expect(again?.help?.contains("--resume") == true)
            first.resumes = true
            #expect(try first.run().kept == 9)
            var other = Evaluation(try plan(set, .sre), in: RunFolder(folder + "/out"))
            other.resumes = true
            #expect(throws: EvaluationFailure.self) { try other.run() }
            set.sequences[0].truth[3] = .absent
            var changed = Evaluation(try plan(set), in: RunFolder(folder + "/out"))
            changed.resumes = true
            #expect(throws: EvaluationFailure.self) { try changed.run() }
        }
    }

    @Test("A file of results that was cut off is made anew")
    func cutOff() throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(EvaluationFixture.set(in: folder))
            var evaluation = Evaluation(plan, in: RunFolder(folder + "/out"))
            _ = try evaluation.run()
            let files = try EvaluationFixture.files(of: folder + "/out")
            let path = evaluation.folder.results(set: "patches", tracker: "brightness", sequence: "clip1")
            let bytes = try Data(contentsOf: URL(filePath: path))
            evaluation.resumes = true
            for count in [0, 10, bytes.count / 2, bytes.count - 1] {
                try bytes.prefix(count).write(to: URL(filePath: path))
                #expect(try evaluation.run().done == 1)
                #expect(try EvaluationFixture.files(of: folder + "/out") == files)
            }
        }
    }

    @Test("A sequence that fails is reported, the others go on, and a later run may mend it")
    func failing() throws {
        try EvaluationFixture.inFolder { folder in
            let set = try EvaluationFixture.set(in: folder)
            var evaluation = Evaluation(
                try plan(set, trackers: [BrightnessTracker(broken: "clip1")]), in: RunFolder(folder + "/out"))
            let outcome = try evaluation.run()
            #expect(outcome.failures.map(\.task.sequence) == ["clip1"])
            #expect(outcome.failures.map(\.problem) == ["the tracker broke down"])
            #expect(outcome.done == 8)
            #expect(evaluation.isComplete(), "a reason for having no results counts")
            #expect(try EvaluationFixture.files(of: folder + "/out")["failures/patches/brightness/clip1.json"] != nil)
            evaluation = Evaluation(try plan(set), in: RunFolder(folder + "/out"))
            evaluation.resumes = true
            #expect(try evaluation.run().done == 1)
            _ = try Evaluation(try plan(set), in: RunFolder(folder + "/whole")).run()
            #expect(try EvaluationFixture.files(of: folder + "/out") == EvaluationFixture.files(of: folder + "/whole"))
        }
    }

    @Test("A picture that is missing fails its sequence for the trackers that look at it")
    func missingPicture() throws {
        try EvaluationFixture.inFolder { folder in
            let set = try EvaluationFixture.set(in: folder)
            try FileManager.default.removeItem(atPath: folder + "/patches/clip2/1009.png")
            let outcome = try Evaluation(plan(set), in: RunFolder(folder + "/out")).run()
            #expect(outcome.failures.map(\.task.sequence) == ["clip2"])
            #expect(outcome.failures.first?.problem.contains("1009.png") == true)
        }
    }

    @Test("Shards join to the bytes of a single run, failures included", arguments: [1, 2, 3, 5, 12])
    func shards(_ count: Int) throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(
                EvaluationFixture.set(in: folder), .anchor, trackers: [BrightnessTracker(broken: "clip0")])
            _ = try Evaluation(plan, in: RunFolder(folder + "/whole")).run()
            var parts: [RunFolder] = []
            for number in 1...count {
                var evaluation = Evaluation(plan, in: RunFolder(folder + "/part-\(number)"))
                evaluation.shard = Shard(number, of: count)
                _ = try evaluation.run()
                #expect(evaluation.isComplete() == (count == 1))
                parts.append(evaluation.folder)
            }
            if count > 1, count <= plan.tasks.count {
                #expect(throws: EvaluationFailure.self) {
                    try ShardMerge(Array(parts.dropLast()), into: RunFolder(folder + "/no"))
                }
            }
            #expect(try ShardMerge(parts.reversed(), into: RunFolder(folder + "/all")).run() == 1)
            #expect(try EvaluationFixture.files(of: folder + "/all") == EvaluationFixture.files(of: folder + "/whole"))
            #expect(throws: EvaluationFailure.self) { try ShardMerge(parts, into: RunFolder(folder + "/all")) }
        }
    }

    @Test("Shards may share a folder, and the work is dealt out evenly")
    func sharedFolder() throws {
        try EvaluationFixture.inFolder { folder in
            let plan = try plan(EvaluationFixture.set(in: folder))
            _ = try Evaluation(plan, in: RunFolder(folder + "/whole")).run()
            var done = 0
            for number in 1...2 {
                var evaluation = Evaluation(plan, in: RunFolder(folder + "/all"))
                evaluation.shard = Shard(number, of: 2)
                done += try evaluation.run().done
                #expect(evaluation.isComplete() == (number == 2))
            }
            #expect(done == 9)
            #expect(try EvaluationFixture.files(of: folder + "/all") == EvaluationFixture.files(of: folder + "/whole"))
        }
    }

    @Test("A backward run gives the pictures of the forward one in reverse order, from files and from films")
    func backward() throws {
        try EvaluationFixture.inFolder { folder in
            let set = try EvaluationFixture.set(in: folder, lengths: [40])
            let film = folder + "/film.mkv"
            let writer = try VideoWriterFixture.write(EvaluationFixture.self, frames: 40, to: film)
            #expect(writer == 40)
            let filmed = EvaluationSequence(
                name: "film", pictures: .film(film, skip: 3), truth: Array(set.sequences[0].truth.prefix(37)))
            for sequence in [set.sequences[0], filmed] {
                let start = sequence.count - 2
                let forward = try RunPictures(of: sequence, from: 0, forward: true)
                var pictures: [[UInt8]] = []
                while let picture = try forward.next() { pictures.append(picture.bytes) }
                let backward = try RunPictures(of: sequence, from: start, forward: false)
                var reversed: [[UInt8]] = []
                while let picture = try backward.next() { reversed.append(picture.bytes) }
                #expect(reversed == pictures.prefix(start + 1).reversed())
            }
        }
    }

    @Test("Results are read as they were said, and the first prediction of a run is its seed's")
    func reading() throws {
        try EvaluationFixture.inFolder { folder in
            let set = try EvaluationFixture.set(in: folder)
            let evaluation = Evaluation(try plan(set, .anchor), in: RunFolder(folder + "/out"))
            _ = try evaluation.run()
            let file = try ResultFile(
                reading: evaluation.folder.results(set: "patches", tracker: "ground-truth", sequence: "clip2"))
            #expect(file.size == .init(width: 96, height: 64))
            #expect(file.runs.map(\.name) == ["anchor-0", "anchor-14-backward"])
            for run in file.runs.map(\.run) {
                #expect(run.predictions.count == 15)
                for (index, prediction) in run.predictions.enumerated() {
                    #expect(prediction.region == set.sequences[2].truth[run.frame(of: index)].region)
                    #expect(prediction.confidence == 1)
                }
            }
            #expect(
                try SequenceFile.read(evaluation.folder.truth(set: "patches", sequence: "clip2")).truth == set.sequences[2].truth)
        }
    }

    @Test("Built-in trackers with and without confidence give the same bytes on two threads")
    func builtIn() throws {
        try EvaluationFixture.inFolder { folder in
            let trackers = ["csrt", "mil", "bare:kcf", "bare:medianflow"].compactMap {
                (BuiltInTracker(named: $0) as (any TrackerFactory)?) ?? BareTracker(named: $0)
            }
            #expect(trackers.count == 4)
            let plan = try plan(EvaluationFixture.set(in: folder), .vot, trackers: trackers)
            _ = try Evaluation(plan, in: RunFolder(folder + "/one")).run()
            var two = Evaluation(plan, in: RunFolder(folder + "/two"))
            two.jobs = 2
            _ = try two.run()
            #expect(try EvaluationFixture.files(of: folder + "/one") == EvaluationFixture.files(of: folder + "/two"))
            let csrt = try ResultFile(reading: two.folder.results(set: "patches", tracker: "csrt", sequence: "clip0"))
            let last = try #require(csrt.runs[0].run.predictions.last?.region?.bounds.center)
            #expect(last.distance(to: EvaluationFixture.box(11).center) < 4)
        }
    }

    @Test("A seed that a tracker cannot take is a lost target and no failed sequence")
    func refusedSeed() throws {
        try EvaluationFixture.inFolder { folder in
            var set = try EvaluationFixture.set(in: folder, lengths: [5])
            set.sequences[0].truth[0] = .visible(.rect(.init(x: 10, y: 10, width: 1, height: 1)))
            let trackers: [any TrackerFactory] = try [
                #require(BuiltInTracker(named: "csrt")), #require(BareTracker(named: "bare:csrt")),
            ]
            let evaluation = Evaluation(try plan(set, trackers: trackers), in: RunFolder(folder + "/out"))
            #expect(try evaluation.run().failures.isEmpty)
            for name in ["csrt", "bare:csrt"] {
                let file = try ResultFile(reading: evaluation.folder.results(set: "patches", tracker: name, sequence: "clip0"))
                #expect(file.runs[0].run.predictions.allSatisfy { !$0.isHeld })
            }
        }
    }

    @Test("Names become parts of paths that stay in the folder")
    func names() {
        #expect(fileName("trax:python3 /opt/x.py") == "trax:python3 %2Fopt%2Fx.py")
        #expect(fileName("..") == "%2E.")
        #expect(fileName("50%") == "50%25")
        #expect(fileName("csrt") == "csrt")
    }
}
