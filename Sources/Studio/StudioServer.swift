internal import Files
internal import Glibc

/// Where the studio runs, and on what.
public struct StudioSettings: Hashable, Sendable {
    /// The folder with the recordings, in which results are saved too.
    public var folder: String
    /// The name or numbers to listen at.
    public var host: String
    /// The port; 0 for any that is free.
    public var port: UInt16

    /// Makes settings.
    public init(folder: String, host: String, port: UInt16) {
        self.folder = folder
        self.host = host
        self.port = port
    }
}

/// The studio's server: from its start to ``stop()``.
public final class StudioServer: Sendable {
    /// The address to open, with the token where one is needed.
    public let address: String
    /// Whether other machines reach it.
    public let isOpen: Bool
    private let server: HTTPServer
    private let library: LibraryParts
    private let runs: RunPool
    private let lock: FolderLock

    /// Starts.
    ///
    /// - Parameters:
    ///   - settings: where and on what.
    ///   - words: what turns the words of a page into drawings.
    ///   - importer: what makes recordings of other files.
    ///   - note: takes a line that is good to know, from any thread.
    /// - Throws: ``StudioFailure`` and ``PortInUse``.
    package init(
        _ settings: StudioSettings, words: any StudioWords, importer: any StudioImporter,
        note: @escaping @Sendable (String) -> Void
    ) throws {
        guard let folder = realPath(settings.folder), kind(of: folder) == .folder else {
            throw StudioFailure("there is no folder \(settings.folder)", cure: "name the folder with the recordings")
        }
        let page = try StudioFiles.page(), three = try StudioFiles.three()
        lock = try FolderLock(folder: folder)
        let listener = try Self.listen(settings)
        let gate = Gate(listener, host: settings.host)
        library = try LibraryParts(folder: settings.folder, importer: importer)
        runs = RunPool(cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let home = library.library.folder
        let drawing = DrawingRoutes(library: library.library, words: words, pool: runs, folder: home)
        let parts = library.routes + [drawing, SavedFiles(folder: home, endings: words.endings)]
        let routes = StudioRoutes(page: page, three: three, parts: parts, folder: FolderWatch(folder, note: note))
        address = gate.address(of: listener, host: settings.host)
        isOpen = !listener.isLoopback
        raiseFileLimit()
        server = try HTTPServer(
            listener, routes: routes, gate: gate, folders: [page, three] + library.served,
            limits: HTTPLimits(isLoopback: listener.isLoopback))
        lock.announce(address)
    }

    /// Ends all connections and waits until what answers them has returned.
    public func stop() {
        server.stop()
        runs.stop()
        library.close()
    }

    private static func listen(_ settings: StudioSettings) throws -> Listener {
        do {
            return try Listener(host: settings.host, port: settings.port)
        } catch {
            if error.isInUse { throw PortInUse(settings) }
            throw StudioFailure(
                "cannot listen at \(settings.host), port \(settings.port): \(error.words)",
                cure: error.isForbidden
                    ? "ports below 1024 are the system's; take a higher one"
                    : "--host takes 127.0.0.1, or a name or an address of this machine")
        }
    }
}

/// The port is taken.
public struct PortInUse: Error, Hashable, Sendable {
    /// The port.
    public let port: UInt16
    /// The program that has it; nil where that may not be seen.
    public let program: String?
    /// A port that is free; nil where none was found near.
    public let free: UInt16?

    init(_ settings: StudioSettings) {
        port = settings.port
        program = PortHolder.program(at: settings.port)
        let near = Int(settings.port) + 1...Int(settings.port) + 50
        free = near.compactMap { UInt16(exactly: $0) }.first { Self.isFree(settings.host, $0) }
    }

    /// Whether a port can be listened at; it is let go again at once.
    private static func isFree(_ host: String, _ port: UInt16) -> Bool {
        do {
            _ = try Listener(host: host, port: port)
            return true
        } catch {
            return false
        }
    }
}

/// Lets the process have as many files open as the system allows: each connection has two, and what it sends is a third.
private func raiseFileLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, 4096)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    // With fewer files, fewer connections are answered at the same time.
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
