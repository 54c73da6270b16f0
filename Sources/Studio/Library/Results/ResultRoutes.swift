/// Answers for evaluations: `/api/results/NAME`, and below `/results/NAME/` the evaluation's own page.
struct ResultRoutes: APIRoutes {
    let library: Library
    let results: Results

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        let path = request.path
        let isTable = path.count == 3 && path.starts(with: ["api", "results"])
        guard isTable || (path.count >= 2 && path[0] == "results") else { return nil }
        guard request.method != .post else { return .methodNotAllowed(allowed: .get) }
        return answering { () throws(LibraryFailure) in
            if isTable { return .json(try results.table(of: path[2], recordings: try library.names())) }
            let folder = try results.folders.path(of: path[1])
            guard let file = ReportFiles.file(Array(path[2...]), in: folder) else { return .notFound(request) }
            return .init(
                headers: [.init(name: "Content-Security-Policy", value: ReportFiles.policy)],
                content: .file(file.path, .init(text: file.type)))
        }
    }
}
