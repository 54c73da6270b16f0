extension DataSetLayout {
    /// TrackingNet: a file of boxes a clip in `anno`, and its pictures in a folder of `frames`.
    static let trackingNet = DataSetLayout(
        name: "trackingnet", lookedFor: "anno/NAME.txt and frames/NAME/",
        fits: { folder in
            guard folder.hasFolder("frames"), let anno = try folder.folder("anno") else { return false }
            return !anno.files(ending: "txt").isEmpty
        },
        read: { folder, found in
            guard let anno = try folder.folder("anno"), let frames = try folder.folder("frames") else { return [] }
            var sequences: [EvaluationSequence] = []
            var missing: [String] = []
            for file in anno.files(ending: "txt") {
                let name = String(file.dropLast(4))
                guard let pictures = try frames.folder(name) else {
                    missing.append(name)
                    continue
                }
                let read = found.reading(name) {
                    var own: [String] = []
                    let truth = try boxTruth(anno.file(file), origin: 0, notes: &own)
                    return try sequence(named: name, in: pictures, picturesIn: [""], truth: truth, notes: own)
                }
                if let read { sequences.append(read) }
            }
            if !missing.isEmpty {
                found.notes.append(
                    "\(counted(missing.count, "clip of anno has", "clips of anno have")) no pictures, such as \(missing[0]): left out"
                )
            }
            let bare = frames.folders.filter { !anno.has($0 + ".txt") }
            if let first = bare.first {
                found.notes.append(
                    "\(counted(bare.count, "folder", "folders")) of frames without truth, such as \(first): left out")
            }
            return sequences
        })
}
