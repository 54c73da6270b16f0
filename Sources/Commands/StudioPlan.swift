internal import AirDrawing
internal import Recordings
internal import SceneUnderstanding
internal import Studio

/// Reads the words of a page with the tables of `draw`, `edit` and `export`.
struct CommandWords: StudioWords {
    let endings = MeshOutput.endings + ["json"]

    func plan(_ words: [StudioWord], recording: String) throws -> any DrawPlan {
        try telling { try CommandPlan(words, recording: recording) }
    }
}

/// A drawing as the commands would make it.
private struct CommandPlan: DrawPlan {
    let options: DrawOptions
    private let request: DrawRequest
    private let edit: EditOptions?
    private let shapes: MeshOutput
    private let lines: CommandLines

    init(_ words: [StudioWord], recording: String) throws {
        lines = try CommandLines(words, recording: recording)
        request = try DrawCommand.options(from: .init(lines.draw.words + ["--", recording], of: DrawCommand.spec))
        options = request.options
        edit =
            lines.edit.words.isEmpty
            ? nil : try EditCommand.options(from: .init(lines.edit.words + ["--", "drawing.json"], of: EditCommand.spec))
        shapes = try ExportCommand.options(
            from: .init(lines.style.words + ["--out=drawing.obj", "--", "drawing.json"], of: ExportCommand.spec)
        ).shapes
    }

    var restartsAfterInterruption: Bool { request.afterInterruption == .restart }

    func configuration(for recording: Recording) throws -> SessionConfiguration {
        try telling { try request.configuration(for: recording) }
    }

    func note(on session: Session) -> String? { request.note(on: session) }

    func dropped(from drawing: Drawing) -> Set<Int> {
        var dropped = Set(edit?.drops ?? [])
        if edit?.undoesLast == true { dropped.insert(drawing.strokes.count) }
        return dropped
    }

    func edited(_ drawing: Drawing, dropping: Bool) throws -> Drawing {
        guard var edit, !drawing.strokes.isEmpty else { return drawing }
        if !dropping {
            edit.drops = []
            edit.undoesLast = false
        }
        return try telling {
            var editor = DrawingEditor(drawing, path: drawing.name)
            try editor.apply(edit)
            return editor.drawing
        }
    }

    func summary(of drawing: Drawing) -> [String] { DrawSummary(drawing).lines }

    func reason(of drawing: Drawing) -> (reason: String, cure: String?)? {
        let summary = DrawSummary(drawing)
        return summary.reason.map { ($0, summary.cure) }
    }

    func write(_ drawing: Drawing, to path: String) throws -> [String] {
        let console = CollectingConsole()
        try telling {
            if path.lowercased().hasSuffix(".json") {
                try drawing.write(to: path)
                try console.writeLine("\(path): the drawing")
            } else {
                try shapes.write(drawing, to: path, console)
            }
        }
        return console.lines
    }

    func commands(writing file: String?) -> [String] { lines.commands(writing: file) }
}

/// Runs a step of a command, and says what goes wrong as the command would.
private func telling<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let failure as UsageFailure {
        throw StudioFailure("\(failure)", cure: failure.help)
    } catch let failure as CommandFailure {
        throw StudioFailure(failure.description, cure: failure.help)
    }
}
