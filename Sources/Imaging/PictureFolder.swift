public import Spaces

/// Pictures in files of their own, in order.
public final class PictureFolder: PictureSource {
    /// The files, in the order in which they come.
    public let paths: [String]
    /// The size of every picture, pixels: that of the first.
    public let size: PixelSize
    /// Not known.
    public var framesPerSecond: Double? { nil }
    private let pool = PicturePool()
    private var first: Picture?
    private var frame = 0

    /// The endings of files that count as pictures.
    public static let endings: Set<String> = ["png", "jpg", "jpeg", "bmp", "webp"]

    /// Takes files in the given order.
    ///
    /// - Throws: ``ImagingFailure`` when there is none, or the first cannot be read.
    public init(paths: [String]) throws {
        guard let start = paths.first else { throw ImagingFailure(.missing, "pictures", "the list is empty") }
        self.paths = paths
        let picture = Picture(try PictureMemory(reading: start, into: pool), pool: pool)
        first = picture
        size = picture.size
    }

    /// Takes all pictures of a folder in natural order: 2 comes before 10.
    ///
    /// - Throws: ``ImagingFailure`` when there is none.
    public convenience init(folder: String) throws {
        let paths = try Self.paths(in: folder)
        guard !paths.isEmpty else {
            throw ImagingFailure(.missing, folder, "the folder has no pictures: .png, .jpg, .jpeg, .bmp and .webp are read")
        }
        try self.init(paths: paths)
    }

    /// The paths of a folder's pictures in natural order: 2 comes before 10; none when it has none.
    ///
    /// - Throws: ``ImagingFailure`` when the folder cannot be read.
    public static func paths(in folder: String) throws -> [String] {
        let names = try namesInFolder(folder).filter { name in
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
            return Self.endings.contains(name[name.index(after: dot)...].lowercased())
        }
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        return names.sorted(by: naturallyPrecedes).map { base + $0 }
    }

    /// Takes the pictures that fit a pattern with one number, such as `img/%04d.jpg`, in the order of their numbers.
    ///
    /// - Throws: ``ImagingFailure`` when there is none, or the pattern is not understood.
    public convenience init(pattern: String) throws {
        guard let parsed = NumberPattern(pattern) else {
            throw ImagingFailure(.argument, pattern, "a pattern has one number in the name of the file, such as img/%04d.jpg")
        }
        let numbered = try namesInFolder(parsed.folder.isEmpty ? "." : parsed.folder)
            .compactMap { name in parsed.number(in: name).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }
        guard !numbered.isEmpty else { throw ImagingFailure(.missing, pattern, "no file fits the pattern") }
        try self.init(paths: numbered.map { parsed.folder + $0.name })
    }

    /// The next picture; nil at the end.
    public func next() throws -> Picture? {
        if let picture = first {
            first = nil
            frame = 1
            return picture
        }
        guard frame < paths.count else { return nil }
        let path = paths[frame]
        let picture = Picture(try PictureMemory(reading: path, into: pool), pool: pool)
        guard picture.size == size else {
            throw ImagingFailure(
                .sizeChanged, "\(path), frame \(frame)",
                "the picture is \(picture.width) × \(picture.height), those before it \(Int(size.width)) × \(Int(size.height))")
        }
        frame += 1
        return picture
    }

    /// Passes a picture over without reading it.
    public func skip() throws -> Bool {
        if first != nil { return try next() != nil }
        guard frame < paths.count else { return false }
        frame += 1
        return true
    }
}
