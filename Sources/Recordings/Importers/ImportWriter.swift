import Files
import Spaces

/// Brings frames, pictures and intrinsics together and writes the recording.
struct ImportWriter {
    let source: ImportSource
    let layout: ImportLayout
    let settings: ImportSettings
    let pictures: PictureProbe

    /// Where the pictures are, and how large.
    private struct Stored {
        var storage: PictureStorage
        var size: PixelSize
        /// The film's path on the disk; nil for files.
        var film: String?
    }

    func write(
        _ session: ImportedSession, to folder: String, replacing: Bool, progress: (Int, Int) throws -> Void
    ) throws -> ImportReport {
        var session = session
        let stored = try settle(&session)
        try fit(&session, to: stored.size)
        if let gravity = settings.gravity {
            guard gravity.length > 1e-9 else { throw RecordingFailure(path: source.path, problem: "gravity has length 0") }
            for i in session.frames.indices {
                session.frames[i].worldFromCamera = session.frames[i].worldFromCamera.standing(on: gravity)
            }
            session.worldAlignment = .gravity
        } else if session.worldAlignment == .unknown {
            session.notes.append(
                "the source does not say which way is down: y of its world need not be up (world_alignment is unknown); "
                    + "--gravity X,Y,Z turns it upright")
        }
        let header = header(of: session, stored)
        let writer = try RecordingWriter(folder: folder, header: header, replacing: replacing)
        try copy(session, stored, header, writer, progress)
        try writer.commit()
        return ImportReport(
            layout: layout, frames: session.frames.count, hasPictures: stored.storage != .none, notes: session.notes,
            warnings: session.warnings)
    }

    // MARK: Pictures

    /// Leaves out frames without a picture, unless none has one, and finds the pictures' size.
    private func settle(_ session: inout ImportedSession) throws -> Stored {
        if let film = session.film { return try settle(&session, film: film) }
        let count = session.frames.count
        let there = session.frames.filter { frame in
            guard case .file(let name) = frame.picture else { return false }
            return source.has(name)
        }
        guard let first = there.first, case .file(let name) = first.picture else {
            return try settleWithoutPictures(&session)
        }
        if there.count < count {
            let missing = session.frames.first { frame in
                guard case .file(let name) = frame.picture else { return true }
                return !source.has(name)
            }
            let words = missing.map { "\($0.place.failure("there is no picture for this frame"))" } ?? ""
            session.warnings.append("\(words); \(counted(count - there.count, "frame")) of \(count) left out for that")
            session.frames = there
        }
        return Stored(storage: .images, size: try pictures.picture(source.file(name)), film: nil)
    }

    private func settle(_ session: inout ImportedSession, film: String) throws -> Stored {
        let path = source.file(film)
        let facts = try pictures.film(path)
        if let cutOff = facts.cutOff { session.warnings.append("\(path): \(cutOff)") }
        let count = session.frames.count
        var last = -1
        session.frames = session.frames.filter { frame in
            guard case .filmFrame(let number) = frame.picture, number > last, number < facts.frameCount else { return false }
            last = number
            return true
        }
        guard !session.frames.isEmpty else {
            throw RecordingFailure(
                path: path,
                problem: "the film has \(counted(facts.frameCount, "picture")), and none belongs to a frame of the list")
        }
        if session.frames.count < count {
            session.warnings.append(
                "\(path): the film has \(counted(facts.frameCount, "picture")) and the list \(counted(count, "frame")): "
                    + "\(count - session.frames.count) without a picture of their own left out")
        } else if facts.frameCount > count {
            session.warnings.append(
                "\(path): the film has \(counted(facts.frameCount, "picture")) and the list \(counted(count, "frame")): "
                    + "the pictures without a pose are passed over")
        }
        let ending = film.split(separator: ".").last.map { "." + $0.lowercased() } ?? ""
        return Stored(storage: .video("video" + ending), size: facts.size, film: path)
    }

    private func settleWithoutPictures(_ session: inout ImportedSession) throws(RecordingFailure) -> Stored {
        let knowsCamera = settings.intrinsics != nil || session.frames[0].intrinsics != nil
        guard let size = settings.imageSize ?? session.frames[0].imageSize else {
            throw .init(
                path: source.path, problem: "there are no pictures in it, and nothing says how large they were",
                cure:
                    "give --image-size W,H\(knowsCamera ? "" : " and --intrinsics FX,FY,CX,CY") to import the camera's path alone"
            )
        }
        session.warnings.append(
            "there are no pictures in \(source.path): the recording is the camera's path alone, which nothing can be drawn on")
        for i in session.frames.indices { session.frames[i].picture = nil }
        return Stored(storage: .none, size: size, film: nil)
    }

    // MARK: Intrinsics

    /// Makes every frame's intrinsics and pose those of the stored picture.
    private func fit(_ session: inout ImportedSession, to size: PixelSize) throws(RecordingFailure) {
        if let given = settings.distortion { session.distortion = given }
        var told: Set<PictureFit> = []
        for i in session.frames.indices {
            let frame = session.frames[i]
            guard let intrinsics = settings.intrinsics ?? frame.intrinsics else {
                throw .init(
                    path: source.path, problem: "nothing in it says the focal length and the principal point",
                    cure: "give --intrinsics FX,FY,CX,CY")
            }
            // What is given is for the pictures as they are, unless another size is given with it.
            let declared = settings.intrinsics == nil ? frame.imageSize ?? settings.imageSize : settings.imageSize ?? size
            guard let fit = PictureFit.of(intrinsics, declared: declared, stored: size) else {
                let found =
                    declared.map { "are for pictures of \(sizeText($0))" }
                    ?? "have their principal point at (\(numberText(intrinsics.cx)), \(numberText(intrinsics.cy)))"
                throw frame.place.failure(
                    "the intrinsics \(found), and the pictures are \(sizeText(size)): they do not belong together",
                    cure: "say with --image-size W,H for which pictures they are, or give --intrinsics FX,FY,CX,CY of these")
            }
            session.frames[i].intrinsics = fit.intrinsics(intrinsics, stored: size)
            session.frames[i].worldFromCamera = fit.pose(frame.worldFromCamera)
            if told.insert(fit).inserted, let words = fit.words(declared: declared, stored: size) {
                session.warnings.append("\(frame.place.path): \(words)")
            }
        }
        if session.distortion != nil, told.contains(where: \.isTurned) {
            throw .init(
                path: source.path, problem: "the pictures are turned against their intrinsics, and there is a lens distortion",
                cure: "turn the pictures back")
        }
    }

    // MARK: Writing

    private func header(of session: ImportedSession, _ stored: Stored) -> RecordingHeader {
        var defaults = FrameDefaults()
        if let first = session.frames[0].intrinsics, session.frames.allSatisfy({ $0.intrinsics == first }) {
            defaults = .init(fx: first.fx, fy: first.fy, cx: first.cx, cy: first.cy)
        }
        return RecordingHeader(
            name: settings.name ?? source.name, source: "imported from \(layout.title)", imageSize: stored.size,
            viewportSize: settings.viewportSize ?? .init(width: stored.size.width, height: stored.size.height),
            orientation: settings.orientation ?? .landscapeRight, worldAlignment: session.worldAlignment, recordsTracking: false,
            timeBase: "first frame, which the source has at \(session.frames[0].time.text) s (\(session.clock))",
            pictures: stored.storage, distortion: session.distortion, frameDefaults: defaults, tipOffset: settings.tipOffset)
    }

    private func copy(
        _ session: ImportedSession, _ stored: Stored, _ header: RecordingHeader, _ writer: RecordingWriter,
        _ progress: (Int, Int) throws -> Void
    ) throws {
        let start = session.frames[0].time
        for (index, frame) in session.frames.enumerated() {
            guard let intrinsics = frame.intrinsics else { continue }
            let camera = Camera(
                model: .init(intrinsics: intrinsics, distortion: session.distortion), imageSize: stored.size,
                worldFromCamera: frame.worldFromCamera)
            let picture: PictureReference
            switch (frame.picture, stored.storage) {
            case (.filmFrame(let number), .video): picture = .videoFrame(number)
            case (.file(let name), .images): picture = .file(try copy(name, index, stored, frame, writer))
            default: picture = .none
            }
            try writer.write(
                FrameRecord(
                    index: index, time: frame.time.seconds(since: start), picture: picture, camera: camera, tracking: nil,
                    light: frame.light, exposure: frame.exposure))
            try progress(index + 1, session.frames.count)
        }
        if let film = stored.film, case .video(let name) = stored.storage {
            try writer.copy(film, as: name, linking: source.isUnpacked)
        }
    }

    /// Copies a picture under the number of its frame, and gives its path in the recording.
    private func copy(
        _ name: String, _ index: Int, _ stored: Stored, _ frame: ImportedFrame, _ writer: RecordingWriter
    ) throws -> String {
        let path = source.file(name)
        let size = try pictures.picture(path)
        guard size == stored.size else {
            throw RecordingFailure(
                path: path, problem: "the picture is \(sizeText(size)), and those before it are \(sizeText(stored.size))",
                cure: "a recording has pictures of one size")
        }
        let digits = String(index)
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? "jpg"
        let target = "images/" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "." + ending
        try writer.copy(path, as: target, linking: source.isUnpacked)
        return target
    }
}
