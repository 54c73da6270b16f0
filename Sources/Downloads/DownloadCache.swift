private import Files

/// Fetched files in a folder: the bytes under their SHA-256, and for each address which bytes it had last.
///
/// Nothing that goes wrong here is an error: what cannot be kept is fetched again.
struct DownloadCache: Sendable {
    let folder: String

    init(_ folder: String) { self.folder = folder }

    /// What was kept of an address.
    struct Entry {
        var bytes: [UInt8]
        /// Where it came from after redirects.
        var url: String
        /// The header that asks whether it is still the same.
        var condition: String
    }

    private func place(ofContent sum: String) -> String { "\(folder)/content/\(sum)" }

    private func place(ofAddress url: String) -> String { "\(folder)/addresses/\(SHA256.hex(of: Array(url.utf8)))" }

    /// What was kept of an address; nil where nothing was, or it is damaged, or the server gave no way to ask.
    func entry(of url: String) -> Entry? {
        // A file that is not there, or cannot be read, is one that was not kept.
        guard let text = try? readFile(place(ofAddress: url), upTo: 1 << 14) else { return nil }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        guard lines.count >= 4, lines[0] == url, let bytes = try? readFile(place(ofContent: lines[1]), upTo: 1 << 30),
            SHA256.hex(of: bytes) == lines[1]
        else { return nil }
        return Entry(bytes: bytes, url: lines[2], condition: lines[3])
    }

    func keep(_ bytes: [UInt8], of url: String, from final: String, etag: String, modified: String) {
        let condition: String
        if !etag.isEmpty {
            condition = "If-None-Match: \(etag)"
        } else if !modified.isEmpty {
            condition = "If-Modified-Since: \(modified)"
        } else {
            return
        }
        let sum = SHA256.hex(of: bytes)
        let fields = [url, sum, final, condition]
        guard !fields.contains(where: { $0.contains("\n") || $0.contains("\r") }) else { return }
        write(bytes, to: place(ofContent: sum))
        write(Array(fields.joined(separator: "\n").utf8), to: place(ofAddress: url))
    }

    private func write(_ bytes: [UInt8], to path: String) {
        do {
            try makeFolders(for: path)
            let file = try AtomicFile(path: path)
            file.write(bytes)
            try file.commit()
        } catch {
            // A cache that cannot be written is none: the disk may be full, or the home not ours.
        }
    }
}
