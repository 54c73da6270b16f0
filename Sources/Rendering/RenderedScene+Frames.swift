public import AirDrawing
internal import Meshes
internal import ObjectTracking
internal import Recordings
public import SceneUnderstanding
public import Spaces

extension RenderedScene {
    /// Colours that say how sure a tracker is.
    enum Mood {
        static let sure = Colour(red: 0.24, green: 0.86, blue: 0.35)
        static let unsure = Colour(red: 0.98, green: 0.67, blue: 0.16)
        static let gone = Colour(red: 1.00, green: 0.33, blue: 0.30)
        static let calm = Colour(red: 1, green: 1, blue: 1)
    }

    /// Makes the scene of a session's frame: its light and its state in words, without anything to see yet.
    public init(_ frame: FrameScene) {
        light = frame.lightEstimate
        let (words, colour): (String, Colour) =
            if frame.isInterrupted {
                ("interrupted", Mood.gone)
            } else if let advice = frame.advice {
                (advice.sentence, Mood.unsure)
            } else {
                switch frame.trackingState {
                case .normal: ("tracking", Mood.calm)
                case .limited(let reason): (reason.words, Mood.unsure)
                case .notAvailable: ("no tracking", Mood.gone)
                }
            }
        status = StatusBar(left: Self.clock(frame.timestamp), right: words, colour: colour)
    }

    /// Adds what the pipeline saw of the finger: box with confidence, pen, and what became of the frame in words.
    ///
    /// - Parameters:
    ///   - frame: of the pipeline.
    ///   - viewport: picture and view.
    ///   - gate: confidence under which nothing is drawn.
    ///   - points: how many points were placed so far.
    public mutating func add(_ frame: DrawnFrame, viewport: Viewport, gate: Double, points: Int) {
        let colour =
            if let confidence = frame.confidence, let state = frame.state {
                state == .lost ? Mood.gone : confidence >= gate ? Mood.sure : Mood.unsure
            } else {
                Mood.calm
            }
        if let box = frame.box {
            let words = frame.confidence.map { "\(Int(($0 * 100).rounded())) %" }
            marks.append(.box(viewport.viewFromPixel(box), colour: colour, words: words))
        }
        if let pen = frame.pen {
            marks.append(.cross(pen, colour: Mood.calm))
            if frame.world != nil { marks.append(.ring(pen, radius: 5, colour: colour)) }
        }
        let count = points == 1 ? "1 point" : "\(points) points"
        status = StatusBar(
            left: Self.clock(frame.session.timestamp) + "   " + count,
            right: frame.outcome.words + (frame.state == .reacquired ? " (found again)" : ""),
            colour: colour)
    }

    /// Adds lines that count what a frame has.
    public mutating func addStatistics(of frame: FrameScene) {
        func number(_ value: Double, _ places: Int) -> String {
            let scale = places == 0 ? 1.0 : 100.0
            let whole = Int((abs(value) * scale).rounded())
            let sign = value < 0 && whole > 0 ? "-" : ""
            guard places > 0 else { return sign + "\(whole)" }
            return sign + "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
        }
        var words = [
            "frame \(frame.index)", frame.planes.count == 1 ? "1 plane" : "\(frame.planes.count) planes",
        ]
        if !frame.rawFeaturePoints.isEmpty {
            words.append("\(frame.rawFeaturePoints.count) feature points")
        }
        notes.append(words.joined(separator: ", "))
        let p = frame.camera.position
        if p.isFinite, max(abs(p.x), abs(p.y), abs(p.z)) < 1e6 {
            notes.append("camera \(number(p.x, 2)), \(number(p.y, 2)), \(number(p.z, 2)) m")
        }
        if let intensity = frame.lightEstimate?.ambientIntensity {
            let kelvin = frame.lightEstimate?.ambientColorTemperature.map { ", \(number($0, 0)) K" } ?? ""
            notes.append("light \(number(intensity, 0)) lm" + kelvin)
        }
    }

    /// A time as the bar shows it.
    static func clock(_ seconds: Double) -> String {
        let hundredths = Int((seconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }
}

extension TrackingState.Reason {
    /// The reason in words.
    fileprivate var words: String {
        switch self {
        case .initializing: "session starts"
        case .excessiveMotion: "moving too fast"
        case .insufficientFeatures: "too little to see"
        case .relocalizing: "looking for its place"
        }
    }
}
