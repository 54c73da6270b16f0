/// What a request's conditions and range make of a file (RFC 9110 §13 and §14).
struct FileConditions: Hashable, Sendable {
    /// What names this state of the file, in quotes.
    let tag: String
    /// When it was changed, as ``HTTPDate`` writes it.
    let changed: String
    /// Bytes of the file.
    let size: Int

    /// What is to be answered.
    enum Outcome: Hashable, Sendable {
        case whole
        case part(Range<Int>)
        case notModified
        case preconditionFailed
        case unsatisfiable
    }

    /// Judges a request, in the order of RFC 9110 §13.2.2.
    ///
    /// Dates are compared as texts: what is asked about is a date that was sent before.
    func outcome(for request: HTTPRequest) -> Outcome {
        if let match = request.header("If-Match"), !holds(match, isWeak: false) { return .preconditionFailed }
        if let none = request.header("If-None-Match") {
            if holds(none, isWeak: true) { return .notModified }
        } else if request.header("If-Modified-Since") == changed {
            return .notModified
        }
        guard request.method == .get else { return .whole }
        if let condition = request.header("If-Range"), condition != tag, condition != changed { return .whole }
        switch ByteRange(request.header("Range"), size: size) {
        case .all: return .whole
        case .part(let range): return .part(range)
        case .unsatisfiable: return .unsatisfiable
        }
    }

    private func holds(_ list: String, isWeak: Bool) -> Bool {
        list.split(separator: ",").contains { item in
            let word = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            if word == "*" { return true }
            return isWeak && word.hasPrefix("W/") ? word.dropFirst(2) == tag : word == tag
        }
    }
}
