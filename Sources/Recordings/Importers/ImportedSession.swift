import Spaces

/// What an importer reads from a source, before times, pictures and intrinsics are brought together.
struct ImportedSession {
    /// The film's path in the source; nil when the pictures are files, or missing.
    var film: String?
    /// The frames, in the order of the source.
    var frames: [ImportedFrame]
    /// What the source's times count, such as "seconds since the device started".
    var clock: String
    /// What the world's axes follow.
    var worldAlignment: WorldAlignment
    /// The lens; nil for straight pictures.
    var distortion: LensDistortion?
    /// Whether the order of the source says nothing, and the times give it.
    var isUnordered = false
    /// What is good to know.
    var notes: [String] = []
    /// What was wrong with the source, and what was done about it.
    var warnings: [String] = []
}

/// A frame of a source.
struct ImportedFrame {
    /// Which picture a source names.
    enum Picture: Hashable {
        /// A path in the source.
        case file(String)
        /// Number of the picture in the film, from 0.
        case filmFrame(Int)
    }

    /// When, on the source's clock.
    var time: SourceTime
    /// Its picture; nil when the source has none for it.
    var picture: Picture?
    /// The camera's pose, with the axes of ARKit.
    var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>
    /// Focal lengths and principal point; nil when the source does not say.
    var intrinsics: Intrinsics?
    /// The size of the picture that the intrinsics are for; nil when the source does not say.
    var imageSize: PixelSize?
    /// The light; nil when the source does not say.
    var light: LightEstimate?
    /// How the picture was exposed; nil when the source does not say.
    var exposure: Exposure?
    /// Where it was read.
    var place: Place
}

/// Reads one layout.
protocol SourceImporter {
    /// What in a source's files gives the layout away; nil when it is another one.
    static func evidence(in source: ImportSource) -> String?

    /// Reads all but the pictures.
    static func read(_ source: ImportSource, _ settings: ImportSettings) throws -> ImportedSession
}

/// "1 frame", "2 frames".
func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

/// "640 × 480".
func sizeText(_ size: PixelSize) -> String { "\(numberText(size.width)) × \(numberText(size.height))" }
