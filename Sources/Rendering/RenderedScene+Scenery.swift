internal import Glibc
internal import Meshes
public import SceneUnderstanding
internal import Spaces

extension RenderedScene {
    /// Colours of what sessions find.
    enum Look {
        static let level = Colour(red: 0.35, green: 0.85, blue: 0.95)
        static let upright = Colour(red: 0.70, green: 0.55, blue: 1.00)
        static let feature = Colour(red: 1.00, green: 0.83, blue: 0.25)
        static let focus = Colour(red: 1.00, green: 0.80, blue: 0.20)
        static let axes = [
            Colour(red: 0.95, green: 0.25, blue: 0.25), Colour(red: 0.30, green: 0.85, blue: 0.35),
            Colour(red: 0.30, green: 0.50, blue: 1.00),
        ]
    }

    /// Adds a plane: its area, so that the picture shines through, its outline and a grid.
    ///
    /// - Parameters:
    ///   - plane: as the session knows it.
    ///   - gridStep: metres between the lines of the grid, which belong to the anchor and so stand still while the plane grows.
    public mutating func add(_ plane: PlaneAnchor, gridStep: Double = 0.05) {
        let outline = plane.outline
        guard outline.count >= 3 else { return }
        let colour = plane.alignment == .horizontal ? Look.level : Look.upright
        func world(_ p: SIMD2<Double>) -> WorldPoint {
            plane.worldFromAnchor(AnchorPoint(x: p.x, y: 0, z: p.y))
        }
        surfaces.append(.init(corners: outline.map(world), colour: colour, opacity: 0.09))
        for (a, b) in gridLines(in: outline, step: gridStep) {
            lines.append(
                .init(
                    [world(a), world(b)], colour: colour, opacity: 0.45, width: .units(1.2), layer: .ground))
        }
        lines.append(
            .init(
                outline.map(world), isClosed: true, colour: colour, opacity: 0.9, width: .units(2),
                layer: .ground))
    }

    /// Lines along x and z inside of a convex outline; on a plane without an end there would be too many, and there are none.
    private func gridLines(in outline: [SIMD2<Double>], step: Double) -> [(
        SIMD2<Double>, SIMD2<Double>
    )] {
        var low = outline[0]
        var high = outline[0]
        for p in outline {
            low = pointwiseMin(low, p)
            high = pointwiseMax(high, p)
        }
        let size = high - low
        guard step > 0, size.x / step + size.y / step < 400 else { return [] }
        var found: [(SIMD2<Double>, SIMD2<Double>)] = []
        for axis in 0..<2 {
            for k in Int(
                (low[axis] / step).rounded(.up))...max(
                    Int((low[axis] / step).rounded(.up)), Int(high[axis] / step))
            {
                let at = Double(k) * step
                // Where the line enters and leaves the outline.
                var crossings: [SIMD2<Double>] = []
                for (i, a) in outline.enumerated() {
                    let b = outline[(i + 1) % outline.count]
                    guard (a[axis] < at) != (b[axis] < at) else { continue }
                    crossings.append(a + (b - a) * ((at - a[axis]) / (b[axis] - a[axis])))
                }
                let other = 1 - axis
                if let first = crossings.min(by: { $0[other] < $1[other] }),
                    let last = crossings.max(by: { $0[other] < $1[other] }), crossings.count > 1
                {
                    found.append((first, last))
                }
            }
        }
        return found
    }

    /// Adds the axes of the world at its origin: x red, y green, z blue, each with its letter.
    ///
    /// - Parameter length: metres.
    public mutating func addWorldAxes(length: Double = 0.1) {
        let origin = WorldPoint(.zero)
        for (i, name) in ["x", "y", "z"].enumerated() {
            var end = SIMD3<Double>.zero
            end[i] = length
            lines.append(.init([origin, .init(end)], colour: Look.axes[i], width: .units(4)))
            labels.append(.init([name], at: .init(end * 1.08), colour: Look.axes[i], height: 10))
        }
    }

    /// Adds feature points; those known with less certainty are fainter.
    public mutating func add(_ points: [FeaturePoint]) {
        for point in points {
            let faint = (point.deviation ?? 0) > 0.02
            dots.append(
                .init(
                    at: point.position, colour: Look.feature, opacity: faint ? 0.45 : 0.95, width: .units(5),
                    layer: .front))
        }
    }

    /// Adds a focus square: eight strokes, open where nothing firm is below, closed on a plane.
    ///
    /// - Parameter square: after its update with the frame; one that has not been anywhere adds nothing.
    public mutating func add(_ square: FocusSquare) {
        guard let place = square.worldFromSquare else { return }
        let isClosed = if case .closed = square.state { true } else { false }
        let half = FocusSquare.side * square.scale * (isClosed ? FocusSquare.closedScale : 1) / 2
        // An open square leaves out the middle of each side, and stands a little wider.
        let gap = isClosed ? 0.0 : 0.35
        let opacity = if case .billboard = square.state { 0.6 } else { 0.95 }
        func world(_ x: Double, _ z: Double) -> WorldPoint {
            place(AnchorPoint(x: x * half, y: 0, z: z * half))
        }
        for (dx, dz) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
            // The side whose middle is (dx, dz), in two halves.
            for s in [-1.0, 1.0] {
                let (ax, az) = (dx + dz * s, dz + dx * s)
                let (bx, bz) = (dx + dz * s * gap, dz + dx * s * gap)
                lines.append(
                    .init(
                        [world(ax, az), world(bx, bz)], colour: Look.focus, opacity: opacity, width: .units(3),
                        layer: .front))
            }
        }
        if isClosed {
            surfaces.append(
                .init(
                    corners: [world(-1, -1), world(-1, 1), world(1, 1), world(1, -1)], colour: Look.focus,
                    opacity: 0.12))
        }
    }
}
