internal import Imaging
internal import Recordings
internal import Spaces

/// The work of `airdraw import`.
struct ImportRun {
    private let options: ImportOptions
    private let console: any Console

    init(_ options: ImportOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Imports a plain film.
    func runFilm() throws {
        guard let description = try options.description() else {
            throw CommandFailure(
                "nothing says what the camera sees and where it stands",
                help:
                    "give --world, --camera FILE.json, or --intrinsics and --pose; the article on the recording format has an example"
            )
        }
        let facts = try filmFacts(options.source)
        if let reason = facts.cutOff { throw CommandFailure("\(options.source): \(reason)") }
        try importVideo(
            options.source, description: description, frameCount: facts.frameCount, imageSize: facts.size,
            framesPerSecond: facts.framesPerSecond, to: options.out)
        console.note("\(options.out): a recording of \(facts.frameCount) frames; 'airdraw frame' shows where to tap")
    }

    /// Imports what another recorder wrote.
    func runRecorder() throws {
        let probe = PictureProbe(film: filmFacts) { path in
            try Interruption.check()
            return try sizeOfPicture(path)
        }
        var line: (title: String, line: ProgressLine)?
        let report = try importRecording(
            options.source, layout: options.layout, settings: options.settings, pictures: probe, to: options.out
        ) { layout, evidence in
            console.note("Layout: \(layout.rawValue), because there is \(evidence)")
        } progress: { title, done, total in
            try Interruption.check()
            if line?.title != title { line = (title, ProgressLine(title, unit: "files", total: total, on: console)) }
            line?.line.update(done)
        }
        line?.line.finish()
        for warning in report.warnings { console.note("Warning: \(warning)") }
        for note in report.notes { console.note("Note: \(note)") }
        console.note(
            "\(options.out): a recording of \(report.frames) frames"
                + (report.hasPictures ? "; 'airdraw frame' shows where to tap" : ", without pictures"))
    }

    /// Counts a film's pictures by decoding.
    private func filmFacts(_ path: String) throws -> FilmFacts {
        let film = try VideoFile(path: path)
        var progress = ProgressLine("counting", unit: "pictures", total: nil, on: console)
        var count = 0
        while try film.skip() {
            try Interruption.check()
            count += 1
            progress.update(count)
        }
        progress.finish()
        return FilmFacts(
            size: film.size, frameCount: count, framesPerSecond: film.framesPerSecond, cutOff: film.cutOff)
    }
}
