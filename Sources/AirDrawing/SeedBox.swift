public import Spaces

extension Viewport {
    /// The box that a tap seeds, view points.
    ///
    /// - Parameters:
    ///   - tap: view points.
    ///   - side: side of the box, view points; nil for ``usualBoxSize``.
    /// - Throws: `DrawFailure` when the tap is outside the view.
    public func seedBox(at tap: ViewPoint, size side: Double? = nil) throws -> ViewRect {
        let side = side ?? usualBoxSize
        guard tap.isFinite, bounds.contains(tap) else {
            throw DrawFailure(
                description: "the tap \(tap.x),\(tap.y) is outside the view, which goes from 0,0 to \(size.width),\(size.height)")
        }
        return ViewRect(center: tap, size: .init(width: side, height: side))
    }
}
