internal import Files
internal import Glibc
internal import Studio

/// What `airdraw studio` was asked for.
struct StudioOptions: Hashable, Sendable {
    var folder: String?
    var port: UInt16
    var host: String
    var opens: Bool
}

/// `airdraw studio`: the recordings in a browser, where a tap seeds and the pen draws.
enum StudioCommand: AirDrawCommand {
    static let folder = ValueArgument(
        "FOLDER", .path("FOLDER", completion: .folders), optional: true,
        help: "the folder with the recordings, in which results are saved too; 'recordings' where there is one, else this folder")
    static let port = ValueOption(
        "port", .port, help: "the port of the page's address; 0 for any that is free (default \(usualPort))")
    static let host = ValueOption(
        "host", .host,
        help: "where to listen (default \(usualHost)); with anything else other machines reach the page, with a token")
    static let open = FlagOption("open", help: "open the page in the browser")

    private static let usualPort: UInt16 = 8300
    private static let usualHost = "127.0.0.1"

    static let spec = CommandSpec(
        name: "studio", summary: "Opens the recordings in a browser: tap on the film, and the pen draws",
        discussion: [
            "Prints the address of the page and serves it until Ctrl-C. The page loads nothing from the net, and only this machine "
                + "reaches it. For others, --host takes an address of this machine, or 0.0.0.0 for all of them: the printed "
                + "address then holds a token, and who has it may see and save what is in the folder.",
            "Every address of the page has its command line, which the page shows.",
        ],
        arguments: [folder.spec], ownOptions: [port.spec, host.spec, open.spec],
        examples: ["studio", "studio recordings --open", "studio ~/walks --port 0", "studio --host 0.0.0.0"])

    static func options(from arguments: ParsedArguments) throws -> StudioOptions {
        StudioOptions(
            folder: try arguments.optional(folder), port: try arguments.value(port) ?? usualPort,
            host: try arguments.value(host) ?? usualHost, opens: arguments[open])
    }

    static func run(_ options: StudioOptions, _ console: any Console) throws {
        let server = try start(options, console)
        defer { server.stop() }
        try console.writeLine(server.address)
        console.note("The studio runs; Ctrl-C ends it.")
        if server.isOpen { console.note("Other machines reach it; who knows the whole address may use it.") }
        var browser = options.opens ? BrowserStart(server.address, console) : nil
        while true {
            try Interruption.check()
            browser?.look(console)
            // A signal ends the sleep at once.
            usleep(100_000)
        }
    }

    /// Starts the server.
    static func start(_ options: StudioOptions, _ console: any Console) throws -> StudioServer {
        let folder = options.folder ?? (kind(of: "recordings") == .folder ? "recordings" : ".")
        do {
            return try StudioServer(
                .init(folder: folder, host: options.host, port: options.port), words: CommandWords(), importer: StudioImports()
            ) { console.note($0) }
        } catch let failure as StudioFailure {
            throw CommandFailure(failure.problem, help: failure.cure)
        } catch let failure as PortInUse {
            var words = ["airdraw", "studio"] + (options.folder.map { [shellWord($0)] } ?? [])
            words += ["--port", "\(failure.free ?? 0)"]
            if options.host != usualHost { words += ["--host", shellWord(options.host)] }
            if options.opens { words.append("--open") }
            throw CommandFailure(
                "port \(failure.port) is taken by \(failure.program ?? "another program")",
                help: "end it, or take a port that is free: \(words.joined(separator: " "))")
        }
    }
}

extension ValueKind where Value == UInt16 {
    /// A port of TCP.
    static let port = Self("N", accepted: "a port, a whole number from 0 to 65535, such as 8300") { text in
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
    }
}

extension ValueKind where Value == String {
    /// Where to listen.
    static let host = Self("HOST", accepted: "a name or an address of this machine, such as 127.0.0.1") { text in
        let isHost =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-:%_[]".unicodeScalars.contains(scalar))
            }
        return isHost ? text : nil
    }
}
