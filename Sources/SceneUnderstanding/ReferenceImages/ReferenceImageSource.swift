private import Downloads
private import Files

/// Where reference images come from.
public enum ReferenceImageSource: Hashable, Sendable {
    /// A picture file or address, and the width of its print in metres.
    case picture(String, width: Double)
    /// A folder with a `Contents.json`: an asset group of Xcode, or one image of it.
    case assetGroup(String)
    /// A data set in JSON, a file or an address: an array of `{imageURL, name, width}`.
    case dataSet(String)

    /// Reads what a user types: `card.png:0.085`, a folder, a `.json` file, or an address of one of the two files.
    ///
    /// - Throws: ``ReferenceImageFailure`` with what is accepted.
    public init(_ text: String) throws {
        let isAddress = Downloader.canFetch(text)
        func failure(_ message: String) -> ReferenceImageFailure { .init(subject: text, message: message) }
        if text.lowercased().hasSuffix(".json") || isAddress && text.contains(".json?") {
            self = .dataSet(text)
            return
        }
        if let colon = text.lastIndex(of: ":"), colon != text.startIndex {
            let (path, width) = (String(text[..<colon]), text[text.index(after: colon)...])
            // The colon of an address belongs to it unless something with a slash stands before.
            let isPort = isAddress && !path.dropFirst(8).contains("/")
            if !isPort, !width.contains("/") {
                guard let metres = Double(width), metres > 0, metres.isFinite else {
                    throw failure("\"\(width)\" is no width: metres above 0 are expected, such as card.png:0.085")
                }
                self = .picture(path, width: metres)
                return
            }
        }
        if isAddress {
            // An address without a width can only be a list.
            self = .dataSet(text)
            return
        }
        if kind(of: text) == .folder {
            self = .assetGroup(text)
            return
        }
        throw failure("the width of the print is missing: write it in metres behind a colon, as in card.png:0.085")
    }
}
