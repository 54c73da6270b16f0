public import Spaces

/// What is said about a source beside its files; nil leaves it to the files.
public struct ImportSettings: Hashable, Sendable {
    /// What to call the recording.
    public var name: String?
    /// Focal lengths and principal point of every picture, pixels, in place of what the files say.
    public var intrinsics: Intrinsics?
    /// The lens, in place of what the files say.
    public var distortion: LensDistortion?
    /// The size of the pictures that the intrinsics are for, where the files do not say it; needed where there are no pictures.
    public var imageSize: PixelSize?
    /// The view, points; nil for the picture itself, a point a pixel.
    public var viewportSize: ViewSize?
    /// How the picture is turned in the view; nil for landscapeRight.
    public var orientation: InterfaceOrientation?
    /// Frames per second, where the files say no times.
    public var framesPerSecond: Double?
    /// From the centre of the tapped box to where the pen touches, view points.
    public var tipOffset: Vector<ViewSpace>?
    /// The direction of the source's world that points down; the world is turned so that it becomes −y.
    public var gravity: WorldVector?

    /// Makes settings that leave all to the files.
    public init() {}
}

/// What a film is, found by those who can decode it.
public struct FilmFacts: Hashable, Sendable {
    /// Pixels as stored.
    public var size: PixelSize
    /// Number of pictures, counted by decoding.
    public var frameCount: Int
    /// Frames per second as the container says; nil when it does not.
    public var framesPerSecond: Double?
    /// Why the film ends early; nil when it does not.
    public var cutOff: String?

    /// Makes facts.
    public init(size: PixelSize, frameCount: Int, framesPerSecond: Double? = nil, cutOff: String? = nil) {
        self.size = size
        self.frameCount = frameCount
        self.framesPerSecond = framesPerSecond
        self.cutOff = cutOff
    }
}

/// How an import asks about pictures, which this module cannot open.
public struct PictureProbe {
    /// The facts of a film at a path.
    public var film: (String) throws -> FilmFacts
    /// The size of a picture file at a path, pixels as stored.
    public var picture: (String) throws -> PixelSize

    /// Makes a probe.
    public init(film: @escaping (String) throws -> FilmFacts, picture: @escaping (String) throws -> PixelSize) {
        self.film = film
        self.picture = picture
    }
}

/// How an import went.
public struct ImportReport: Hashable, Sendable {
    /// What the source was taken for.
    public var layout: ImportLayout
    /// Number of frames in the recording.
    public var frames: Int
    /// Whether there are pictures.
    public var hasPictures: Bool
    /// What is good to know: what was not taken, and what was assumed.
    public var notes: [String]
    /// What was wrong with the source, and what was done about it.
    public var warnings: [String]
}
