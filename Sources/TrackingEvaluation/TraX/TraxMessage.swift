/// One line of the TraX protocol: `@@TRAX:name "argument" … "key=value" …`.
///
/// The format is that of the protocol's specification (trax.readthedocs.io, "Message format"): arguments with spaces stand
/// between double quotes, in which `\"`, `\\` and `\n` are escapes; properties come after the arguments.
public struct TraxMessage: Hashable, Sendable {
    /// The kinds of message.
    public enum Name: String, Sendable {
        /// The tracker introduces itself.
        case hello
        /// The client names the target.
        case initialize
        /// The client sends a picture.
        case frame
        /// The tracker says where the target is.
        case state
        /// Either side ends the conversation.
        case quit
    }

    /// The kind.
    public var name: Name
    /// The arguments without a key, in order.
    public var arguments: [String]
    /// The arguments with a key.
    public var properties: [String: String]

    /// Makes a message.
    public init(_ name: Name, _ arguments: [String] = [], properties: [String: String] = [:]) {
        self.name = name
        self.arguments = arguments
        self.properties = properties
    }

    /// Reads a line.
    ///
    /// - Returns: nil for a line that is not of the protocol, which trackers print for themselves.
    /// - Throws: ``TraxSyntax`` when the line begins as a message and is none.
    init?(line: [UInt8]) throws(TraxSyntax) {
        guard line.starts(with: Self.prefix) else { return nil }
        var parts = try Self.words(line[Self.prefix.count...])
        guard let word = parts.first, let name = Name(rawValue: word) else {
            throw TraxSyntax("there is no such message: \(excerpt(line))")
        }
        parts.removeFirst()
        self.init(name)
        for part in parts {
            if let (key, value) = Self.property(part) { properties[key] = value } else { arguments.append(part) }
        }
    }

    /// The line, without its end; properties are sorted by key.
    public var text: String {
        let pairs = properties.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        return "@@TRAX:" + ([name.rawValue] + (arguments + pairs).map(Self.quoted)).joined(separator: " ")
    }

    private static let prefix = Array("@@TRAX:".utf8)

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// Splits at spaces outside of quotes, and takes quotes and escapes away.
    private static func words(_ bytes: ArraySlice<UInt8>) throws(TraxSyntax) -> [String] {
        var words: [String] = []
        var word: [UInt8]?
        var isQuoted = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                word = (word ?? []) + [byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte]
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                if word == nil { word = [] }
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                if isQuoted {
                    word?.append(byte)
                } else if let done = word {
                    words.append(String(decoding: done, as: UTF8.self))
                    word = nil
                }
            default:
                if word == nil { word = [byte] } else { word?.append(byte) }
            }
        }
        guard !isQuoted, !isEscaped else { throw TraxSyntax("a quote is not closed: \(excerpt(bytes))") }
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    /// Key and value, when what stands before the first `=` may be a key: letters, digits, dots and underscores, 64 at most.
    private static func property(_ text: String) -> (String, String)? {
        guard let equals = text.utf8.prefix(65).firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else { return nil }
        let key = text[..<equals]
        guard key.allSatisfy({ $0 == "." || $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }) else { return nil }
        return (String(key), String(text[text.utf8.index(after: equals)...]))
    }
}
