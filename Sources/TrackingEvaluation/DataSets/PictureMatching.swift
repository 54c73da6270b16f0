internal import Imaging

/// Frames that a sequence has at most; a larger number in a file is taken for an error of the file.
let frameLimit = 1 << 20

/// Brings pictures and truth to one length, and says what was left out.
///
/// - Parameters:
///   - pictures: paths in their order.
///   - truth: what the annotation says; one line for many pictures stands for the first of them.
///   - notes: what was irregular is added.
///   - firstNumber: the number of the picture that the first line of the truth belongs to, where the data set has one.
/// - Returns: the pictures of the sequence.
func matched(
    _ pictures: [String], _ truth: inout [GroundTruth], notes: inout [String], firstNumber: Int? = nil
) -> [String] {
    var pictures = pictures
    if let firstNumber, pictures.count > truth.count,
        let start = pictures.firstIndex(where: { pictureNumber($0) == firstNumber }), start > 0
    {
        notes.append(
            "the first box belongs to picture \(firstNumber); \(counted(start, "picture", "pictures")) before it left out")
        pictures.removeFirst(start)
    } else if let first = pictures.first, let number = pictureNumber(first), number > 1 {
        notes.append("the first picture is number \(number), \(lastComponent(first)); the first box belongs to it")
    }
    noteGaps(pictures, &notes)
    if truth.count == 1, pictures.count > 1 {
        notes.append("truth for the first of \(pictures.count) pictures alone")
        truth += Array(repeating: .unknown, count: pictures.count - 1)
    } else if truth.count < pictures.count {
        let extra = pictures.count - truth.count
        notes.append(
            "\(pictures.count) pictures and \(counted(truth.count, "box", "boxes")): "
                + "the last \(counted(extra, "picture", "pictures")) left out")
        pictures.removeLast(extra)
    } else if truth.count > pictures.count {
        let extra = truth.count - pictures.count
        notes.append(
            "\(counted(truth.count, "box", "boxes")) and \(counted(pictures.count, "picture", "pictures")): "
                + "the last \(counted(extra, "box", "boxes")) left out")
        truth.removeLast(extra)
    }
    return pictures
}

/// Brings a film and truth to one length, and says what was left out, as is done with pictures that are files.
///
/// What a film says of its own length is not to be trusted: its pictures are counted, up to one more than the truth has.
func matchFilm(_ path: String, _ truth: inout [GroundTruth], notes: inout [String]) {
    // A film that cannot be opened is said when it is played.
    guard let film = try? VideoFile(path: path) else { return }
    let most = truth.count == 1 ? frameLimit : truth.count + 1
    var count = 0
    while count < most, (try? film.skip()) == true { count += 1 }
    if truth.count == 1, count > 1 {
        notes.append("truth for the first of \(count) pictures alone")
        truth += Array(repeating: .unknown, count: count - 1)
    } else if count > truth.count {
        notes.append("the film goes on after the last of \(truth.count) frames of truth: the pictures that follow are left out")
    } else if count > 0, count < truth.count {
        let extra = truth.count - count
        notes.append(
            "\(truth.count) frames of truth and \(counted(count, "picture", "pictures")) in the film: "
                + "the last \(counted(extra, "frame", "frames")) of truth left out")
        truth.removeLast(extra)
    }
}

private func noteGaps(_ pictures: [String], _ notes: inout [String]) {
    let numbers = pictures.compactMap(pictureNumber)
    guard numbers.count == pictures.count else { return }
    let gaps = zip(numbers, numbers.dropFirst()).filter { $1 != $0 &+ 1 }
    if let (before, after) = gaps.first, numbers.count > 2, gaps.count < numbers.count / 2 {
        notes.append("the pictures' numbers jump in \(counted(gaps.count, "place", "places")), first from \(before) to \(after)")
    }
}

/// A sequence of a folder whose pictures are files in it, or in the first of some folders of it, or a film in it.
func sequence(
    named name: String, in folder: FolderListing, picturesIn candidates: [String], truth: [GroundTruth],
    attributes: [String] = [], notes: [String], firstNumber: Int? = nil
) throws -> EvaluationSequence {
    var truth = truth
    var notes = notes
    for candidate in candidates {
        let place = candidate.isEmpty ? folder : try folder.folder(candidate)
        guard let pictures = try place?.pictures(), !pictures.isEmpty else { continue }
        let files = matched(pictures, &truth, notes: &notes, firstNumber: firstNumber)
        return try made(name, .files(files), truth, attributes, notes, folder)
    }
    if let film = try film(in: folder) {
        if folder.needsPictures { matchFilm(film, &truth, notes: &notes) }
        return try made(name, .film(film, skip: 0), truth, attributes, notes, folder)
    }
    guard folder.needsPictures else { return try made(name, .files([]), truth, attributes, notes, folder) }
    throw DataSetFailure(
        path: folder.path, problem: "there is truth and there are no pictures",
        cure: "looked for pictures in \(candidates.map { $0.isEmpty ? "the folder itself" : $0 + "/" }.joined(separator: ", ")) "
            + "and for a film; found \(found(in: folder))")
}

private func made(
    _ name: String, _ pictures: EvaluationSequence.Pictures, _ truth: [GroundTruth], _ attributes: [String], _ notes: [String],
    _ folder: FolderListing
) throws -> EvaluationSequence {
    guard truth.contains(where: { $0.region != nil }) else {
        throw DataSetFailure(path: folder.path, problem: "no picture of the sequence has a target")
    }
    return .init(
        name: name, pictures: pictures, truth: truth, attributes: attributes,
        notes: notes + TrackingEvaluation.notes(on: truth))
}

/// The path of a folder's film; nil when it has none.
///
/// - Throws: ``DataSetFailure`` when it has several and none is named `video` or as the folder is.
func film(in folder: FolderListing) throws(DataSetFailure) -> String? {
    let films = folder.films
    guard films.count > 1 else { return films.first.map(folder.file) }
    if let named = films.first(where: { ["video", folder.name].contains(String($0.prefix { $0 != "." })) }) {
        return folder.file(named)
    }
    throw .init(
        path: folder.path, problem: "there are \(films.count) films: \(films.joined(separator: ", "))",
        cure: "one is to be named video, such as video.mp4")
}

/// What a folder holds, in words.
func found(in folder: FolderListing) -> String {
    let files = folder.files.prefix(4).joined(separator: ", ") + (folder.files.count > 4 ? " …" : "")
    let folders = folder.folders.prefix(4).map { $0 + "/" }.joined(separator: ", ") + (folder.folders.count > 4 ? " …" : "")
    return "\(counted(folder.files.count, "file", "files"))\(files.isEmpty ? "" : " (\(files))") and "
        + "\(counted(folder.folders.count, "folder", "folders"))\(folders.isEmpty ? "" : " (\(folders))")"
}
