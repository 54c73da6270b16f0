internal import Imaging

/// A conversation with a tracker of another program, which is started for it and ended with it.
final class TraxClient {
    /// What the tracker said of itself.
    struct Abilities: Hashable {
        /// The version of the protocol, 1…4; it decides in which messages picture and region travel.
        var version = 1
        /// The name that it gave itself.
        var name: String?
        /// How it takes pictures.
        var images: [TraxImage.Format] = [.path]
        /// How it takes regions, the best first.
        var regions: [TraxRegion.Format] = [.rectangle]

        /// How a region is given to it: as it is where that is taken, as the VOT toolkit does.
        func format(of region: Region) -> TraxRegion.Format {
            if case .polygon = region, regions.contains(.polygon) { .polygon } else { regions.first ?? .rectangle }
        }
    }

    let abilities: Abilities
    private let command: String
    private let limit: Duration
    private let process: ChildProcess
    private let channel: LineChannel
    private var isSeeded = false

    /// Starts a command and waits for its introduction.
    ///
    /// - Parameters:
    ///   - command: for the shell.
    ///   - limit: how long it may take for each answer.
    ///   - interrupted: asked while waiting.
    /// - Throws: ``TraxFailure``.
    init(command: String, limit: Duration, interrupted: @escaping () throws -> Void = {}) throws {
        self.command = command
        self.limit = limit
        process = try ChildProcess(command: command)
        channel = LineChannel(
            input: process.output, output: process.input, errors: process.errors, interrupted: interrupted)
        abilities = try Self.introduction(of: command, process, channel, limit)
    }

    deinit {
        // Politeness: a tracker that cannot be told is ended all the same.
        try? channel.send(TraxMessage(.quit).text, until: ContinuousClock.now + .milliseconds(200))
        process.end(afterAtMost: .milliseconds(500))
    }

    /// Names the target, and gives the tracker's first answer.
    func initialize(image: String, region: Region) throws -> TraxMessage {
        let place = TraxRegion.text(region, as: abilities.format(of: region))
        if abilities.version >= 4 {
            if isSeeded { try send(TraxMessage(.initialize)) }
            try send(TraxMessage(.initialize, [place]))
            try send(TraxMessage(.frame, [image]))
        } else {
            try send(TraxMessage(.initialize, [image, place]))
        }
        isSeeded = true
        return try state()
    }

    /// Sends the next picture, and gives the tracker's answer.
    func frame(image: String) throws -> TraxMessage {
        try send(TraxMessage(.frame, [image]))
        return try state()
    }

    /// A failure that says what became of the tracker and what it last complained about.
    func failure(_ message: String) -> TraxFailure { Self.failure(message, of: command, process, channel) }

    private func state() throws -> TraxMessage {
        let message = try Self.message(of: command, process, channel, limit, what: "say where the target is")
        switch message.name {
        case .state where message.arguments.count == 1: return message
        case .quit:
            throw failure(
                "it ended the conversation" + (message.properties["trax.reason"].map { ": " + excerpt($0.utf8, most: 200) } ?? "")
            )
        default: throw failure("expected where the target is, but it said \(excerpt(message.text.utf8))")
        }
    }

    private func send(_ message: TraxMessage) throws {
        do {
            try channel.send(message.text, until: ContinuousClock.now + limit)
        } catch let problem as LineChannel.Failure {
            // What it said last tells more than that it does not listen.
            process.end(afterAtMost: problem == .closed ? .milliseconds(500) : .zero)
            throw failure(problem == .late ? "it did not read for \(limit)" : "it does not listen any more")
        }
    }

    private static func introduction(
        of command: String, _ process: ChildProcess, _ channel: LineChannel, _ limit: Duration
    ) throws -> Abilities {
        let hello = try message(of: command, process, channel, limit, what: "introduce itself")
        guard hello.name == .hello else {
            throw failure("expected its introduction, but it said \(excerpt(hello.text.utf8))", of: command, process, channel)
        }
        var abilities = Abilities()
        func list(_ key: String) -> [String]? {
            hello.properties[key]?.split(whereSeparator: { $0 == ";" || $0 == "," }).map(String.init)
        }
        if let text = hello.properties["trax.version"] {
            guard let version = Int(text), (1...4).contains(version) else {
                throw failure("it speaks version \(excerpt(text.utf8)) of TraX; 1 to 4 are known", of: command, process, channel)
            }
            abilities.version = version
        }
        abilities.name = hello.properties["trax.name"]
        if let images = list("trax.image") {
            abilities.images = TraxImage.Format.allCases.filter { images.contains($0.rawValue) }
            guard !abilities.images.isEmpty else {
                throw failure(
                    "it takes pictures as \(images.joined(separator: ", ")); path, memory and buffer can be given", of: command,
                    process, channel)
            }
        }
        if let regions = list("trax.region") {
            abilities.regions = TraxRegion.Format.allCases.filter { regions.contains($0.rawValue) }
            guard !abilities.regions.isEmpty else {
                throw failure(
                    "it takes regions as \(regions.joined(separator: ", ")); rectangle, polygon and mask can be given",
                    of: command, process, channel)
            }
        }
        if let channels = list("trax.channels"), channels != ["color"] {
            throw failure(
                "it wants the channels \(channels.joined(separator: ", ")); there is colour alone", of: command, process, channel)
        }
        return abilities
    }

    /// The next message; other lines that the tracker prints are passed over.
    private static func message(
        of command: String, _ process: ChildProcess, _ channel: LineChannel, _ limit: Duration, what: String
    ) throws -> TraxMessage {
        let deadline = ContinuousClock.now + limit
        var other: [UInt8]?
        do {
            while true {
                let line = try channel.next(until: deadline)
                if let message = try TraxMessage(line: line) { return message }
                if !line.isEmpty { other = line }
            }
        } catch let syntax as TraxSyntax {
            process.end()
            throw failure(syntax.message, of: command, process, channel)
        } catch let problem as LineChannel.Failure {
            // It is given a moment to end by itself, so that its own exit code can be told.
            process.end(afterAtMost: problem == .closed ? .milliseconds(500) : .zero)
            let said = other.map { "; it said \(excerpt($0)), which is no message of TraX" } ?? ""
            switch problem {
            case .late: throw failure("it did not \(what) within \(limit)\(said)", of: command, process, channel, ended: false)
            case .closed: throw failure("it ended and did not \(what)\(said)", of: command, process, channel)
            case .tooLong: throw failure("it wrote a line without an end", of: command, process, channel, ended: false)
            case .system(let code): throw failure("error \(code) of the system", of: command, process, channel)
            }
        }
    }

    private static func failure(
        _ message: String, of command: String, _ process: ChildProcess, _ channel: LineChannel, ended: Bool = true
    ) -> TraxFailure {
        channel.drain()
        var text = message
        if ended, let ending = process.ending { text += "; " + ending }
        let lines = channel.complaints.split(separator: UInt8(ascii: "\n"))
        if let last = lines.last(where: { !$0.isEmpty }) { text += "; its last complaint: \(excerpt(last, most: 200))" }
        return TraxFailure(peer: "trax:" + command, text)
    }
}
