import Files

/// Adds planes and feature points to a recording: its `anchors.jsonl` and `features.jsonl` are written anew beside the old ones.
///
/// Dropped without ``commit()``, it leaves the recording as it was. Anchors that are no planes are kept, in the order of time.
public final class SceneAdditions {
    private let anchors: AtomicFile
    private let features: AtomicFile
    private var kept: [AnchorEvent] = []
    private let names: Set<String>
    private let anchorPath: String

    /// Prepares to add.
    ///
    /// - Parameters:
    ///   - recording: what is added to.
    ///   - replacing: whether planes and feature points that it has may go; otherwise they are refused.
    /// - Throws: ``RecordingFailure``, or a file failure of the system.
    public init(to recording: Recording, replacing: Bool) throws {
        anchorPath = recording.folder + "/anchors.jsonl"
        let featurePath = recording.folder + "/features.jsonl"
        var hasPlanes = false
        var names: Set<String> = []
        var planes: Set<String> = []
        let reader = try recording.anchors()
        while let event = try reader.next() {
            switch event.change {
            case .add(.plane), .update(.plane):
                planes.insert(event.id)
                hasPlanes = true
            case .add(.image), .update(.image), .add(.other), .update(.other):
                planes.remove(event.id)
                names.insert(event.id)
                kept.append(event)
            case .remove:
                if !planes.contains(event.id) { kept.append(event) }
            }
        }
        self.names = names
        let cure = "allow them to be replaced"
        if hasPlanes, !replacing { throw RecordingFailure(path: anchorPath, problem: "it has planes already", cure: cure) }
        if recording.has("features.jsonl"), !replacing {
            throw RecordingFailure(path: featurePath, problem: "it has feature points already", cure: cure)
        }
        anchors = try AtomicFile(path: anchorPath)
        features = try AtomicFile(path: featurePath)
    }

    /// Appends what happened to a plane; times do not fall.
    public func write(_ event: AnchorEvent) throws {
        guard !names.contains(event.id) else {
            throw RecordingFailure(path: anchorPath, problem: "another anchor is called \"\(shortened(event.id))\" already")
        }
        writeKept(until: event.time)
        anchors.write(event.line)
    }

    /// Appends the feature points of a frame.
    public func write(_ record: FeatureRecord) { features.write(record.line) }

    /// Completes both files and gives them their names.
    ///
    /// - Throws: a file failure of the system; when it comes before the first renaming, as on a full disk, nothing has changed.
    public func commit() throws {
        writeKept(until: .infinity)
        try anchors.finish()
        try features.finish()
        try features.commit()
        try anchors.commit()
    }

    private func writeKept(until time: Double) {
        let count = kept.prefix { $0.time <= time }.count
        for event in kept[..<count] { anchors.write(event.line) }
        kept.removeFirst(count)
    }
}
