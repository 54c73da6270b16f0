/// One way to say where a film's camera stands, as a page offers it.
struct ImportChoice: Encodable, Hashable, Sendable {
    /// What a person has.
    enum Kind: String, Encodable, Sendable { case reference, sheet, board, camera }

    /// What a person has.
    var kind: Kind
    /// The word of `airdraw import`.
    var word: String
    /// How its value is written.
    var form: String
    /// Whether it names a file, which is to be sent to the same import.
    var needsFile: Bool

    /// All ways.
    static let all = [
        ImportChoice(kind: .reference, word: "world", form: "reference:FILE:WIDTH", needsFile: true),
        ImportChoice(kind: .sheet, word: "world", form: "sheet:SIZE:X,Y,X,Y,X,Y,X,Y", needsFile: false),
        ImportChoice(kind: .board, word: "world", form: "board:charuco:COLSxROWS:SQUARE:MARKER:DICTIONARY", needsFile: false),
        ImportChoice(kind: .camera, word: "camera", form: "FILE", needsFile: true),
    ]
}

/// What is answered to a film of which nobody said where its camera stands; what was sent is kept for another try.
struct ImportNeeds: Encodable, Hashable, Sendable {
    var error: String
    @NullWhenNil var help: String?
    /// The import, to which files and words may be sent.
    var id: String
    /// The address of the film's first picture, in which corners are pointed at.
    var first: String
    /// Width and height of the film's pictures, pixels.
    var image: [Int]
    /// What may be said.
    var choices: [ImportChoice]
}

/// What is answered to an import that was accepted.
struct ImportAccepted: Encodable, Hashable, Sendable {
    /// The import, whose events are at `/api/imports/ID`.
    var id: String
}
