import Files

extension Recording {
    /// How many lines `frames.jsonl` has, which is how many frames there are when nothing is wrong with it.
    ///
    /// - Throws: `FileFailure` when it cannot be read.
    public func frameCount() throws -> Int {
        var lines = try LineReader(path: folder + "/frames.jsonl")
        var count = 0
        while let line = try lines.next() { count += line.isEmpty ? 0 : 1 }
        return count
    }

    /// Frames per second over the first frames; 30 for a recording of one frame.
    ///
    /// - Throws: ``RecordingFailure``.
    public func frameRate() throws(RecordingFailure) -> Double {
        let reader = try frames()
        guard let first = try reader.next() else { return 30 }
        var last = first
        for _ in 0..<30 {
            guard let frame = try reader.next() else { break }
            last = frame
        }
        return last.index > first.index ? Double(last.index - first.index) / (last.time - first.time) : 30
    }
}
