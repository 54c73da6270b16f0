internal import Imaging
internal import Spaces

/// Starts a tracker of another program for each run and speaks TraX with it: `--tracker trax:COMMAND`.
public struct TraxTrackerFactory: TrackerFactory {
    /// `trax:` and the command.
    public let name: String
    /// The command, for the shell.
    public let command: String
    /// How long the tracker may take to introduce itself, and for each answer.
    public let timeLimit: Duration
    private let interrupted: @Sendable () throws -> Void

    /// Makes a factory.
    ///
    /// - Parameters:
    ///   - command: the tracker, as one types it.
    ///   - timeLimit: how long it may take for each answer.
    ///   - interrupted: asked while waiting; what it throws ends the run, and the tracker with it.
    public init(command: String, timeLimit: Duration = .seconds(30), interrupted: @escaping @Sendable () throws -> Void = {}) {
        self.command = command
        self.timeLimit = timeLimit
        self.interrupted = interrupted
        name = "trax:" + command
    }

    /// Starts the command.
    ///
    /// - Throws: ``TraxFailure`` when it does not introduce itself in time.
    public func tracker(for sequence: EvaluationSequence) throws -> any EvaluatedTracker {
        TraxTracker(
            client: try TraxClient(command: command, limit: timeLimit, interrupted: interrupted), pictures: sequence.pictures)
    }
}

/// A tracker of another program, as evaluation sees it.
final class TraxTracker: EvaluatedTracker {
    private let client: TraxClient
    private let pictures: EvaluationSequence.Pictures
    private var handover: PictureHandover?

    init(client: TraxClient, pictures: EvaluationSequence.Pictures) {
        self.client = client
        self.pictures = pictures
    }

    func initialize(on picture: Picture, region: Region, frame: Int) throws -> Prediction {
        try prediction(client.initialize(image: try image(picture, frame), region: region))
    }

    func update(_ picture: Picture, frame: Int) throws -> Prediction {
        try prediction(client.frame(image: try image(picture, frame)))
    }

    /// The picture as the peer takes it: best as the path of the file that it comes from.
    private func image(_ picture: Picture, _ frame: Int) throws -> String {
        let accepted = client.abilities.images
        if accepted.contains(.path), case .files(let paths) = pictures, paths.indices.contains(frame) {
            return TraxImage.text(path: try absolutePath(paths[frame]))
        }
        if let format = accepted.first(where: { $0 != .path }) { return try TraxImage.text(picture, as: format) }
        if handover == nil { handover = try PictureHandover() }
        return TraxImage.text(path: try handover?.write(picture) ?? "")
    }

    private func prediction(_ state: TraxMessage) throws -> Prediction {
        do {
            let region = try TraxRegion.parse(state.arguments[0])
            let isHeld = region.map { $0.bounds.width > 0 && $0.bounds.height > 0 } ?? false
            let confidence = state.properties["confidence"].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
            return Prediction(region: isHeld ? region : nil, confidence: confidence, isHeld: isHeld)
        } catch {
            throw client.failure(error.message)
        }
    }
}
