public import Imaging
public import Spaces

/// A printed picture of known size that is to be recognized: `ARReferenceImage`.
public struct ReferenceImage: Sendable {
    /// What it is called; anchors and content name it.
    public let name: String
    /// The picture, upright.
    public let picture: Picture
    /// Width of the print, metres.
    public let physicalWidth: Double
    /// The picture, prepared to be found.
    public let prepared: ReferencePicture
    /// A picture with a side of fewer pixels is refused.
    public static let leastSide = 100

    /// Height of the print, metres: it follows from the picture.
    public var physicalHeight: Double { physicalWidth * Double(picture.height) / Double(picture.width) }

    /// Makes a reference image.
    ///
    /// - Parameters:
    ///   - name: anything but nothing.
    ///   - picture: both sides of more than ``leastSide`` pixels.
    ///   - physicalWidth: of the print, metres, above 0.
    /// - Throws: ``ReferenceImageFailure`` when it cannot be recognized in any picture.
    public init(name: String, picture: Picture, physicalWidth: Double) throws {
        guard !name.isEmpty else { throw ReferenceImageFailure(subject: "a reference image", message: "it has no name") }
        guard physicalWidth > 0, physicalWidth.isFinite else {
            throw ReferenceImageFailure(
                subject: name,
                message: "its width is \(physicalWidth) m: the width of the print in metres is needed, such as 0.085")
        }
        guard min(picture.width, picture.height) >= Self.leastSide else {
            throw ReferenceImageFailure(
                subject: name,
                message:
                    "the picture is \(picture.width) × \(picture.height): each side must have at least \(Self.leastSide) pixels")
        }
        self.name = name
        self.picture = picture
        self.physicalWidth = physicalWidth
        prepared = try ReferencePicture(picture)
    }

    /// The corners of the print in the anchor's axes, clockwise from the top left: x to the right, z down.
    public var corners: [AnchorPoint] {
        let (x, z) = (physicalWidth / 2, physicalHeight / 2)
        return [(-x, -z), (x, -z), (x, z), (-x, z)].map { AnchorPoint(x: $0.0, y: 0, z: $0.1) }
    }

    /// The corners of the picture in its own pixels, in the order of ``corners``.
    var pixelCorners: [PixelPoint] {
        let (right, bottom) = (Double(picture.width) - 0.5, Double(picture.height) - 0.5)
        return [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)].map { PixelPoint(x: $0.0, y: $0.1) }
    }
}

extension ReferenceImage: Hashable {
    /// Whether both are the same print, prepared once.
    public static func == (a: Self, b: Self) -> Bool {
        a.prepared === b.prepared && a.name == b.name && a.physicalWidth == b.physicalWidth
    }

    /// Hashes name and print.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ObjectIdentifier(prepared))
    }
}

/// Why a reference image, or a list of them, cannot be used: `ARError.Code.invalidReferenceImage`.
public struct ReferenceImageFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which one: its name, or the file it was to come from.
    public let subject: String
    /// What is wrong, and what is accepted.
    public let message: String

    /// Makes a failure.
    public init(subject: String, message: String) {
        self.subject = subject
        self.message = message
    }

    /// One sentence.
    public var description: String { "\(subject): \(message)" }
}
