internal import Files
internal import Imaging
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw planes`.
struct PlanesRun {
    private let options: PlanesOptions
    private let console: any Console

    init(_ options: PlanesOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Finds the planes and writes them where they are wanted.
    func run() throws {
        // As in 'draw'.
        setOpenCVThreads(1)
        try checkOutput(options.out, outside: options.recording)
        try checkOutput(options.ply, outside: options.recording)
        let recording = try Recording(opening: options.recording)
        let scan = try SceneScan(
            of: recording, pictures: ReadAhead(RecordedPictures(of: recording)), detecting: options.detecting)
        var history = PlaneHistory()
        var progress = ProgressLine("looking", unit: "frames", total: try recording.frameCount(), on: console)
        var count = 0
        while let frame = try scan.next() {
            if let until = options.until, frame.record.time > until { break }
            try Interruption.check()
            for change in frame.changes { history.apply(change, time: frame.record.time, fits: scan.planes) }
            count += 1
            progress.update(count)
        }
        progress.finish()
        for p in scan.features.map.points { console.note("DBG \(p.identifier) \(p.position.x) \(p.position.y) \(p.position.z) \(p.deviation ?? -1)") } // DEBUG
        if let out = options.out {
            let file = try AtomicFile(path: out)
            file.write(history.json(source: recording.header.name))
            try file.commit()
        }
        for line in history.lines { try console.writeLine(line) }
        for warning in scan.warnings { console.note("Note: \(warning)") }
        console.note("\(scan.features.map.count) feature points in \(count) frames")
    }
}
