internal import AirDrawing
internal import Recordings
internal import Spaces

/// What a player must know of a recording before it shows it.
struct RecordingDetails: Encodable, Hashable, Sendable {
    /// The film, where the pictures are in one.
    struct Film: Encodable, Hashable, Sendable {
        /// Its address.
        var url: String
        /// Its length.
        var bytes: Int
        /// Pictures a second as the film itself says, by which a player finds picture N at N / rate seconds; nil when it cannot be known.
        @NullWhenNil var rate: Double?
    }

    /// The folder's name, by which it is asked for.
    var name: String
    /// What the recording calls itself.
    var title: String
    /// Where it came from; nil when not said.
    @NullWhenNil var source: String?
    /// The terms it may be used under; nil when not said.
    @NullWhenNil var license: String?
    /// Seconds from the first to the last frame.
    var seconds: Double
    /// Number of frames.
    var frames: Int
    /// Frames a second; nil with fewer than two frames.
    @NullWhenNil var rate: Double?
    /// Width and height of the camera's picture, pixels.
    var image: [Double]
    /// Width and height of the view, points.
    var view: [Double]
    /// How the view lies.
    var orientation: InterfaceOrientation
    /// The map from the normalized picture to the normalized view: a, b, c, d, tx, ty of a `CGAffineTransform`.
    var viewFromImage: [Double]
    /// The lens: k1, k2, p1, p2, k3; nil for straight pictures.
    @NullWhenNil var distortion: [Double]?
    /// Side of the box round a tap when nobody says one, view points.
    var usualBox: Double
    /// The film; nil when the pictures are files, or there are none.
    @NullWhenNil var film: Film?
    /// What the address of a frame's picture begins with, before its number; nil without pictures.
    @NullWhenNil var pictures: String?
    /// The taps.
    var taps: [UserSpans.Tap]
    /// Begin and end of each span with the pen down, seconds.
    var draws: [[Double]]
    /// Begin and end of each span in which the drawing was raised, seconds.
    var extrudes: [[Double]]
    /// Begin and end of each span in which the session stood still, seconds.
    var interruptions: [[Double]]
    /// Whether planes were recorded.
    var planesRecorded: Bool
    /// Whether the truth is known.
    var truth: Bool
    /// The address of the table of frames.
    var framesUrl: String
    /// The address of the time line.
    var timelineUrl: String
    /// From the centre of the tapped box to the pen's tip, view points; nil when not known.
    @NullWhenNil var tip: [Double]?
    /// What it has, as in the list.
    var holds: [String]
    /// What it lacks, as in the list.
    var lacks: [String]
    /// Why its pictures cannot be shown or followed; nil when they can.
    var problem: String?

    /// Gathers the facts.
    ///
    /// - Parameters:
    ///   - name: the folder's name.
    ///   - facts: from the recording's text.
    ///   - spans: what the user did.
    ///   - film: the film.
    ///   - problem: why its pictures cannot be shown.
    init(name: String, facts: RecordingFacts, spans: UserSpans, film: Film?, problem: String?) {
        let header = facts.header
        let map = displayTransform(
            imageSize: header.imageSize, orientation: header.orientation, viewport: header.viewportSize)
        self.name = name
        title = header.name
        source = header.source
        license = header.license
        seconds = facts.summary.duration
        frames = facts.summary.frames
        rate = facts.summary.rate
        image = [header.imageSize.width, header.imageSize.height]
        view = [header.viewportSize.width, header.viewportSize.height]
        orientation = header.orientation
        viewFromImage = [map.a, map.b, map.c, map.d, map.tx, map.ty]
        distortion = header.distortion.map { [$0.k1, $0.k2, $0.p1, $0.p2, $0.k3] }
        usualBox = header.viewport.usualBoxSize
        self.film = film
        pictures = header.pictures == .none ? nil : Address.recording(name, "pictures/")
        taps = spans.taps
        draws = spans.draws
        extrudes = spans.extrudes
        interruptions = spans.interruptions
        planesRecorded = facts.summary.planesAdded > 0
        truth = facts.holds.contains("truth")
        framesUrl = Address.recording(name, "frames")
        timelineUrl = Address.recording(name, "timeline")
        tip = header.tipOffset.map { [$0.dx, $0.dy] }
        holds = facts.holds
        lacks = facts.lacks
        self.problem = problem
    }
}
