internal import CCurl
private import Files

/// Something that was fetched.
public struct Download: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Where it came from after redirects; relative addresses in it count from there.
    public let url: String
    /// What the server calls it, such as `image/png`; empty where it says nothing, or the bytes were kept.
    public let type: String
    /// Whether the server said that what was kept is still as it was, and sent nothing.
    public let isFromCache: Bool
}

/// Fetches files over HTTP and HTTPS, with limits on everything.
///
/// What was fetched is kept under its content (SHA-256), so that the same picture at two addresses is kept once; the server is asked
/// each time whether it changed, where it gave a way to ask.
public struct Downloader: Sendable {
    /// What is accepted of a server.
    public struct Limits: Hashable, Sendable {
        /// Bytes of one file.
        public var bytes = 32 << 20
        /// Seconds until there is a connection.
        public var connectSeconds = 10.0
        /// Seconds until all is there.
        public var totalSeconds = 30.0
        /// How often a server may send on to another address.
        public var redirects = 5

        /// Makes the limits that hold unless others are asked for.
        public init() {}
    }

    /// What is accepted.
    public var limits: Limits
    private let cache: DownloadCache?

    /// Makes a downloader.
    ///
    /// - Parameters:
    ///   - limits: what is accepted.
    ///   - cacheFolder: where files are kept; nil for nowhere. It is made when it is needed.
    public init(limits: Limits = .init(), cacheFolder: String? = nil) {
        self.limits = limits
        cache = cacheFolder.map(DownloadCache.init)
    }

    /// The folder for this program's cache that the environment names (XDG): `$XDG_CACHE_HOME/airdraw`, or `~/.cache/airdraw`.
    ///
    /// - Parameter environment: of the process.
    /// - Returns: nil where it names neither.
    public static func cacheFolder(in environment: [String: String]) -> String? {
        // The specification says: a relative path is to be passed over.
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/airdraw" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/airdraw" }
        return nil
    }

    /// Whether a text is an address that can be fetched.
    public static func canFetch(_ url: String) -> Bool {
        let start = url.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Fetches a file.
    ///
    /// - Throws: ``DownloadFailure``.
    public func fetch(_ url: String) throws(DownloadFailure) -> Download {
        guard Self.canFetch(url), !url.utf8.contains(0) else {
            throw DownloadFailure(code: .scheme, url: url, message: "only http and https are fetched")
        }
        let kept = cache?.entry(of: url)
        let answer = request(url, condition: kept?.condition)
        if answer.outcome == CC_ANSWERED, answer.status == 304, let kept {
            return Download(bytes: kept.bytes, url: kept.url, type: "", isFromCache: true)
        }
        if let failure = failure(of: answer, url) { throw failure }
        // What cannot be kept is used all the same.
        cache?.keep(answer.bytes, of: url, from: answer.url, etag: answer.etag, modified: answer.modified)
        return Download(bytes: answer.bytes, url: answer.url, type: answer.type, isFromCache: false)
    }

    private struct Answer {
        var outcome: cc_outcome
        var status: Int
        var bytes: [UInt8]
        var url: String
        var type: String
        var etag: String
        var modified: String
        var message: String
    }

    private func request(_ url: String, condition: String?) -> Answer {
        var response = unsafe cc_response()
        unsafe url.withCString { url in
            func fetch(_ condition: UnsafePointer<CChar>?) {
                var request = unsafe cc_request(
                    url: url, condition: condition, most_bytes: limits.bytes,
                    connect_milliseconds: Int64(limits.connectSeconds * 1000),
                    total_milliseconds: Int64(limits.totalSeconds * 1000), most_redirects: Int64(limits.redirects))
                unsafe cc_fetch(&request, &response)
            }
            if let condition { unsafe condition.withCString { unsafe fetch($0) } } else { fetch(nil) }
        }
        defer { unsafe cc_response_free(&response) }
        func text<Tuple>(_ tuple: Tuple) -> String {
            unsafe withUnsafeBytes(of: tuple) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return unsafe Answer(
            outcome: response.outcome, status: Int(response.status),
            bytes: Array(UnsafeBufferPointer(start: response.bytes, count: response.count)), url: text(response.url),
            type: text(response.type), etag: text(response.etag), modified: text(response.modified),
            message: text(response.message))
    }

    private func failure(of answer: Answer, _ url: String) -> DownloadFailure? {
        let via = answer.url == url ? "" : " (sent on to \(answer.url))"
        switch answer.outcome {
        case CC_ANSWERED where (200..<300).contains(answer.status): return nil
        case CC_ANSWERED:
            return .init(code: .refused, url: url, message: "the server answers \(answer.status)\(via)")
        case CC_TOO_LARGE:
            return .init(
                code: .tooLarge, url: url,
                message: "it is larger than \(megabytes(limits.bytes)), which is the most that is fetched")
        case CC_TIMED_OUT:
            return .init(code: .timedOut, url: url, message: "there is no answer within \(seconds(limits.totalSeconds))")
        case CC_TOO_MANY_REDIRECTS:
            return .init(
                code: .tooManyRedirects, url: url, message: "the server sends on more than \(limits.redirects) times")
        case CC_PROTOCOL:
            return .init(code: .scheme, url: url, message: "only http and https are fetched, and the server sends on elsewhere")
        default: return .init(code: .unreachable, url: url, message: answer.message)
        }
    }

    private func megabytes(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    private func seconds(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
