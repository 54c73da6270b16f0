private import Glibc

/// What tells whether files are still the ones that were read: device, number, length and time of the last change of each.
struct FileSignature: Hashable, Sendable {
    private struct Part: Hashable, Sendable {
        var device: UInt64
        var number: UInt64
        var length: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// Nil for what is not there.
    private var parts: [Part?]

    /// Looks at files or folders; what is not there counts too.
    init(of paths: [String]) {
        parts = paths.map { path in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return Part(
                device: UInt64(status.st_dev), number: UInt64(status.st_ino), length: Int64(status.st_size),
                seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
        }
    }

    /// Looks at the files of a recording that its facts are made of.
    ///
    /// A film that is written over under its own name is not seen here; what decodes it looks at the film itself.
    init(ofRecording folder: String) {
        let names = [
            "recording.json", "frames.jsonl", "anchors.jsonl", "events.jsonl", "features.jsonl", "truth", "truth/frames.jsonl",
        ]
        self.init(of: [folder] + names.map { folder + "/" + $0 })
    }

    /// Whether none of the files is there.
    var isNothing: Bool { parts.allSatisfy { $0 == nil } }

    /// A short text that is another when the files are others, as HTTP's entity tags are.
    var tag: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
        func add(_ value: UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) { hash = (hash ^ (value >> shift & 0xFF)) &* 0x100_0000_01b3 }
        }
        for part in parts {
            guard let part else {
                add(1)
                continue
            }
            add(part.device)
            add(part.number)
            add(UInt64(bitPattern: part.length))
            add(UInt64(bitPattern: Int64(part.seconds)))
            add(UInt64(bitPattern: Int64(part.nanoseconds)))
        }
        return String(hash, radix: 16)
    }
}

extension FileSignature {
    /// The signature of these files and others.
    func adding(_ other: FileSignature) -> FileSignature {
        var both = self
        both.parts += other.parts
        return both
    }

    /// The length of the first file, bytes; 0 when it is not there.
    var length: Int { parts.first?.map { Int($0.length) } ?? 0 }
}
