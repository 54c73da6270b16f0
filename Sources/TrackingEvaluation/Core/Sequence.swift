public import Imaging
public import Spaces

/// One clip of a data set, with what is known of its target.
public struct EvaluationSequence: Hashable, Sendable {
    /// Where the pictures are.
    public enum Pictures: Hashable, Sendable {
        /// Files in their order.
        case files([String])
        /// A film; the first `skip` of its pictures do not belong to the sequence.
        case film(String, skip: Int)
    }

    /// Name, unique in its data set; it is a path component of result files.
    public var name: String
    /// Where the pictures are; as many as there are frames, or more.
    public var pictures: Pictures
    /// What the annotation says, a frame each, from the sequence's first frame on.
    public var truth: [GroundTruth]
    /// Attributes such as OTB's `OCC` or `FM`.
    public var attributes: [String]
    /// Frames from which VOT's anchor protocol runs, forward for a true value and backward for false.
    public var anchors: [(frame: Int, forward: Bool)] {
        get { anchorFrames.map { ($0.frame, $0.forward) } }
        set { anchorFrames = newValue.map { Anchor(frame: $0.frame, forward: $0.forward) } }
    }
    /// What was irregular in the files and how it was read, in sentences.
    public var notes: [String]
    /// The size of the pictures that the annotation states, pixels, for results that are judged where no pictures are; nil for most layouts.
    public var statedSize: PixelSize?
    private var anchorFrames: [Anchor] = []

    private struct Anchor: Hashable {
        var frame: Int
        var forward: Bool
    }

    /// Makes a sequence.
    public init(
        name: String, pictures: Pictures, truth: [GroundTruth], attributes: [String] = [], notes: [String] = []
    ) {
        self.name = name
        self.pictures = pictures
        self.truth = truth
        self.attributes = attributes
        self.notes = notes
    }

    /// Number of frames with an entry in the annotation.
    public var count: Int { truth.count }

    /// The pictures, from a frame on.
    ///
    /// - Parameter frame: the first one wanted, from 0.
    /// - Throws: `ImagingFailure`.
    public func open(from frame: Int = 0) throws -> any PictureSource {
        switch pictures {
        case .files(let paths): return try PictureFolder(paths: Array(paths.dropFirst(frame)))
        case .film(let path, let skip):
            let film = try VideoFile(path: path)
            for _ in 0..<(skip + frame) where try !film.skip() { break }
            return film
        }
    }
}

/// A folder of clips that was read in one of the field's layouts.
public struct DataSet: Hashable, Sendable {
    /// What to call it in tables: the folder's name.
    public var name: String
    /// The layout, by its short name such as `otb`.
    public var layout: String
    /// The folder.
    public var folder: String
    /// Its sequences, sorted by name.
    public var sequences: [EvaluationSequence]
    /// What was irregular about the set as a whole, in sentences; also the guess about its layout, when it was guessed.
    public var notes: [String]
    /// The sequences that are there and cannot be read.
    public var damaged: [DamagedSequence] = []

    /// Makes a data set.
    public init(name: String, layout: String, folder: String, sequences: [EvaluationSequence], notes: [String] = []) {
        self.name = name
        self.layout = layout
        self.folder = folder
        self.sequences = sequences
        self.notes = notes
    }
}
