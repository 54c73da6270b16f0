internal import Files

/// The files of an evaluation that its own page is made of.
enum ReportFiles {
    /// The page.
    static let page = "report.html"

    /// What the browser may do with the page: show it with its styles and pictures, and nothing else; no script, no address, no form.
    ///
    /// The page comes from a folder that anybody may have written, so it lives in an origin of its own.
    static let policy =
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
        + "base-uri 'none'; frame-ancestors 'self'"

    /// The file that a path below an evaluation's address names, and its type; nil when pages have no business with it.
    ///
    /// - Parameters:
    ///   - path: the parts after the evaluation's name; none for the page.
    ///   - folder: of the evaluation.
    static func file(_ path: [String], in folder: String) -> (path: String, type: String)? {
        let relative = path.isEmpty ? page : path.joined(separator: "/")
        let ending = relative.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard path.count <= 3, let type = types[ending], let file = LibraryFolder(folder).regularFile(relative) else {
            return nil
        }
        return (file, type)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "svg": "image/svg+xml", "csv": "text/csv; charset=utf-8", "json": "application/json",
        "jsonl": "text/plain; charset=utf-8",
    ]
}
