private import Glibc
internal import Imaging
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// The work of `airdraw import --world`: a recording of a film, with a world made from something of known size on the table.
struct WorldImportRun {
    /// How far the plane of the card reaches, metres.
    private static let extent = 4.0

    private let options: ImportOptions
    private let choice: WorldChoice
    private let console: any Console

    init(_ options: ImportOptions, _ choice: WorldChoice, _ console: any Console) {
        self.options = options
        self.choice = choice
        self.console = console
    }

    func run() throws {
        let film = try VideoFile(path: options.source)
        if let reason = film.cutOff { throw CommandFailure("\(options.source): \(reason)") }
        var description = try options.description()
        let camera = try cardCamera(description, film: film)
        let builder = try CardWorldBuilder(
            finder: try finder(camera, imageSize: film.size), camera: camera, imageSize: film.size)
        let rate = description?.framesPerSecond ?? options.framesPerSecond ?? film.framesPerSecond ?? 30
        var progress = ProgressLine("looking for the card", unit: "pictures", total: nil, on: console)
        let pictures = try ReadAhead(film)
        while let picture = try pictures.next() {
            try Interruption.check()
            do {
                try builder.add(picture, time: Double(builder.count) / rate)
            } catch let failure as SheetFailure {
                throw CommandFailure(Self.words(for: failure), help: Self.sheetHelp(options.source))
            }
            progress.update(builder.count)
        }
        progress.finish()
        guard builder.count > 0 else { throw CommandFailure("\(options.source): there is no picture in it") }
        let world: CardWorld
        do {
            world = try builder.solve(bridge: options.bridge ?? 1)
        } catch let failure as CardWorldFailure {
            throw CommandFailure(Self.words(for: failure, options.source), help: help)
        }
        if description == nil {
            description = VideoDescription(intrinsics: world.camera.intrinsics, worldFromCamera: .identity)
        }
        guard var description else { return }
        description.intrinsics = world.camera.intrinsics
        let upright = Self.worldFromCard(gravity: options.gravity)
        description.planes = [plane(in: upright)]
        options.complete(&description)
        let path = world.frames.map { frame in
            (worldFromCamera: frame.anchorFromCamera.then(upright), tracking: frame.basis.tracking)
        }
        description.worldFromCamera = path[0].worldFromCamera
        try importVideo(
            options.source, description: description, frameCount: path.count, imageSize: film.size,
            framesPerSecond: film.framesPerSecond, to: options.out, path: path)
        report(world)
    }

    // MARK: - What is known before

    private func cardCamera(_ description: VideoDescription?, film: VideoFile) throws -> CardCamera {
        guard let description else { return .unknown }
        if let expected = description.imageSize, expected != film.size {
            throw CommandFailure(
                "\(options.source): its pictures are \(plain(film.size.width)) x \(plain(film.size.height)), and the camera was "
                    + "calibrated with \(plain(expected.width)) x \(plain(expected.height))",
                help: "calibrate with the setting that the film was made with")
        }
        return .known(.init(intrinsics: description.intrinsics, distortion: description.distortion))
    }

    private func finder(_ camera: CardCamera, imageSize: PixelSize) throws -> any CardFinder {
        switch choice {
        case .reference(let file, let width):
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return try ReferenceCardFinder(
                try ReferenceImage(name: name, picture: try Picture(uprightContentsOf: file), physicalWidth: width),
                camera: camera)
        case .board(let design): return BoardFinder(try MarkerBoard(design))
        case .sheet(let sides, let corners):
            // A view of a plain film is its picture, which counts from the corner of the first pixel.
            let taps = corners.map { PixelPoint(x: $0.x - 0.5, y: $0.y - 0.5) }
            if let outside = corners.first(where: { $0.x < 0 || $0.y < 0 || $0.x > imageSize.width || $0.y > imageSize.height }) {
                throw CommandFailure(
                    "the corner \(plain(outside.x)),\(plain(outside.y)) is outside the picture of "
                        + "\(plain(imageSize.width)) x \(plain(imageSize.height))", help: Self.sheetHelp(options.source))
            }
            do {
                return try SheetFinder(taps: taps, sides: (sides[0], sides[1]), camera: camera, imageSize: imageSize)
            } catch let failure as SheetFailure {
                throw CommandFailure(Self.words(for: failure), help: Self.sheetHelp(options.source))
            }
        }
    }

    /// The card's axes as the world's: the card lies level unless gravity is given, as a direction of the card's axes.
    static func worldFromCard(gravity: WorldVector?) -> RigidTransform<AnchorSpace, WorldSpace> {
        guard let gravity else { return .identity }
        let up = -gravity.normalized
        // x stays as level as it can.
        let along = abs(up.x) < 0.9 ? WorldVector(x: 1, y: 0, z: 0) : WorldVector(x: 0, y: 0, z: 1)
        let x = (along - up * along.dot(up)).normalized
        let z = x.cross(up)
        // Rows are the world's axes in those of the card.
        return .init(
            xAxis: [x.x, up.x, z.x], yAxis: [x.y, up.y, z.y], zAxis: [x.z, up.z, z.z], translation: .zero)
    }

    private func plane(in upright: RigidTransform<AnchorSpace, WorldSpace>) -> PlaneAnchorRecord {
        PlaneAnchorRecord(
            id: "card", alignment: abs(upright.yAxis.y) > 0.7 ? .horizontal : .vertical, worldFromAnchor: upright,
            extentX: Self.extent, extentZ: Self.extent)
    }

    // MARK: - What is said

    private func report(_ world: CardWorld) {
        let count = world.frames.count
        func share(_ bases: CardWorld.Basis...) -> String {
            fixed(100 * Double(bases.reduce(0) { $0 + world.count(of: $1) }) / Double(count), places: 1) + " %"
        }
        let size = "\(fixed(world.size.x * 1000, places: 1)) x \(fixed(world.size.y * 1000, places: 1)) mm"
        console.note(
            "The card of \(size) was seen in \(share(.card)) of \(count) frames, its points off by \(fixed(world.cardError, places: 2)) "
                + "pixels (rms); \(world.tableCorners) corners of the table, off by \(fixed(world.tableError, places: 2)) pixels")
        if world.count(of: .card) < count {
            console.note(
                "Without the card: \(share(.table)) carried by the table for a short while; limited: \(share(.tableAlone)) by the table "
                    + "for longer, \(share(.bridged)) bridged, \(share(.before)) before it was first seen")
        }
        let f = world.camera.intrinsics
        if let deviation = world.focalDeviation {
            let share = deviation / f.fx
            let field =
                "the field of view is \(fixed(fieldOfView(f.fx, options: world), places: 0)) degrees across the longer side"
            console.note(
                "Focal length \(fixed(f.fx, places: 0)) ± \(fixed(deviation, places: 0)) pixels, estimated from the card: \(field). "
                    + (share < 0.02
                        ? "That is well known."
                        : share < 0.1
                            ? "Lengths on the table are hardly touched by it; heights may be off by \(fixed(100 * share, places: 0)) %."
                            : "The card hardly tells it (it is seen from one side only, or from straight above): it is about that of most "
                                + "phones, and heights may be off by \(fixed(100 * share, places: 0)) %."))
            console.note("For more, film a board and give what 'airdraw calibrate' writes with --camera")
        }
        console.note("\(options.out): a recording of \(count) frames; 'airdraw frame' shows where to tap")
    }

    private func fieldOfView(_ focal: Double, options world: CardWorld) -> Double {
        2 * atan(max(world.camera.intrinsics.cx, world.camera.intrinsics.cy) / focal) * 180 / .pi
    }

    private var help: String {
        switch choice {
        case .reference: "print the picture at the width given, lay it flat beside the drawing, and keep it in view"
        case .board(let design):
            "is it the board that was printed, \(design.typed)? 'airdraw board' writes one; lay it flat and keep it in view"
        case .sheet: Self.sheetHelp(options.source)
        }
    }

    private static func words(for failure: CardWorldFailure, _ source: String) -> String {
        switch failure {
        case .neverSeen: "\(source): the card was not found in any frame"
        case .noPose: "\(source): what was found of the card fits no pose of it"
        }
    }

    private static func words(for failure: SheetFailure) -> String {
        switch failure {
        case .notConvex: "the four corners of the sheet do not go round it one after the other"
        case .noEdge: "there is no edge of a sheet between the corners"
        }
    }

    private static func sheetHelp(_ source: String) -> String {
        "'airdraw frame \(source) --frame 0 --out first.png' shows the first frame with its coordinates; name the corners one after the "
            + "other round the sheet"
    }
}
