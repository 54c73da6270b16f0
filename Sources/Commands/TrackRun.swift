internal import AirDrawing
internal import Files
internal import Imaging
internal import ObjectTracking
internal import Recordings
internal import Spaces

/// The work of `airdraw track`.
struct TrackRun {
    private let options: TrackOptions
    private let console: any Console

    init(_ options: TrackOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    /// Follows the target and writes a line a frame.
    func run() throws {
        // As in 'draw'.
        setOpenCVThreads(1)
        try checkOutput(options.out)
        let footage = try Footage(options.source)
        let tap = try recordedTap(of: footage)
        let file = try options.out.map { try AtomicFile(path: $0) }
        func write(_ line: String) throws {
            if let file { file.write(line + "\n") } else { try console.writeLine(line) }
        }
        var frame = try footage.skip(to: options.start ?? tap.map { .seconds($0.time) } ?? .index(0))
        let box = try seed(in: footage, tap: tap?.place)
        let tracker = try ObjectTracker(box: box, in: frame.picture, kind: options.tracker ?? .csrt)
        var result = tracker.seedResult
        var progress = ProgressLine("tracking", unit: "frames", total: nil, on: console)
        if let header = options.format.header { try write(header) }
        var count = 0
        while true {
            try Interruption.check()
            try write(options.format.line(frame, result))
            count += 1
            progress.update(count)
            guard let next = try footage.next() else { break }
            frame = next
            result = try tracker.update(frame.picture)
        }
        progress.finish()
        try file?.commit()
    }

    /// The first recorded tap, when the command line names no target.
    private func recordedTap(of footage: Footage) throws -> (place: ViewPoint, time: Double)? {
        guard options.target == nil else { return nil }
        if let events = try footage.recording?.events() {
            while let event = try events.next() {
                if case .tap(let place) = event.kind { return (place, event.time) }
            }
        }
        throw CommandFailure(
            "nothing says what to follow", help: "give --click X,Y or --box X,Y,W,H; 'airdraw frame' shows where things are")
    }

    private func seed(in footage: Footage, tap: ViewPoint?) throws -> PixelRect {
        switch options.target {
        case .box(let x, let y, let width, let height):
            return PixelRect(cornerX: x, cornerY: y, width: width, height: height)
        case .click(let place): return try box(at: place, in: footage.viewport)
        case nil: return try box(at: tap ?? footage.viewport.bounds.center, in: footage.viewport)
        }
    }

    private func box(at place: ViewPoint, in viewport: Viewport) throws -> PixelRect {
        viewport.pixelFromView(try viewport.seedBox(at: place, size: options.boxSize))
    }
}

extension TrackFormat {
    /// The first line; nil where the layout has none.
    var header: String? { self == .csv ? "frame,time,x,y,w,h,confidence,state" : nil }

    /// The line of one frame.
    ///
    /// `csv` and `jsonl` leave the box out where the target is lost. `otb` counts from 1, and `otb` and `vot` have no word for lost: the
    /// last box is repeated, as the trackers of those benchmarks do.
    func line(_ frame: FootageFrame, _ result: TrackResult) -> String {
        let isLost = result.state == .lost
        let box = result.box
        // Thousandths are finer than any tracker, and ten digits of noise help nobody.
        func number(_ value: Double) -> String { fixed(value, places: 3) }
        let numbers = [box.cornerX, box.cornerY, box.width, box.height].map(number)
        let confidence = fixed(result.confidence, places: 4)
        switch self {
        case .csv:
            let fields = isLost ? ["", "", "", ""] : numbers
            return (["\(frame.index)", fixed(frame.time, places: 6)] + fields + [confidence, result.state.rawValue])
                .joined(separator: ",")
        case .jsonl:
            let place = isLost ? "null" : "[" + numbers.joined(separator: ", ") + "]"
            return "{\"frame\": \(frame.index), \"time\": \(fixed(frame.time, places: 6)), \"box\": \(place), "
                + "\"confidence\": \(confidence), \"state\": \"\(result.state.rawValue)\"}"
        case .otb:
            return [number(box.cornerX + 1), number(box.cornerY + 1), numbers[2], numbers[3]].joined(separator: ",")
        case .vot: return numbers.joined(separator: ",")
        }
    }
}
