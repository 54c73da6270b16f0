internal import Recordings
internal import Studio

/// `airdraw import` for the studio: the same table of words, and the same work.
struct StudioImports: StudioImporter {
    func check(_ request: StudioImport) throws(StudioImportFailure) { _ = try options(request) }

    func run(_ request: StudioImport, listener: any StudioImportListener) throws(StudioImportFailure) {
        let options = try options(request)
        do {
            try ImportCommand.run(options, ListeningConsole(listener))
        } catch {
            throw .init(error)
        }
    }

    private func options(_ request: StudioImport) throws(StudioImportFailure) -> ImportRequest {
        do {
            let words = request.words + ["--out=" + request.out, "--", request.source]
            let parsed = try ParsedArguments(words, of: ImportCommand.spec)
            return try Self.located(ImportCommand.options(from: parsed), request.file)
        } catch let failure as UsageFailure {
            throw .init(failure, source: request.source)
        } catch {
            throw .init(error)
        }
    }

    /// The options with the files that words name where they are: a page knows no paths.
    private static func located(_ request: ImportRequest, _ file: (String) -> String?) throws -> ImportRequest {
        func find(_ name: String) throws -> String {
            guard let path = file(name) else {
                throw CommandFailure("there is no file \(quoted(name))", help: "send it to the same import")
            }
            return path
        }
        guard case .film(var options) = request else { return request }
        if let camera = options.camera { options.camera = try find(camera) }
        if case .reference(let name, let width) = options.world {
            options.world = .reference(file: try find(name), width: width)
        }
        return .film(options)
    }
}

extension StudioImportFailure {
    /// A wrong command line.
    fileprivate init(_ failure: UsageFailure, source: String) {
        var needsPlace = false
        if case .missingOption(let options) = failure, isPlainFilm(source) {
            needsPlace = options.contains(ImportCommand.world.spec.typed)
        }
        self.init(failure.description, help: failure.help, isUsage: true, needsPlace: needsPlace)
    }

    /// Anything that stops an import.
    fileprivate init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self.init(failure.description, help: failure.help)
        case let failure as RecordingFailure:
            let bare = RecordingFailure(path: failure.path, line: failure.line, key: failure.key, problem: failure.problem)
            self.init(bare.description, help: failure.cure)
        case is Interrupted: self.init("the studio was stopped", help: "start it again, and import anew")
        default: self.init("\(error)")
        }
    }
}

/// A console whose words go to who listens to an import.
private final class ListeningConsole: Console {
    private let listener: any StudioImportListener

    init(_ listener: any StudioImportListener) { self.listener = listener }

    var dataIsTerminal: Bool { false }
    var messagesAreTerminal: Bool { false }
    func write(_ text: String) throws { listener.note(text) }
    func note(_ line: String) { listener.note(line) }
    func complain(_ line: String) { listener.note(line) }
    func showProgress(_ line: String?) {}
    func hearProgress(_ title: String, done: Int, total: Int?) { listener.progress(title, done: done, total: total) }
}
