internal import Files
internal import Imaging
internal import Recordings
internal import Spaces

/// The work of `airdraw calibrate`.
struct CalibrateRun {
    /// Pictures of a film that are looked at, a second.
    private static let looksPerSecond = 6.0

    private let options: CalibrateOptions
    private let console: any Console

    init(_ options: CalibrateOptions, _ console: any Console) {
        self.options = options
        self.console = console
    }

    func run() throws {
        try checkOutput(options.out)
        try checkOutput(options.picture)
        let board = try MarkerBoard(options.board)
        let (candidates, looked, sample) = try look(for: board)
        let size = candidates.imageSize
        let spread = candidates.spread(most: options.views)
        guard spread.count >= 3 else {
            throw CommandFailure(
                candidates.found == 0
                    ? "the board was not found in any of \(looked) pictures"
                    : "the board was found in \(spread.count) pictures with enough of it; 3 are the least, 10 to 20 are good",
                help:
                    "check the numbers of --board (a chessboard counts its inner corners), and show the whole board, sharp and lit"
            )
        }
        let (result, used) = try CalibrationViews.calibrate(spread, imageSize: size)
        try report(result, used, candidates: candidates, looked: looked)
        if let out = options.out {
            let file = try AtomicFile(path: out)
            file.write(cameraText(result, used, size: size))
            try file.commit()
        }
        if let path = options.picture {
            try CalibrationSheet(result, views: used, imageSize: size).picture(over: sample).write(to: path)
        }
    }

    /// Looks for the board in the pictures: in all of a folder, in some of a film.
    private func look(for board: MarkerBoard) throws -> (CalibrationViews, looked: Int, sample: Picture) {
        let footage = try Footage(options.source)
        var progress = ProgressLine("looking for the board", unit: "pictures", total: nil, on: console)
        var views: CalibrationViews?
        var sample: Picture?
        var looked = 0
        var due = -Double.infinity
        var count = 0
        while let frame = try footage.next() {
            try Interruption.check()
            count += 1
            progress.update(count)
            guard !footage.isContinuous || frame.time >= due else { continue }
            due = frame.time + 1 / Self.looksPerSecond
            looked += 1
            if let views, views.imageSize != frame.picture.size {
                throw CommandFailure(
                    "picture \(frame.index) is \(frame.picture.width) x \(frame.picture.height), and those before it "
                        + "\(plain(views.imageSize.width)) x \(plain(views.imageSize.height))",
                    help: "all pictures must be of one camera at one setting")
            }
            var all = views ?? CalibrationViews(imageSize: frame.picture.size)
            let sights = try board.find(in: frame.picture)
            if !sights.isEmpty { all.add(.init(frame: frame.index, sights: sights)) }
            if sample == nil || (all.found == 1 && !sights.isEmpty) { sample = frame.picture }
            views = all
        }
        progress.finish()
        guard let views, let sample else { throw CommandFailure("there is no picture to look at") }
        return (views, looked, sample)
    }

    private func report(
        _ result: CameraCalibration, _ used: [CalibrationViews.View], candidates: CalibrationViews, looked: Int
    ) throws {
        let k = result.camera.intrinsics
        let d = result.camera.distortion ?? .init()
        let s = result.deviations
        let t = result.lensDeviations
        let lines: [(String, Double, Double, Int)] = [
            ("fx", k.fx, s.fx, 2), ("fy", k.fy, s.fy, 2), ("cx", k.cx, s.cx, 2), ("cy", k.cy, s.cy, 2), ("k1", d.k1, t.k1, 5),
            ("k2", d.k2, t.k2, 5), ("p1", d.p1, t.p1, 5), ("p2", d.p2, t.p2, 5), ("k3", d.k3, t.k3, 5),
        ]
        for (name, value, deviation, places) in lines {
            try console.writeLine("\(name) \(fixed(value, places: places)) \(fixed(deviation, places: places))")
        }
        let errors = result.viewErrors
        let worst = zip(used, errors).max { $0.1 < $1.1 }
        let size = candidates.imageSize
        let steepest = (result.tilts.map(\.angle).max() ?? 0) * 180 / .pi
        console.note(
            "\(used.count) views of \(candidates.found) in which the board was found, in \(looked) pictures of "
                + "\(plain(size.width)) x \(plain(size.height)); points off by \(fixed(result.reprojectionError, places: 3)) pixels (rms), "
                + "worst view frame \(worst?.0.frame ?? 0) with \(fixed(worst?.1 ?? 0, places: 3))")
        console.note(
            "The board was in \(fixed(100 * CalibrationViews.coverage(of: used, imageSize: size), places: 0)) % of the picture, tilted by up to "
                + "\(fixed(steepest, places: 0)) degrees")
        for sentence in result.advice(views: used, imageSize: size) { console.note("Warning: \(sentence)") }
    }

    /// The file that `airdraw import --camera` reads, with what was found out about its numbers beside them.
    private func cameraText(_ result: CameraCalibration, _ used: [CalibrationViews.View], size: PixelSize) -> String {
        let k = result.camera.intrinsics
        let s = result.deviations
        func lens(_ d: LensDistortion) -> String {
            objectText([
                ("k1", numberText(d.k1)), ("k2", numberText(d.k2)), ("p1", numberText(d.p1)), ("p2", numberText(d.p2)),
                ("k3", numberText(d.k3)),
            ])
        }
        return objectText([
            ("fx", numberText(k.fx)), ("fy", numberText(k.fy)), ("cx", numberText(k.cx)), ("cy", numberText(k.cy)),
            ("distortion", lens(result.camera.distortion ?? .init())), ("image_size", jsonText([size.width, size.height])),
            (
                "calibration",
                objectText([
                    ("views", "\(used.count)"), ("rms_pixels", numberText(result.reprojectionError)),
                    ("frames", jsonText(used.map { Double($0.frame) })), ("view_rms_pixels", jsonText(result.viewErrors)),
                    ("deviation_fx", numberText(s.fx)), ("deviation_fy", numberText(s.fy)), ("deviation_cx", numberText(s.cx)),
                    ("deviation_cy", numberText(s.cy)), ("deviation_distortion", lens(result.lensDeviations)),
                ])
            ),
        ]) + "\n"
    }
}
