internal import Imaging

/// What happened to an import so far, numbered, so that a page that comes again hears what it has missed.
///
/// Of progress only the last is kept, and of notes the last ``mostNotes``.
struct ImportEvents: Sendable {
    /// The most notes that are kept.
    static let mostNotes = 500

    /// Something that happened.
    enum What: Hashable, Sendable {
        case progress(title: String, done: Int, total: Int?)
        case note(String)
        case done(name: String)
        case failed(error: String, help: String?)

        /// Whether nothing comes after it.
        var isLast: Bool {
            switch self {
            case .done, .failed: true
            case .progress, .note: false
            }
        }
    }

    private var kept: [(number: Int, what: What)] = []
    private var count = 0

    /// Adds what happened.
    mutating func add(_ what: What) {
        count += 1
        if case .progress = what {
            kept.removeAll { if case .progress = $0.what { true } else { false } }
        } else if kept.count >= Self.mostNotes {
            kept.removeFirst()
        }
        kept.append((count, what))
    }

    /// Forgets how it ended, because it begins anew; numbers go on.
    mutating func restart() { kept.removeAll() }

    /// The first thing that happened after a number; nil when nothing did.
    func next(after number: Int) -> (number: Int, what: What)? { kept.first { $0.number > number } }
}

extension ServerEvent {
    /// What happened to an import, as a page hears it.
    ///
    /// - Throws: `EncodingError`.
    init(_ number: Int, _ what: ImportEvents.What) throws {
        struct Progress: Encodable {
            var title: String
            var done: Int
            @NullWhenNil var total: Int?
        }
        struct Note: Encodable { var text: String }
        struct Done: Encodable { var name: String }
        struct Failed: Encodable {
            var error: String
            @NullWhenNil var help: String?
        }
        let id = "\(number)"
        switch what {
        case .progress(let title, let done, let total):
            try self.init(name: "progress", id: id, json: Progress(title: title, done: done, total: total))
        case .note(let text): try self.init(name: "note", id: id, json: Note(text: text))
        case .done(let name): try self.init(name: "done", id: id, json: Done(name: name))
        case .failed(let error, let help): try self.init(name: "failed", id: id, json: Failed(error: error, help: help))
        }
    }
}

/// The events of an import, for one page.
final class ImportEventStream: EventStream {
    private let desk: ImportDesk
    private let id: String
    private let place: Monitor<(number: Int, isOver: Bool)>

    init(desk: ImportDesk, id: String, after number: Int) {
        self.desk = desk
        self.id = id
        place = Monitor((number, false))
    }

    func next() throws -> ServerEvent? {
        let (number, isOver) = place.change { $0 }
        guard !isOver else { return nil }
        guard let event = try desk.event(of: id, after: number, seconds: 0.5) else { return .keepAlive }
        place.change { $0 = (event.number, event.what.isLast) }
        return try ServerEvent(event.number, event.what)
    }

    func close() {}
}
