/// A drawing seen from above on its plane: what cutters and plotters need.
///
/// x goes right and y **up** on the sheet, millimetres; the lower left corner of everything is near (0, 0).
public struct FlatDrawing: Hashable, Sendable {
    /// A line or an area, as lists of corners.
    public struct Ring: Hashable, Sendable {
        /// The corners, millimetres; a closed ring does not repeat its first.
        public var corners: [SIMD2<Double>]
        /// Whether the last corner is joined to the first.
        public var isClosed: Bool

        /// Makes a ring.
        public init(corners: [SIMD2<Double>], isClosed: Bool) {
            self.corners = corners
            self.isClosed = isClosed
        }
    }

    /// What is drawn in one colour, such as a stroke.
    public struct Layer: Hashable, Sendable {
        /// The name, such as `stroke_1`.
        public var name: String
        /// The colour of lines, or of areas.
        public var colour: Colour
        /// Outlines; open rings are centre lines.
        ///
        /// Counter-clockwise round an area, clockwise round a hole.
        public var rings: [Ring]

        /// Makes a layer.
        public init(name: String, colour: Colour, rings: [Ring]) {
            self.name = name
            self.colour = colour
            self.rings = rings
        }
    }

    /// The layers, the later ones on top.
    public var layers: [Layer]

    /// Makes a flat drawing.
    public init(layers: [Layer]) { self.layers = layers }
}
