internal import Imaging
internal import Spaces

/// Makes one run: seeds a tracker and follows it through the pictures, frame by frame.
struct RunMaker {
    /// The clip.
    let sequence: EvaluationSequence
    /// Makes the tracker.
    let factory: any TrackerFactory
    /// Asked before each frame whether to stop.
    let check: () throws -> Void

    /// A picture for trackers that look at none; nil when they want to see them.
    private let blank: Picture?
    /// The size of the pictures, pixels; nil when there are none, which trackers that look at none do not need.
    let size: PixelSize?

    init(sequence: EvaluationSequence, factory: any TrackerFactory, check: @escaping () throws -> Void) throws {
        self.sequence = sequence
        self.factory = factory
        self.check = check
        if factory.readsPictures {
            size = try sequence.open().size
            blank = nil
        } else {
            size = sequence.knownSize()
            blank = try Picture(width: 1, height: 1, bgr: [0, 0, 0])
        }
    }

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - plan: what to do.
    ///   - take: gets each prediction with the sequence's frame and the seconds that it took.
    ///   - stops: says after a prediction whether the run ends there.
    func make(
        _ plan: PlannedRun, take: (Int, Prediction, Double) throws -> Void, stops: (Int, Prediction) -> Bool = { _, _ in false }
    ) throws {
        let tracker = try factory.tracker(for: sequence)
        let pictures = blank == nil ? try RunPictures(of: sequence, from: plan.start, forward: plan.forward) : nil
        let clock = ContinuousClock()
        for index in 0..<plan.length {
            try check()
            let frame = plan.forward ? plan.start + index : plan.start - index
            guard let picture = try pictures?.next() ?? blank else {
                throw SequenceFailure(
                    "there is no picture of frame \(frame), and the annotation goes on to frame \(sequence.count - 1)")
            }
            let before = clock.now
            let prediction =
                index == 0
                ? try tracker.initialize(on: picture, region: plan.seed, frame: frame) : try tracker.update(picture, frame: frame)
            try take(frame, prediction, (clock.now - before) / .seconds(1))
            if stops(frame, prediction) { break }
        }
    }
}
