internal import Imaging
internal import Spaces

/// The tracker's side of TraX: introduces a tracker, seeds it and answers each picture with a place.
///
/// A client of version 4 sends the region and the picture in messages of their own, those before in one; both are understood
/// whatever version was announced. Each target has a tracker of its own, and each picture is answered with a state for every
/// target, in their order.
public final class TraxServer {
    /// The newest version of the protocol that is spoken.
    public static let newestVersion = 4

    private let name: String
    private let version: Int
    private let channel: LineChannel
    private let makeTracker: () throws -> any EvaluatedTracker
    private let note: (String) -> Void
    private var targets: [TraxTarget] = []
    private var frame = 0

    /// Makes a server over descriptors, which stay the caller's.
    ///
    /// - Parameters:
    ///   - name: the tracker's, for the introduction.
    ///   - version: of the protocol to announce, 1…4.
    ///   - input: where the client's lines come from.
    ///   - output: where answers go.
    ///   - interrupted: asked while waiting; what it throws ends the server.
    ///   - note: takes lines that are good to know.
    ///   - tracker: makes a fresh tracker for each target.
    public init(
        name: String, version: Int = TraxServer.newestVersion, input: Int32, output: Int32,
        interrupted: @escaping () throws -> Void = {}, note: @escaping (String) -> Void = { _ in },
        tracker: @escaping () throws -> any EvaluatedTracker
    ) {
        self.name = name
        self.version = version
        self.note = note
        channel = LineChannel(input: input, output: output, interrupted: interrupted)
        makeTracker = tracker
    }

    /// Serves until the client quits or closes.
    ///
    /// - Throws: ``TraxFailure`` for a message that is none, and what the tracker or a picture throws, after the client was told.
    public func run() throws {
        do {
            try channel.send(hello.text)
            while try answer(try channel.next()) {}
        } catch LineChannel.Failure.closed {
            return
        } catch {
            let failure = (error as? TraxSyntax).map { TraxFailure(peer: "the client", $0.message) } ?? error
            // The failure is what is reported; whether the client still hears of it does not matter.
            try? channel.send(TraxMessage(.quit, properties: ["trax.reason": "\(failure)"]).text)
            throw failure
        }
    }

    private var hello: TraxMessage {
        var properties = [
            "trax.name": name, "trax.description": "", "trax.family": "AirDraw", "trax.image": "path;memory;buffer;",
            "trax.region": "rectangle;polygon;",
        ]
        if version > 1 {
            properties["trax.version"] = "\(version)"
            properties["trax.channels"] = "color;"
        }
        // The toolkit's version 0.9.0 drives trackers of one target in some of its experiments only.
        if version > 3 { properties["trax.multiobject"] = "1" }
        return TraxMessage(.hello, properties: properties)
    }

    /// Answers a line.
    ///
    /// - Returns: whether the conversation goes on.
    private func answer(_ line: [UInt8]) throws -> Bool {
        guard let message = try TraxMessage(line: line) else { return true }
        switch (message.name, message.arguments.count) {
        case (.quit, _): return false
        case (.initialize, 0): targets = []
        case (.initialize, 1): targets.append(TraxTarget(seed: try region(message.arguments[0])))
        case (.initialize, 2):
            targets = [TraxTarget(seed: try region(message.arguments[1]))]
            try follow(TraxImage.picture(message.arguments[0]))
        case (.frame, 1):
            guard !targets.isEmpty else { throw TraxSyntax("a picture came before a target was named") }
            try follow(TraxImage.picture(message.arguments[0]))
        default: throw TraxSyntax("a message that does not fit here: \(excerpt(line))")
        }
        return true
    }

    private func region(_ text: String) throws -> Region {
        guard let region = try TraxRegion.parse(text) else { throw TraxSyntax("the target has no place: \(excerpt(text.utf8))") }
        return region
    }

    private func follow(_ picture: Picture) throws {
        for target in targets {
            let prediction = try target.follow(picture, frame: frame, makeTracker, note)
            var properties: [String: String] = [:]
            if let confidence = prediction.confidence { properties["confidence"] = confidence.description }
            let place = TraxRegion.text(.rect(target.last.bounds), as: .rectangle)
            try channel.send(TraxMessage(.state, [place], properties: properties).text)
        }
        frame += 1
    }
}

/// A target that a client named, and its tracker.
private final class TraxTarget {
    /// Where it was last said to be.
    private(set) var last: Region
    private var isSeeded = false
    private var tracker: (any EvaluatedTracker)?

    init(seed: Region) { last = seed }

    /// Seeds a tracker in the first picture, and follows the target into the others.
    func follow(
        _ picture: Picture, frame: Int, _ makeTracker: () throws -> any EvaluatedTracker, _ note: (String) -> Void
    ) throws -> Prediction {
        // A target that no tracker could take stays where it was, and nobody is confident of that.
        var prediction = Prediction(region: last, confidence: 0, isHeld: false)
        if let tracker {
            prediction = try tracker.update(picture, frame: frame)
        } else if !isSeeded {
            isSeeded = true
            let fresh = try makeTracker()
            do {
                prediction = try fresh.initialize(on: picture, region: last, frame: frame)
                tracker = fresh
            } catch let failure as ImagingFailure where failure.code == .box {
                note("frame \(frame): \(failure); the box is held still")
            }
        }
        if let region = prediction.region { last = region }
        return prediction
    }
}
