/// What a reader noticed that does not stop it, such as a cut-off last line.
public typealias RecordingWarning = RecordingFailure

/// Lines of one `.jsonl` file as objects; a last line that was cut off becomes a warning.
struct LineStream {
    private let source: TextSource
    private(set) var warnings: [RecordingWarning] = []
    private var ended = false

    init(_ source: TextSource) { self.source = source }

    /// Place of the line that was given last.
    var place: Place { source.place }

    /// The next line's keys and text; nil at the end.
    mutating func next() throws(RecordingFailure) -> (fields: Fields, text: [UInt8])? {
        guard !ended, let line = try source.next() else {
            ended = true
            return nil
        }
        do {
            return (try Fields(line, place: source.place), line)
        } catch {
            guard !source.isComplete else { throw error }
            ended = true
            warnings.append(source.place.failure("the last line is cut off and was left out"))
            return nil
        }
    }
}
