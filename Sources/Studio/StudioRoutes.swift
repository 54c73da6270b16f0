/// Sends each request to the part of the studio that answers it: the page's files, three.js, or what lies behind them.
struct StudioRoutes: Routes {
    /// The page: `/` and what lies under `/page`.
    let page: ServedFolder
    /// three.js: what lies under `/three`.
    let three: ServedFolder
    /// What answers the rest; the first that knows an address answers.
    let parts: [any APIRoutes]
    /// Whether the folder with the recordings is there.
    let folder: FolderWatch

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        if let file = staticFile(request.path) {
            guard request.method != .post else { return .methodNotAllowed(allowed: .get) }
            return file
        }
        // A folder that is gone is worth a clear word, whatever was asked of it.
        if let missing = folder.missing() { return missing }
        for part in parts { if let answer = part.answer(request) { return answer } }
        return .notFound(request)
    }

    func upload(_ head: HTTPRequest) -> UploadDecision {
        if staticFile(head.path) != nil { return .refuse(.methodNotAllowed(allowed: .get)) }
        if let missing = folder.missing() { return .refuse(missing) }
        for part in parts { if let decision = part.upload(head) { return decision } }
        return .inMemory
    }

    /// The file of an address that leads to files, or that there is none; nil for any other address.
    private func staticFile(_ path: [String]) -> HTTPAnswer? {
        let file: String?
        switch path.first {
        case nil: file = page.realPath(of: ["index.html"])
        case "page": file = page.realPath(of: path.dropFirst())
        case "three": file = three.realPath(of: path.dropFirst())
        default: return nil
        }
        return file.map(HTTPAnswer.file) ?? .failure(.notFound, error: "the page has no such file", help: nil)
    }
}
