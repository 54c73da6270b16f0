internal import COpenCV

/// A predefined set of markers, by the name that OpenCV gives it without `DICT_`.
public struct MarkerDictionary: Hashable, Sendable {
    /// The name, such as `6X6_250` or `APRILTAG_36h11`.
    public let name: String
    /// OpenCV's number of it.
    let number: Int32

    /// All that there are.
    public static let all: [Self] = {
        var names: [String] = []
        for bits in 4...7 { names += [50, 100, 250, 1000].map { "\(bits)X\(bits)_\($0)" } }
        names += ["ARUCO_ORIGINAL", "APRILTAG_16h5", "APRILTAG_25h9", "APRILTAG_36h10", "APRILTAG_36h11"]
        return names.enumerated().map { Self(name: $1, number: Int32($0)) }
    }()

    private init(name: String, number: Int32) {
        self.name = name
        self.number = number
    }

    /// Finds a dictionary by its name; `DICT_` before it and capitals do not matter, and `36h11` is `APRILTAG_36h11`.
    public init?(named text: String) {
        var word = text.uppercased()
        if word.hasPrefix("DICT_") { word.removeFirst(5) }
        guard let found = Self.all.first(where: { $0.name.uppercased() == word || $0.name.uppercased() == "APRILTAG_" + word })
        else { return nil }
        self = found
    }

    /// How many markers it has.
    public var count: Int { Int(ad_board_markers_in(number)) }
    /// Whether it is a family of AprilTags.
    public var isAprilTag: Bool { name.hasPrefix("APRILTAG") }
}
