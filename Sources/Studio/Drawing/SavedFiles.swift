/// Answers for files that were saved: `/api/files/NAME`, to download.
struct SavedFiles: APIRoutes {
    let folder: LibraryFolder
    /// The endings of files that are given out.
    let endings: [String]

    func answer(_ request: HTTPRequest) -> HTTPAnswer? {
        guard request.path.count == 3, request.path.starts(with: ["api", "files"]) else { return nil }
        guard request.method != .post else { return .methodNotAllowed(allowed: .get) }
        let name = request.path[2]
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        // What lies beside a mesh belongs to it.
        guard (endings + ["mtl", "png"]).contains(ending), let path = folder.regularFile(name) else {
            return .failure(.notFound, error: "there is no file \(name) here", help: "save it again")
        }
        var answer = HTTPAnswer.file(path)
        answer.headers.append(
            .init(name: "Content-Disposition", value: "attachment; filename*=UTF-8''" + Address.component(name)))
        return answer
    }
}
