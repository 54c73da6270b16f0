/// The small box that marks a drawn point, as the tutorial's `PointNode` (ARPaint): 3 mm × 0.01 mm × 3 mm, standing on the plane.
public enum PointNode {
    /// Side of the square footprint, metres.
    public static let side = 0.003
    /// Height before the drawing is raised, metres.
    public static let flatHeight = 0.00001
    /// Chamfer as far as the box allows it, metres.
    public static let chamfer = 0.001
    /// Two points may not be closer than half the diagonal of the footprint: √2 · 3 mm / 2 ≈ 2.121 mm.
    public static let spacing = side * 2.0.squareRoot() / 2
}
