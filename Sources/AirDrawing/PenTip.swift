import Spaces

/// Where the pen touches, from where the tracked box is: one rule for one tap.
struct PenTip: Sendable {
    private enum Rule: Sendable {
        /// From the middle of the box, growing with it.
        case fromCenter(Vector<ViewSpace>, seedSide: Double)
        /// From the origin of the box that the tutorial shows, always the same.
        case tutorial
    }
    private let rule: Rule

    /// Makes the rule for a tap.
    ///
    /// - Parameters:
    ///   - offset: view points from the middle of the box when tapped.
    ///   - seed: the tapped box, view points.
    init(offset: Vector<ViewSpace>, seed: ViewRect) { rule = .fromCenter(offset, seedSide: seed.area.squareRoot()) }

    private init(rule: Rule) { self.rule = rule }

    /// The tutorial's rule.
    static let tutorial = PenTip(rule: .tutorial)

    /// The place of the pen for a box, view points.
    func callAsFunction(_ box: ViewRect) -> ViewPoint {
        switch rule {
        case .fromCenter(let offset, let seedSide): box.center + offset * (box.area.squareRoot() / seedSide)
        case .tutorial: box.origin + DrawOptions.tutorialTip
        }
    }
}
