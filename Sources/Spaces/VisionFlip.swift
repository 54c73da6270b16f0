// Vision counts y upward from the lower left corner: a rect's origin is its lower left corner there.

extension Rect where S == ImageSpace {
    /// The same rect in Vision's space: y′ = 1 − y − height.
    public var inVision: VisionRect { .init(x: minX, y: 1 - maxY, width: width, height: height) }

    /// The rect as the tutorial hands it to Vision: only the origin is flipped, y′ = 1 − y.
    ///
    /// Vision then tracks the patch one height further up in the picture, which in a portrait view is one width to the right of
    /// the tap. Kept for comparison with the original.
    public var inVisionAsTutorial: VisionRect { .init(x: minX, y: 1 - minY, width: width, height: height) }
}

extension Rect where S == VisionSpace {
    /// The same rect in the picture with y down: y′ = 1 − y − height.
    public var inImage: ImageRect { .init(x: minX, y: 1 - maxY, width: width, height: height) }

    /// The rect as the tutorial reads it back from Vision: only the origin is flipped, y′ = 1 − y.
    public var inImageAsTutorial: ImageRect { .init(x: minX, y: 1 - minY, width: width, height: height) }
}
