internal import Files
internal import AirDrawing
internal import Commands
internal import Recordings
internal import Spaces

/// A longer recording made of another one, and what the bare program needs to follow the same finger in it.
struct Clip: Sendable {
    /// The recording.
    let folder: String
    /// Its film.
    let film: String
    /// How many frames it has.
    let frames: Int
    /// How long it lasts, seconds.
    let seconds: Double
    /// The tapped box in the first frame: x, y, width and height in pixels, from the picture's corner.
    let box: [Double]

    /// Makes a clip.
    ///
    /// It is made in a process of its own, because pictures are held to play them backwards, and a child of a process that
    /// was large once counts as large.
    ///
    /// - Throws: what `LoopCommand` throws.
    init(of recording: String, seconds: Double, named name: String, in folder: TemporaryFolder, _ console: any Console) throws {
        // What is wrong with the recording is said here, and not by the other process.
        _ = try Recording(opening: recording)
        console.showProgress("making a clip of \(fixed(seconds, places: 0)) s")
        defer { console.showProgress(nil) }
        let path = folder.file(name)
        _ = try Program.own().run(["loop", recording, "--seconds", seconds.description, "--out", path], in: folder)
        let looped = try Recording(opening: path)
        guard let film = looped.filmPath, case .tap(let tap) = try looped.events().next()?.kind else {
            throw CommandFailure("\(path) has no film or no tap")
        }
        self.folder = path
        self.film = film
        frames = try looped.frameCount()
        self.seconds = Double(frames) / (try looped.frameRate())
        let seed = looped.viewport.pixelFromView(try looped.viewport.seedBox(at: tap))
        box = [seed.cornerX, seed.cornerY, seed.width, seed.height]
    }
}
