public import AirDrawing
public import Recordings
public import SceneUnderstanding

/// One option of the command line as a page sends it: a flag has an empty value.
public struct StudioWord: Hashable, Sendable {
    /// The option's name without its dashes.
    public let name: String
    /// Its value.
    public let value: String

    /// Makes a word.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What turns the words of a page into work: the commands' own tables, so that a page and a command line cannot differ.
public protocol StudioWords: Sendable {
    /// Reads the options of `draw`, of `edit` and of what shapes look like.
    ///
    /// - Parameters:
    ///   - words: as the page sent them.
    ///   - recording: the recording's folder, as a command line names it.
    /// - Throws: ``StudioFailure`` with what the command line would say.
    func plan(_ words: [StudioWord], recording: String) throws -> any DrawPlan

    /// The endings of files that a drawing can be written to.
    var endings: [String] { get }
}

/// How a recording is drawn, what is changed in the drawing then, and what its strokes look like.
public protocol DrawPlan: Sendable {
    /// How it is drawn.
    var options: DrawOptions { get }
    /// Whether what was drawn before an interruption is left out.
    var restartsAfterInterruption: Bool { get }

    /// How the session runs.
    ///
    /// - Throws: ``StudioFailure`` when the recording cannot be drawn in.
    func configuration(for recording: Recording) throws -> SessionConfiguration

    /// What is worth knowing about where planes come from; nil when nothing is.
    func note(on session: Session) -> String?

    /// The numbers of strokes that are left out, from 1.
    func dropped(from drawing: Drawing) -> Set<Int>

    /// The drawing with the changes of `edit`.
    ///
    /// - Parameters:
    ///   - drawing: as it was drawn.
    ///   - dropping: whether strokes are left out that are to be; without, the others keep their numbers.
    /// - Throws: ``StudioFailure`` when there is no such stroke.
    func edited(_ drawing: Drawing, dropping: Bool) throws -> Drawing

    /// The lines that close `airdraw draw`.
    func summary(of drawing: Drawing) -> [String]

    /// The commonest reason why nothing was drawn and what helps; nil when there is none.
    func reason(of drawing: Drawing) -> (reason: String, cure: String?)?

    /// Writes the drawing, in the format of the file's ending.
    ///
    /// - Returns: what the command says of the file.
    /// - Throws: ``StudioFailure``, or `FileFailure` such as for a full disk; no part of a file is left.
    func write(_ drawing: Drawing, to path: String) throws -> [String]

    /// The command lines that do the same.
    ///
    /// - Parameter file: what is written; nil for `airdraw draw` without output.
    /// - Throws: ``StudioFailure`` when the ending is not known.
    func commands(writing file: String?) throws -> [String]
}
