public import Downloads
private import Files
internal import Imaging
private import Recordings

/// Reference images that were loaded, and what was wrong with those that were not.
public struct ReferenceImageSet: Sendable {
    /// The images; each name is there once.
    public var images: [ReferenceImage] = []
    /// Entries that were passed over, and what is to be known of others: each names its subject.
    public var warnings: [ReferenceImageFailure] = []

    /// Makes an empty set.
    public init() {}
}

/// Loads reference images from files, folders and servers.
///
/// A bad entry of a list is named among the warnings, and the others load; a picture that was asked for by itself, and a list of which
/// nothing can be used, are errors.
public struct ReferenceImageLoader: Sendable {
    /// Most entries of one data set.
    public static let mostEntries = 1000
    /// Most bytes of a list.
    static let mostListBytes = 4 << 20

    private let downloader: Downloader

    /// Makes a loader that fetches with the given downloader.
    public init(downloader: Downloader = .init()) { self.downloader = downloader }

    /// Loads everything.
    ///
    /// - Throws: ``ReferenceImageFailure``.
    public func load(_ sources: [ReferenceImageSource]) throws -> ReferenceImageSet {
        var set = ReferenceImageSet()
        for source in sources {
            switch source {
            case .picture(let place, let width):
                add(try image(Entry(name: name(of: place), place: place, width: width), &set.warnings), to: &set)
            case .assetGroup(let folder): try add(AssetGroup(folder: folder).entries(&set.warnings), of: folder, to: &set)
            case .dataSet(let place): try add(dataSet(place, &set.warnings), of: place, to: &set)
            }
        }
        return set
    }

    /// An image of a list.
    struct Entry {
        var name: String
        /// A path or an address.
        var place: String
        /// Metres.
        var width: Double
    }

    private func add(_ entries: [Entry], of list: String, to set: inout ReferenceImageSet) throws {
        let before = set.images.count
        let earlier = set.warnings.count
        for entry in entries {
            do {
                add(try image(entry, &set.warnings), to: &set)
            } catch let failure as ReferenceImageFailure {
                set.warnings.append(failure)
            }
        }
        let own = set.warnings[earlier...]
        guard set.images.count > before || own.contains(where: { $0.message == Self.twice }) else {
            let reasons = own.suffix(3).map(\.description).joined(separator: "; ")
            throw ReferenceImageFailure(
                subject: list, message: "no image of it can be used" + (reasons.isEmpty ? ": it is empty" : " (\(reasons))"))
        }
    }

    private static let twice = "this name is there twice: the first is used"

    private func add(_ image: ReferenceImage, to set: inout ReferenceImageSet) {
        if set.images.contains(where: { $0.name == image.name }) {
            set.warnings.append(.init(subject: image.name, message: Self.twice))
        } else {
            set.images.append(image)
        }
    }

    // MARK: - Pictures

    private func image(_ entry: Entry, _ warnings: inout [ReferenceImageFailure]) throws -> ReferenceImage {
        let bytes: [UInt8]
        do {
            bytes =
                Downloader.canFetch(entry.place)
                ? try downloader.fetch(entry.place).bytes : try readFile(entry.place, upTo: downloader.limits.bytes)
        } catch let failure as DownloadFailure {
            throw ReferenceImageFailure(subject: entry.name, message: failure.description)
        } catch let failure as FileFailure {
            throw ReferenceImageFailure(subject: entry.name, message: "\(failure.path): \(failure.reason)")
        }
        let traits = PictureTraits(bytes)
        if traits.isAnimated {
            throw ReferenceImageFailure(
                subject: entry.name, message: "\(entry.place) holds an animation: one still picture is needed")
        }
        do {
            let picture = try Picture(decoding: bytes, name: entry.place).upright(orientation: traits.orientation)
            let image = try ReferenceImage(name: entry.name, picture: picture, physicalWidth: entry.width)
            for (holds, text) in [
                (traits.hasAlpha, "it has transparent parts, which are taken as they are stored"),
                (traits.isDeep, "its 16 bits a sample are taken as 8"),
                (traits.isPrint, "its colours are those of print (CMYK), and are taken as grey levels only"),
            ] where holds {
                warnings.append(.init(subject: entry.name, message: text))
            }
            return image
        } catch let failure as ImagingFailure {
            throw ReferenceImageFailure(subject: entry.name, message: failure.description)
        }
    }

    /// The file's name without folders and ending.
    private func name(of place: String) -> String {
        let path = place.split(separator: "?", maxSplits: 1).first.map(String.init) ?? place
        let last = path.split(separator: "/").last.map(String.init) ?? place
        guard let point = last.lastIndex(of: "."), point != last.startIndex else { return last }
        return String(last[..<point])
    }

    // MARK: - Data sets

    private func dataSet(_ place: String, _ warnings: inout [ReferenceImageFailure]) throws -> [Entry] {
        let isAddress = Downloader.canFetch(place)
        let bytes: [UInt8]
        var base = place
        do {
            if isAddress {
                var downloader = self.downloader
                downloader.limits.bytes = min(downloader.limits.bytes, Self.mostListBytes)
                let download = try downloader.fetch(place)
                bytes = download.bytes
                base = download.url
            } else {
                bytes = try readFile(place, upTo: Self.mostListBytes)
            }
        } catch let failure as DownloadFailure {
            throw ReferenceImageFailure(subject: place, message: failure.message)
        } catch let failure as FileFailure {
            let isLarge = failure.code == tooLarge
            throw ReferenceImageFailure(
                subject: place,
                message: isLarge
                    ? "it is larger than \(Self.mostListBytes >> 20) MiB: a list of images is expected" : failure.reason)
        }
        let items: [JSONValue]
        do {
            guard case .array(let list) = try JSONParser.parse(bytes) else {
                throw ReferenceImageFailure(
                    subject: place, message: "an array of {\"imageURL\", \"name\", \"width\"} is expected")
            }
            items = list
        } catch let problem as JSONProblem {
            let start = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
            let hint =
                start == UInt8(ascii: "<") ? "it is a web page and not JSON" : "\(problem.problem) at byte \(problem.offset)"
            throw ReferenceImageFailure(
                subject: place, message: "\(hint): an array of {\"imageURL\", \"name\", \"width\"} is expected")
        }
        guard items.count <= Self.mostEntries else {
            throw ReferenceImageFailure(
                subject: place, message: "it has \(items.count) images, and \(Self.mostEntries) are the most")
        }
        var entries: [Entry] = []
        for (index, item) in items.enumerated() {
            do {
                entries.append(try entry(item, number: index + 1, of: place, base: base))
            } catch let failure as ReferenceImageFailure {
                warnings.append(failure)
            }
        }
        return entries
    }

    private func entry(_ item: JSONValue, number: Int, of list: String, base: String) throws -> Entry {
        var subject = "\(list), entry \(number)"
        func failure(_ message: String) -> ReferenceImageFailure { .init(subject: subject, message: message) }
        guard case .object(let object) = item else { throw failure("an object is expected, found \(item.found)") }
        guard case .string(let name)? = object["name"], !name.isEmpty else {
            throw failure("name: a text is expected, found \(object["name"]?.found ?? "nothing")")
        }
        subject += " (\(name))"
        guard case .string(let url)? = object["imageURL"], !url.isEmpty else {
            throw failure("imageURL: an address or a path is expected, found \(object["imageURL"]?.found ?? "nothing")")
        }
        guard case .number(let width)? = object["width"], width > 0 else {
            throw failure("width: metres above 0 are expected, found \(object["width"]?.found ?? "nothing")")
        }
        guard let place = ReferenceAddress.resolve(url, against: base) else {
            throw failure(
                "imageURL: \(url) is not fetched: http, https, and paths "
                    + (Downloader.canFetch(base) ? "on the same server are accepted" : "that stay in the folder are accepted"))
        }
        return Entry(name: name, place: place, width: width)
    }
}
