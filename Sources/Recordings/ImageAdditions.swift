import Files

/// Adds image anchors to a recording: its `anchors.jsonl` is written anew beside the old one.
///
/// Dropped without ``commit()``, it leaves the recording as it was. All other anchors are kept, in the order of time.
public final class ImageAdditions {
    private let anchors: AtomicFile
    private var kept: [AnchorEvent] = []
    private var names: Set<String> = []
    private let path: String

    /// Prepares to add.
    ///
    /// - Parameters:
    ///   - recording: what is added to.
    ///   - replacing: whether image anchors that it has may go; otherwise they are refused.
    /// - Throws: ``RecordingFailure``, or a file failure of the system.
    public init(to recording: Recording, replacing: Bool) throws {
        path = recording.folder + "/anchors.jsonl"
        var images: Set<String> = []
        var hasImages = false
        let reader = try recording.anchors()
        while let event = try reader.next() {
            switch event.change {
            case .add(.image), .update(.image):
                images.insert(event.id)
                hasImages = true
                continue
            case .add, .update:
                images.remove(event.id)
                names.insert(event.id)
            case .remove:
                if images.contains(event.id) { continue }
            }
            kept.append(event)
        }
        if hasImages, !replacing {
            throw RecordingFailure(path: path, problem: "it has image anchors already", cure: "allow them to be replaced")
        }
        anchors = try AtomicFile(path: path)
    }

    /// Appends what happened to an image; times do not fall.
    public func write(_ event: AnchorEvent) throws {
        guard !names.contains(event.id) else {
            throw RecordingFailure(path: path, problem: "another anchor is called \"\(shortened(event.id))\" already")
        }
        writeKept(until: event.time)
        anchors.write(event.line)
    }

    /// Completes the file and gives it its name.
    ///
    /// - Throws: a file failure of the system.
    public func commit() throws {
        writeKept(until: .infinity)
        try anchors.commit()
    }

    private func writeKept(until time: Double) {
        let count = kept.prefix { $0.time <= time }.count
        for event in kept[..<count] { anchors.write(event.line) }
        kept.removeFirst(count)
    }
}
