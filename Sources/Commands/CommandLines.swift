internal import Studio

/// The words of a page as options of the commands, and the command lines that do the same.
struct CommandLines {
    /// Options of one command.
    struct Part {
        /// As they are parsed: name and value in one word.
        var words: [String] = []
        /// As a person types them.
        var typed: [String] = []

        fileprivate mutating func add(_ word: StudioWord, takesValue: Bool) {
            let name = "--" + word.name
            // A value for a flag is a mistake, which the parser names.
            words.append(takesValue || !word.value.isEmpty ? name + "=" + word.value : name)
            typed += takesValue ? [name, shellWord(word.value)] : [name]
        }
    }

    private(set) var draw = Part()
    private(set) var edit = Part()
    private(set) var style = Part()
    private let recording: String

    /// Sorts words by the command that they belong to.
    ///
    /// - Throws: ``UsageFailure`` for one that none of them has.
    init(_ words: [StudioWord], recording: String) throws {
        self.recording = recording
        for word in words {
            if let option = Self.style.first(where: { $0.name == word.name }) {
                style.add(word, takesValue: option.valueName != nil)
            } else if let option = Self.draw.first(where: { $0.name == word.name }) {
                draw.add(word, takesValue: option.valueName != nil)
            } else if let option = Self.edit.first(where: { $0.name == word.name }) {
                edit.add(word, takesValue: option.valueName != nil)
            } else {
                throw UsageFailure.unknownOption("--" + word.name, known: (Self.draw + Self.edit + Self.style).map(\.typed))
            }
        }
    }

    /// The command lines that write a file, or only draw.
    func commands(writing file: String?) -> [String] {
        let drawn = "airdraw draw " + ([shellWord(recording)] + draw.typed).joined(separator: " ")
        guard let file else { return [drawn] }
        let ending = file.lastIndex(of: ".").map { file[$0...].lowercased() } ?? ""
        let changed = edit.typed.joined(separator: " ")
        if ending == ".json" {
            let written = drawn + " --out " + shellWord(file)
            return edit.typed.isEmpty ? [written] : [written, "airdraw edit \(shellWord(file)) \(changed)"]
        }
        let shapes = style.typed.map { " " + $0 }.joined()
        guard !edit.typed.isEmpty else { return [drawn + " --mesh " + shellWord(file) + shapes] }
        let between = shellWord(file.dropLast(ending.count) + ".drawing.json")
        return [
            drawn + " --out " + between, "airdraw edit \(between) \(changed)",
            "airdraw export \(between) --out \(shellWord(file))" + shapes,
        ]
    }

    /// Options that say what strokes look like.
    private static let style = StyleOptions.specs
    /// Options of `draw` that say how it is drawn, not what is written.
    private static let draw = DrawCommand.spec.ownOptions.filter { !["out", "obj", "mesh", "preview"].contains($0.name) }
    /// Options of `edit` that `draw` has not: what has the same name is drawn so in the first place.
    private static let edit = EditCommand.spec.ownOptions.filter { $0.name != "out" }
}

/// A text as one word of a shell's command line.
func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return byte < 0x80
            && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "_@%+=:,./-".unicodeScalars.contains(scalar))
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
