/// Answers for recordings: `/api/library` and `/api/recordings/NAME/…`.
struct LibraryRoutes: APIRoutes {
    let library: Library
    let results: Results

    /// What the list of the library says.
    struct Listing: Encodable, Hashable, Sendable {
        /// The folder, as it was named.
        var folder: String
        var recordings: [LibraryEntry]
        var results: [ResultEntry]
    }

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        guard let question = Question(request.path) else { return nil }
        guard request.method != .post else { return .methodNotAllowed(allowed: .get) }
        return answering { () throws(LibraryFailure) in try answer(question, request) }
    }

    /// All that there is.
    ///
    /// - Throws: ``LibraryFailure`` when the folder is not there.
    func listing() throws(LibraryFailure) -> Listing {
        .init(folder: library.folder.path, recordings: try library.entries(), results: try results.folders.entries())
    }

    private func answer(_ question: Question, _ request: HTTPRequest) throws(LibraryFailure) -> HTTPAnswer {
        switch question {
        case .listing: return .json(try listing())
        case .details(let name): return .json(try library.details(of: name))
        case .timeline(let name): return .json(try library.timeline(of: name))
        case .frames(let name): return .init(content: .file(try library.frameTable(of: name), .bytes))
        case .film(let name): return .file(try library.film(of: name))
        case .cover(let name):
            let cover = try library.cover(of: name)
            return .cached(.bytes(cover.jpeg, .jpeg), tag: cover.tag, for: request)
        case .picture(let frame, let name):
            switch try library.picture(frame, of: name) {
            case .file(let path): return .file(path)
            case .jpeg(let bytes): return .bytes(bytes, .jpeg)
            }
        }
    }

    /// What an address asks for.
    private enum Question {
        case listing
        case details(String)
        case timeline(String)
        case frames(String)
        case film(String)
        case cover(String)
        case picture(Int, String)

        /// Nil for an address that is another part's.
        init?(_ path: [String]) {
            if path == ["api", "library"] {
                self = .listing
                return
            }
            guard path.count >= 3, path.starts(with: ["api", "recordings"]) else { return nil }
            let name = path[2]
            switch Array(path[3...]) {
            case []: self = .details(name)
            case ["timeline"]: self = .timeline(name)
            case ["frames"]: self = .frames(name)
            case ["film"]: self = .film(name)
            case ["cover"]: self = .cover(name)
            case let rest where rest.count == 2 && rest[0] == "pictures":
                // Digits alone: no sign, and no more than a frame can have.
                guard rest[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let frame = Int(rest[1]) else { return nil }
                self = .picture(frame, name)
            default: return nil
            }
        }
    }
}

/// Answers with a value, or with what is wrong.
func answering(_ body: () throws(LibraryFailure) -> HTTPAnswer) -> HTTPAnswer {
    do {
        return try body()
    } catch {
        return .failure(error)
    }
}

extension HTTPAnswer {
    /// Answers with what is wrong.
    static func failure(_ failure: LibraryFailure) -> HTTPAnswer {
        let status: HTTPStatus =
            switch failure.kind {
            case .missing: .notFound
            case .unusable: .unprocessable
            case .wrong: .badRequest
            case .taken: .conflict
            case .tooLarge: .contentTooLarge
            case .noRoom: .diskFull
            case .busy: .unavailable
            }
        return .failure(status, error: failure.description, help: failure.help)
    }

    /// Answers with bytes that a browser may keep, but asks for each time: nothing comes when they are the same (RFC 9110 §13.1.2).
    static func cached(_ answer: HTTPAnswer, tag: String, for request: HTTPRequest) -> HTTPAnswer {
        let quoted = "\"\(tag)\""
        let headers = [HTTPHeader(name: "ETag", value: quoted), .init(name: "Cache-Control", value: "no-cache")]
        let known = request.header("If-None-Match")?.split(separator: ",").map { $0.drop { $0 == " " } } ?? []
        if known.contains(where: { $0 == quoted || $0 == "*" || $0 == "W/" + quoted }) {
            return .init(status: .notModified, headers: headers)
        }
        var answer = answer
        answer.headers += headers
        return answer
    }
}
