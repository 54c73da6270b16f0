internal import Recordings

extension DataSetLayout {
    /// A recording of AirDraw with the nail's box in `truth/frames.jsonl`.
    ///
    /// The pictures of a film between the first and the last that the recording uses are all frames; those it leaves out have no truth.
    static let airdraw = DataSetLayout(
        name: "airdraw", lookedFor: "recording.json beside truth/frames.jsonl",
        fits: { $0.has("recording.json") },
        read: { folder, found in
            let recording = try Recording(opening: folder.path)
            guard let truth = try RecordingTruth(opening: folder.path), recording.has("truth/frames.jsonl") else {
                found.notes.append("\(folder.name) has no truth/frames.jsonl: left out")
                return []
            }
            return [try sequence(of: recording, truth: truth, name: folder.name)]
        })
}

private func sequence(of recording: Recording, truth: RecordingTruth, name: String) throws -> EvaluationSequence {
    let reader = try truth.frames()
    var known: [Int: GroundTruth] = [:]
    while let frame = try reader.next() {
        known[frame.index] = frame.nailBox.map { .visible(.rect($0)) } ?? .absent
    }
    var notes: [String] = []
    var boxes: [GroundTruth] = []
    var files: [String] = []
    var start: Int?
    let frames = try recording.frames()
    while let frame = try frames.next() {
        switch frame.picture {
        case .none: throw DataSetFailure(path: recording.folder, problem: "the recording has no pictures")
        case .file:
            guard let path = recording.path(of: frame.picture) else { continue }
            files.append(path)
        case .videoFrame(let number):
            let first = start ?? number
            start = first
            guard number >= first, number - first >= boxes.count, number - first < frameLimit else {
                throw DataSetFailure(
                    path: recording.folder,
                    problem:
                        "frame \(frame.index) uses picture \(number) of the film, which is used before, precedes one that is, or is too far on"
                )
            }
            boxes += Array(repeating: .unknown, count: number - first - boxes.count)
        }
        boxes.append(known[frame.index] ?? .unknown)
    }
    guard boxes.contains(where: { $0.region != nil }) else {
        throw DataSetFailure(
            path: recording.folder, problem: "not one of \(boxes.count) frames has a nail box in truth/frames.jsonl")
    }
    if let start, start > 0 { notes.append("the recording starts with picture \(start) of its film") }
    let pictures: EvaluationSequence.Pictures
    if files.isEmpty {
        guard let film = recording.filmPath else {
            throw DataSetFailure(path: recording.folder, problem: "the recording has no pictures")
        }
        pictures = .film(film, skip: start ?? 0)
    } else {
        pictures = .files(files)
    }
    return .init(name: name, pictures: pictures, truth: boxes, notes: notes + TrackingEvaluation.notes(on: boxes))
}
