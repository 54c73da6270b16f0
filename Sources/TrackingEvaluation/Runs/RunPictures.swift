internal import Imaging

/// The pictures of one run, in its order.
///
/// Memory is flat in the length: files are read one by one in either direction. A film cannot be read backward; it is decoded from its start
/// for each window of pictures, so a backward run of n frames with windows of w costs about n²/2w frames passed over.
final class RunPictures {
    private let source: (any PictureSource)?
    private let sequence: EvaluationSequence
    private var window: [Picture] = []
    private var end: Int

    /// Bytes of pictures that a window holds at most, unless that would be fewer than 16 pictures.
    private static let windowBytes = 64 << 20

    /// Opens the pictures from a frame on, forward or backward.
    init(of sequence: EvaluationSequence, from start: Int, forward: Bool) throws {
        self.sequence = sequence
        end = start + 1
        if forward {
            source = try sequence.open(from: start)
        } else if case .files(let paths) = sequence.pictures {
            source = try PictureFolder(paths: Array(paths.prefix(start + 1).reversed()))
        } else {
            source = nil
        }
    }

    /// The next picture; nil at the end.
    func next() throws -> Picture? {
        if let source { return try source.next() }
        if window.isEmpty { try fill() }
        return window.popLast()
    }

    /// Decodes the window before the one that is used up.
    private func fill() throws {
        guard end > 0 else { return }
        var size = 16
        if let first = try sequence.open(from: 0).next() {
            size = max(size, Self.windowBytes / max(1, first.width * first.height * 3))
        }
        let start = max(0, end - size)
        let film = try sequence.open(from: start)
        while window.count < end - start, let picture = try film.next() { window.append(picture) }
        guard window.count == end - start else {
            throw SequenceFailure(
                "the pictures end before frame \(end - 1), and the annotation goes on to frame \(sequence.count - 1)")
        }
        end = start
    }
}

/// Why a sequence could not be run, in a sentence.
struct SequenceFailure: Error, Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
