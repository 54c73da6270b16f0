import Spaces

/// Reads `events.jsonl` line by line.
///
/// After a failure ``next()`` goes on with the next line.
public final class UserEventReader {
    private var lines: LineStream?
    private let viewportSize: ViewSize
    private var lastTime = 0.0

    init(_ source: TextSource?, viewportSize: ViewSize) {
        lines = source.map { LineStream($0) }
        self.viewportSize = viewportSize
    }

    /// What was noticed so far and did not stop the reading.
    public var warnings: [RecordingWarning] { lines?.warnings ?? [] }

    /// Where the line that was read last is.
    var place: Place { lines?.place ?? Place("") }

    /// The next event; nil at the end, and at once when the recording has none.
    ///
    /// - Throws: ``RecordingFailure`` with file, line and key.
    public func next() throws(RecordingFailure) -> UserEvent? {
        guard let (fields, _) = try lines?.next() else { return nil }
        let time = try fields.orderedTime(after: &lastTime)
        let word = try fields.required("event", try fields.word("event", EventWord.self))
        if word == .tap { return .init(time: time, kind: .tap(try tap(fields))) }
        let on = try fields.required("on", try fields.flag("on"))
        let kind: UserEvent.Kind =
            switch word {
            case .draw: .draw(on)
            case .extrude: .extrude(on)
            case .interruption, .tap: .interruption(on)
            }
        return .init(time: time, kind: kind)
    }

    private enum EventWord: String, CaseIterable { case tap, draw, extrude, interruption }

    private func tap(_ fields: Fields) throws(RecordingFailure) -> ViewPoint {
        let place = try fields.required("view", try fields.numbers("view", ["x", "y"]))
        let width = numberText(viewportSize.width)
        let height = numberText(viewportSize.height)
        guard (0...viewportSize.width).contains(place[0]), (0...viewportSize.height).contains(place[1]) else {
            throw fields.wrong(
                "view", expected: "a place in the view of \(width) × \(height) points", found: jsonText(place))
        }
        return .init(x: place[0], y: place[1])
    }
}
