internal import Files
internal import Imaging

/// Pictures of films, one at a time and in any order, for those who cannot play the film itself.
///
/// A film is decoded from its first frame on, so a decoder that has come near is kept for the next question: a step forward decodes one
/// picture. A step back decodes anew, and then keeps the pictures before it too. At most ``mostIdle`` decoders wait, and at most ``mostBusy``
/// decode at a time; decoders and pictures that nobody asked for in ``rest`` seconds are let go.
final class FilmPictures: Sendable {
    /// The most decoders that wait for the next question; each holds some ten pictures of its film.
    static let mostIdle = 4
    /// The most decoders that work at a time; who comes later waits.
    static let mostBusy = 2
    /// The most memory of kept pictures, bytes.
    static let mostBytes = 24 << 20
    /// How many pictures before the one asked for are kept when somebody steps back.
    static let kept = 12
    /// Quality of the JPEG files, 0…100.
    static let quality = 88
    /// Seconds after which what nobody asked for goes.
    private let rest: Double

    private struct Place: Hashable {
        var path: String
        var signature: FileSignature
        var number: Int
    }

    /// A film that is open, and the number of the picture that comes next.
    private struct Decoder {
        let film: VideoFile
        let path: String
        let signature: FileSignature
        var next = 0
        var used = ContinuousClock.now
    }

    private struct State {
        var idle: [Decoder] = []
        var busy = 0
        var pictures = BoundedCache<Place, [UInt8]>(mostCost: FilmPictures.mostBytes, mostEntries: 1024)
        var used = ContinuousClock.now
        var isTended = false
    }

    private let state = Monitor(State())

    init(rest: Double = 20) { self.rest = rest }

    /// How many decoders wait, for tests.
    var idleCount: Int { state.change { $0.idle.count } }
    /// How many bytes of pictures are kept, for tests.
    var keptBytes: Int { state.change { $0.pictures.cost } }

    /// A picture of a film as the bytes of a JPEG file.
    ///
    /// - Parameters:
    ///   - film: its path.
    ///   - number: of the picture in the film, from 0.
    /// - Throws: `ImagingFailure` when the film cannot be read, ``LibraryFailure`` when it ends before.
    func jpeg(of film: String, number: Int) throws -> [UInt8] {
        let signature = FileSignature(of: [film])
        if let bytes = kept(.init(path: film, signature: signature, number: number)) { return bytes }
        return try working {
            // Whoever decoded before may have kept it.
            if let bytes = kept(.init(path: film, signature: signature, number: number)) { return bytes }
            let (taken, stepsBack) = take(film, signature, number)
            var decoder = try taken ?? Decoder(film: try VideoFile(path: film), path: film, signature: signature)
            let first = stepsBack ? max(number - Self.kept + 1, 0) : number
            while decoder.next < number {
                guard decoder.next >= first else {
                    try pass(&decoder)
                    continue
                }
                let place = Place(path: film, signature: signature, number: decoder.next)
                keep(try decoded(&decoder).encoded(as: .jpeg, quality: Self.quality), as: place)
            }
            let bytes = try decoded(&decoder).encoded(as: .jpeg, quality: Self.quality)
            keep(bytes, as: .init(path: film, signature: signature, number: number))
            put(decoder)
            return bytes
        }
    }

    /// A picture of a film that is asked for once; its decoder is not kept.
    ///
    /// - Throws: as ``jpeg(of:number:)``.
    func picture(of film: String, number: Int) throws -> Picture {
        try working {
            var decoder = Decoder(film: try VideoFile(path: film), path: film, signature: .init(of: []))
            while decoder.next < number { try pass(&decoder) }
            return try decoded(&decoder)
        }
    }

    /// Does work that decodes pictures, when it is its turn.
    func working<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.wait { state -> Void? in
            guard state.busy < Self.mostBusy else { return nil }
            state.busy += 1
            return ()
        }
        defer { state.change { $0.busy -= 1 } }
        return try body()
    }

    // MARK: - One decoder

    private func pass(_ decoder: inout Decoder) throws {
        guard try decoder.film.skip() else { throw Self.end(of: decoder) }
        decoder.next += 1
    }

    private func decoded(_ decoder: inout Decoder) throws -> Picture {
        guard let picture = try decoder.film.next() else { throw Self.end(of: decoder) }
        decoder.next += 1
        return picture
    }

    private static func end(of decoder: Decoder) -> LibraryFailure {
        .init(
            .missing, "\(decoder.path): the film ends after \(decoder.next) pictures",
            help: decoder.film.cutOff ?? "it was cut off, or frames.jsonl belongs to another film")
    }

    // MARK: - What is shared

    private func kept(_ place: Place) -> [UInt8]? {
        state.change { state in
            state.used = .now
            return state.pictures.value(of: place)
        }
    }

    private func keep(_ bytes: [UInt8], as place: Place) {
        let starts = state.change { state in
            state.pictures.keep(bytes, of: place, cost: bytes.count)
            state.used = .now
            return Self.startsTending(&state)
        }
        if starts { tend() }
    }

    /// Takes the decoder that has come nearest to a picture, if any has not passed it; and whether one has passed it by a little.
    private func take(_ path: String, _ signature: FileSignature, _ number: Int) -> (Decoder?, stepsBack: Bool) {
        state.change { state in
            let mine = state.idle.indices.filter { state.idle[$0].path == path && state.idle[$0].signature == signature }
            let stepsBack = mine.contains { (1...64).contains(state.idle[$0].next - number) }
            let best = mine.filter { state.idle[$0].next <= number }.max { state.idle[$0].next < state.idle[$1].next }
            return (best.map { state.idle.remove(at: $0) }, stepsBack)
        }
    }

    private func put(_ decoder: Decoder) {
        let (starts, _) = state.change { state in
            var decoder = decoder
            decoder.used = .now
            state.idle.append(decoder)
            // Those that go are closed outside the lock.
            let gone = state.idle.count > Self.mostIdle ? state.idle.removeFirst() : nil
            return (Self.startsTending(&state), gone)
        }
        if starts { tend() }
    }

    private static func startsTending(_ state: inout State) -> Bool {
        guard !state.isTended else { return false }
        state.isTended = true
        return true
    }

    /// Lets go of what nobody asked for, in a thread that ends when nothing is left.
    private func tend() {
        let rest = self.rest
        let thread = JoinableThread { [weak self] in
            while true {
                // A turn of its own, so that nothing holds the object while it waits.
                guard let isDone = self?.letGo(after: rest), !isDone else { return }
                pause(min(rest / 2, 5))
            }
        }
        if let thread { thread.detach() } else { state.change { $0.isTended = false } }
    }

    private func letGo(after rest: Double) -> Bool {
        let (isDone, _) = state.change { state -> (Bool, [Decoder]) in
            let now = ContinuousClock.now
            let gone = state.idle.filter { now - $0.used > .seconds(rest) }
            state.idle.removeAll { now - $0.used > .seconds(rest) }
            if now - state.used > .seconds(rest) { state.pictures.removeAll() }
            let isDone = state.idle.isEmpty && state.pictures.count == 0
            if isDone { state.isTended = false }
            return (isDone, gone)
        }
        return isDone
    }
}
