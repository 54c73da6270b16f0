public import Imaging
internal import Spaces

/// How well a picture serves as a reference image, 0…100, with the reasons.
///
/// The score is 100 times the product of six shares, each 1 where nothing is wrong and falling in a straight line to 0 where the picture
/// could not be used for that reason alone: one bad property spoils a picture, however good the others are. Each pair of limits follows
/// from what finding and following need, and stands beside its share in ``Factor``; none is fitted to pictures.
public struct ReferenceImageQuality: Sendable {
    /// What is judged.
    public enum Factor: String, Hashable, Sendable, CaseIterable {
        /// The shorter side in pixels: refused under 100 (ARKit), nothing is missed from 300 on (ARCore's advice).
        case size
        /// The deviation of the grey levels: that of a camera's noise is 4, and eight times that is plenty.
        case contrast
        /// The number of features: a find needs nine that agree; a quarter of those there are agree at a slant, and half may be covered.
        /// So fewer than 30 are no use and 150 leave room.
        case features
        /// The share of a grid of 5 × 5 places that holds features: a corner of a fifth fixes no pose; two thirds do.
        case spread
        /// The share of features that look like no other of the picture: matches between those that do are left to chance.
        case uniqueness
        /// How little the picture looks like itself when it is moved by more than a tenth: 1 less the highest correlation.
        case aperiodicity

        /// The values at which the share is 0 and 1.
        var limits: (none: Double, all: Double) {
            switch self {
            case .size: (60, 300)
            case .contrast: (6, 32)
            case .features: (25, 150)
            case .spread: (0.2, 0.65)
            case .uniqueness: (0.35, 0.75)
            case .aperiodicity: (0.25, 0.55)
            }
        }
    }

    /// What is wrong with a picture.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// In words, with the number and what helps.
        public let description: String
    }

    /// 0…100.
    public let score: Int
    /// The measured values.
    public let values: [Factor: Double]
    /// What is wrong, the worst first; empty for a picture with which nothing is.
    public let reasons: [Reason]
    /// Its features.
    public let features: [ReferencePicture.Feature]

    /// The share of a factor, 0…1.
    public func share(of factor: Factor) -> Double { Self.share(values[factor] ?? 0, factor) }

    static func share(_ value: Double, _ factor: Factor) -> Double {
        let (none, all) = factor.limits
        return max(0, min(1, (value - none) / (all - none)))
    }

    /// Judges a picture.
    ///
    /// - Parameters:
    ///   - picture: upright.
    ///   - prepared: the same, prepared; it is prepared anew where it is nil.
    ///   - width: of the print, metres; nil where it is not known.
    public init(of picture: Picture, prepared: ReferencePicture? = nil, width: Double? = nil) throws {
        let reference = try prepared ?? ReferencePicture(picture)
        features = try reference.features()
        let small = try GreyThumbnail(picture)
        let repeated = try reference.repeatedShare()
        let values: [Factor: Double] = [
            .size: Double(min(picture.width, picture.height)), .contrast: small.deviation,
            .features: Double(features.count), .spread: Self.spread(features, picture.size),
            .uniqueness: features.isEmpty ? 0 : 1 - repeated, .aperiodicity: 1 - small.highestSelfCorrelation(),
        ]
        self.values = values
        var reasons: [(share: Double, text: String)] = []
        var product = 1.0
        for factor in Factor.allCases {
            let value = values[factor] ?? 0
            let share = Self.share(value, factor)
            product *= share
            // Without features there is nothing to say of them.
            if factor == .uniqueness, features.isEmpty { continue }
            if share < 0.9 { reasons.append((share, Self.words(factor, value))) }
        }
        if let skew = small.skew { reasons.append((0.5, skew)) }
        if let width, let text = Self.implausible(width) { reasons.append((0.5, text)) }
        let isRefused = min(picture.width, picture.height) < ReferenceImage.leastSide
        score = isRefused ? 0 : Int((100 * product).rounded())
        self.reasons = reasons.enumerated().sorted { ($0.element.share, $0.offset) < ($1.element.share, $1.offset) }
            .map { Reason(description: $0.element.text) }
    }

    /// The share of 5 × 5 places that holds features.
    private static func spread(_ features: [ReferencePicture.Feature], _ size: PixelSize) -> Double {
        let places = Set(
            features.map { feature in
                let column = min(4, max(0, Int(5 * (feature.place.x + 0.5) / size.width)))
                let row = min(4, max(0, Int(5 * (feature.place.y + 0.5) / size.height)))
                return row * 5 + column
            })
        return Double(places.count) / 25
    }

    private static func words(_ factor: Factor, _ value: Double) -> String {
        func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
        switch factor {
        case .size:
            return value < Double(ReferenceImage.leastSide)
                ? "too small: \(Int(value)) pixels on the shorter side, and \(ReferenceImage.leastSide) are the least"
                : "small: \(Int(value)) pixels on the shorter side; 300 are enough"
        case .contrast: return "little contrast: the grey levels differ by \(Int(value.rounded())) of 255; 32 are enough"
        case .features: return "few features: \(Int(value)); 150 are enough, as edges and flat parts have none"
        case .spread:
            return "features in \(percent(value)) of the picture only: crop it to where they are, or fill the rest"
        case .uniqueness:
            return
                "repetitive: \(percent(1 - value)) of the features look like one elsewhere in the picture, as text and patterns do"
        case .aperiodicity:
            return "repetitive: moved aside it looks like itself (correlation \(Int((100 * (1 - value)).rounded())) %)"
        }
    }

    private static func implausible(_ width: Double) -> String? {
        if width < 0.02 { return "a width of \(width) m is implausible: less than 2 cm; is it in metres?" }
        if width > 3 { return "a width of \(width) m is implausible: more than 3 m; is it in metres?" }
        return nil
    }
}

extension ReferenceImageQuality {
    /// From this share of features in the same arrangement on, two pictures are taken for each other.
    public static let likeLimit = 0.15

    /// Which pictures of a set are too like each other, as pairs of indices with the share of common features.
    public static func likePairs(_ pictures: [ReferencePicture]) throws -> [(first: Int, second: Int, share: Double)] {
        var found: [(first: Int, second: Int, share: Double)] = []
        for second in pictures.indices.dropFirst() {
            for first in 0..<second {
                let share = try pictures[first].likeness(to: pictures[second])
                if share >= likeLimit { found.append((first, second, share)) }
            }
        }
        return found
    }
}
