import Spaces

@testable import TrackingEvaluation

/// Predictions of boxes; nil for a lost target without a place.
func predictions(_ boxes: [PixelRect?]) -> [Prediction] {
    boxes.map { .init(region: $0.map { .rect($0) }, isHeld: $0 != nil) }
}

/// Truth of boxes; nil for an absent target.
func truth(_ boxes: [PixelRect?]) -> [GroundTruth] { boxes.map { $0.map { .visible(.rect($0)) } ?? .absent } }

/// A box from its corner where the picture's corner is (0, 0).
func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> PixelRect { .init(cornerX: x, cornerY: y, width: w, height: h) }

/// Whether two numbers are equal but for rounding.
func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool { abs(a - b) <= tolerance }
