internal import Imaging
private import Files
private import Recordings

/// Something that is shown on a reference image.
public struct ImageContent: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
        /// Lines of text on a panel, readable from the front only.
        case label([String])
        /// A picture file, which covers the image.
        case picture(path: String)
    }

    /// The reference image, by its name.
    public let reference: String
    /// What is shown.
    public let kind: Kind
    /// Width, in widths of the reference image.
    public let width: Double
    /// Where its middle lies, from that of the image: to the right and down, in widths of the image.
    public let offset: SIMD2<Double>

    /// Makes content.
    public init(reference: String, kind: Kind, width: Double = 1, offset: SIMD2<Double> = .zero) {
        self.reference = reference
        self.kind = kind
        self.width = width
        self.offset = offset
    }

    /// Most lines of a label, and characters of a line.
    static let mostLines = 12
    static let mostCharacters = 80

    /// Reads a list of content: an array of `{"reference", "label": ["…"] | "picture": "…", "width", "offset": [x, y]}`.
    ///
    /// - Parameter path: of the JSON file; paths in it count from its folder.
    /// - Throws: ``ReferenceImageFailure`` with the entry.
    public static func list(contentsOf path: String) throws -> [ImageContent] {
        func failure(_ message: String, _ entry: Int? = nil) -> ReferenceImageFailure {
            .init(subject: entry.map { "\(path), entry \($0)" } ?? path, message: message)
        }
        let items: [JSONValue]
        do {
            guard case .array(let list) = try JSONParser.parse(readFile(path, upTo: 1 << 20)) else {
                throw failure("an array of content is expected")
            }
            items = list
        } catch let problem as JSONProblem {
            throw failure("\(problem.problem) at byte \(problem.offset)")
        } catch let problem as FileFailure {
            throw failure(problem.reason)
        }
        return try items.enumerated().map { index, item in
            let number = index + 1
            guard case .object(let object) = item else { throw failure("an object is expected, found \(item.found)", number) }
            guard case .string(let reference)? = object["reference"], !reference.isEmpty else {
                throw failure("reference: the name of a reference image is expected", number)
            }
            var width = 1.0
            if let value = object["width"] {
                guard case .number(let given) = value, given > 0, given <= 20 else {
                    throw failure("width: a number above 0 and at most 20 is expected, found \(value.found)", number)
                }
                width = given
            }
            var offset = SIMD2<Double>.zero
            if let value = object["offset"] {
                guard case .array(let pair) = value, pair.count == 2, case .number(let x) = pair[0],
                    case .number(let y) = pair[1],
                    abs(x) <= 20, abs(y) <= 20
                else { throw failure("offset: two numbers from -20 to 20 are expected, found \(value.found)", number) }
                offset = [x, y]
            }
            let kind = try kind(object, besides: path) { failure($0, number) }
            return ImageContent(reference: reference, kind: kind, width: width, offset: offset)
        }
    }

    private static func kind(
        _ object: JSONObject, besides path: String, _ failure: (String) -> ReferenceImageFailure
    ) throws -> Kind {
        switch (object["label"], object["picture"]) {
        case (let label?, nil):
            let lines: [JSONValue] = if case .array(let items) = label { items } else { [label] }
            guard !lines.isEmpty, lines.count <= mostLines else { throw failure("label: one to \(mostLines) lines are expected") }
            return .label(
                try lines.map { line in
                    guard case .string(let text) = line, text.count <= mostCharacters else {
                        throw failure("label: lines of at most \(mostCharacters) characters are expected, found \(line.found)")
                    }
                    return text
                })
        case (nil, .string(let file)?):
            guard let place = ReferenceAddress.resolve(file, against: path), !file.contains("://") else {
                throw failure("picture: a path that stays in the folder of the list is expected, found \(file)")
            }
            return .picture(path: place)
        default: throw failure("either label, a text or a list of lines, or picture, a path, is expected")
        }
    }
}
