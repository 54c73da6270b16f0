internal import Imaging
internal import Rendering
internal import Spaces

/// Where rendered pictures go: a film, one picture, or a page of several.
final class RenderedOutput {
    private let path: String
    private let moments: RenderedMoments
    private let film: WriteBehind?
    private var sheet: ContactSheet?
    private var chosen: [Int] = []
    private var one: Picture?
    /// How many pictures were taken.
    private(set) var count = 0
    /// Whether nothing more is wanted.
    var isComplete: Bool {
        switch moments {
        case .film: false
        case .one: one != nil && !isOfLast
        case .sheet: count >= chosen.count
        }
    }

    /// Begins.
    ///
    /// - Parameters:
    ///   - path: of the file, whose ending chooses the format.
    ///   - moments: what is wanted.
    ///   - frames: how many there are.
    ///   - rate: frames a second.
    ///   - size: of the pictures, pixels.
    init(path: String, moments: RenderedMoments, frames: Int, rate: Double, size: PixelSize) throws {
        self.path = path
        self.moments = moments
        film =
            moments == .film
            ? try WriteBehind(VideoWriter(path: path, framesPerSecond: rate, size: size)) : nil
        if case .sheet(let choice) = moments {
            let page = ContactSheet(columns: choice.columns, rows: choice.rows, size: size)
            chosen = page.moments(of: frames)
            sheet = page
        }
    }

    /// Whether this frame is to be rendered.
    func wants(_ index: Int, at time: Double, of frames: Int) -> Bool {
        switch moments {
        case .film: true
        case .one(.index(let wanted)): one == nil && index >= wanted
        case .one(.seconds(let seconds)): one == nil && time >= seconds - 1e-9
        // A recording that is cut off ends before its last frame: the one before is better than none.
        case .one(nil): index >= frames - 1
        case .sheet: count < chosen.count && index >= chosen[count]
        }
    }

    private var isOfLast: Bool { moments == .one(nil) }

    /// Takes a picture that was wanted.
    func add(_ picture: Picture, at time: Double) throws {
        count += 1
        switch moments {
        case .film: try film?.append(picture)
        case .one: one = picture
        case .sheet: try sheet?.add(picture, words: "\(fixed(time, places: 2)) s")
        }
    }

    /// Writes the file.
    ///
    /// - Throws: ``CommandFailure`` when the moment that was asked for did not come.
    func finish(last: (index: Int, time: Double)?) throws {
        switch moments {
        case .film: try film?.finish()
        case .sheet:
            guard count > 0 else { throw CommandFailure("there is no picture to show") }
            try sheet?.picture().write(to: path)
        case .one(let choice):
            guard let one else { throw Self.missing(choice, last: last) }
            try one.write(to: path)
        }
    }

    private static func missing(_ choice: FrameChoice?, last: (index: Int, time: Double)?) -> CommandFailure {
        guard let last else { return CommandFailure("there is no picture to show") }
        return switch choice {
        case .index(let index):
            CommandFailure("there is no frame \(index)", help: "the frames are 0 to \(last.index)")
        case .seconds(let seconds):
            CommandFailure(
                "there is no frame at \(plain(seconds)) s or later", help: "the last one is at \(fixed(last.time, places: 3)) s")
        case nil: CommandFailure("there is no picture to show")
        }
    }
}
