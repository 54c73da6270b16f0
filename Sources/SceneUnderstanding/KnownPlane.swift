import Glibc
import Spaces

/// A plane while a detector knows it: it grows, turns and takes others over.
struct KnownPlane {
    let identifier: String
    let alignment: PlaneAlignment
    /// Through the plane; the origin stays above the same place.
    private(set) var frame: PlaneFrame
    /// In the coordinates of ``frame``; it only grows.
    private(set) var outline: PlaneOutline
    private(set) var fit: PlaneFit
    /// As it was told last.
    private(set) var anchor: PlaneAnchor
    private var angle: Double

    /// Makes a plane of what a search found.
    ///
    /// - Parameter eye: towards which an upright plane's normal points.
    init(identifier: String, _ candidate: PlaneCandidate, eye: SIMD3<Double>) {
        self.identifier = identifier
        alignment = candidate.alignment
        fit = candidate.fit
        let rectangle = candidate.sheet.outline.leastRectangle
        let middle = candidate.frame.world(rectangle.center)
        if candidate.alignment == .horizontal {
            frame = PlaneFrame(levelAt: middle)
        } else {
            let side: Double = dot(eye - middle, candidate.frame.normal) < 0 ? -1 : 1
            frame = PlaneFrame(uprightAt: middle, normal: candidate.frame.normal * side)
        }
        outline = Self.outline(of: candidate, in: frame)
        // x along the longer side. An upright plane's rectangle stays level.
        angle = rectangle.size.x >= rectangle.size.y ? rectangle.angle : rectangle.angle + .pi / 2
        if candidate.alignment == .vertical { angle = 0 }
        anchor = PlaneAnchor(
            identifier: identifier, alignment: alignment, worldFromAnchor: .identity, center: .init(.zero), extentX: 0, extentZ: 0
        )
        anchor = made()
    }

    /// Whether a candidate shows this plane: as level or upright, near it, and over or beside it.
    func isShown(by candidate: PlaneCandidate) -> Bool {
        guard candidate.alignment == alignment, abs(dot(candidate.frame.normal, frame.normal)) > 0.96 else { return false }
        guard abs(height(of: candidate)) < SheetSearch.apart else { return false }
        return outline.meets(Self.outline(of: candidate, in: frame), margin: 0.05)
    }

    /// How far a candidate lies over this plane, metres.
    func height(of candidate: PlaneCandidate) -> Double { frame.local(candidate.frame.world(candidate.sheet.middle)).z }

    /// Whether another plane is the same surface.
    func isSame(as other: KnownPlane) -> Bool {
        guard other.alignment == alignment, abs(dot(other.frame.normal, frame.normal)) > 0.96 else { return false }
        let there = frame.local(other.frame.world(other.outline.middle))
        return abs(there.z) < SheetSearch.apart && outline.meets(other.outline(in: frame))
    }

    /// Takes what a search found: the place of the plane is the candidate's.
    mutating func take(_ candidate: PlaneCandidate) {
        let normal = candidate.frame.normal * (dot(candidate.frame.normal, frame.normal) < 0 ? -1 : 1)
        // The origin moves along the old normal onto the new plane, so that coordinates along it stay.
        let on = candidate.frame.world(candidate.sheet.middle)
        let origin = frame.origin + frame.normal * (dot(on - frame.origin, normal) / dot(frame.normal, normal))
        frame = alignment == .horizontal ? PlaneFrame(levelAt: origin) : PlaneFrame(uprightAt: origin, normal: normal)
        fit = candidate.fit
        cover(candidate)
    }

    /// Grows over the points of a candidate, and stays where it is.
    mutating func cover(_ candidate: PlaneCandidate) {
        outline = PlaneOutline(of: outline.corners + Self.outline(of: candidate, in: frame).corners)
    }

    /// Grows over another plane.
    mutating func cover(_ other: KnownPlane) { outline = PlaneOutline(of: outline.corners + other.outline(in: frame).corners) }

    /// The anchor when it differs noticeably from the one told last; it is then the one told last.
    mutating func news() -> PlaneAnchor? {
        turn()
        let now = made()
        let shift = dot(now.worldFromAnchor.translation - anchor.worldFromAnchor.translation, frame.normal)
        let before = anchor.worldFromAnchor(anchor.center)
        let after = now.worldFromAnchor(now.center)
        let turned = 1 - dot(now.worldFromAnchor.xAxis, anchor.worldFromAnchor.xAxis)
        let tilted = 1 - dot(now.worldFromAnchor.yAxis, anchor.worldFromAnchor.yAxis)
        // Half a millimetre of height, a centimetre of size, a degree.
        let isNew =
            abs(shift) > 5e-4 || before.distance(to: after) > 0.01 || abs(now.extentX - anchor.extentX) > 0.01
            || abs(now.extentZ - anchor.extentZ) > 0.01 || turned > 1.5e-4 || tilted > 1.5e-5
        guard isNew else { return nil }
        anchor = now
        return now
    }

    /// Turns the rectangle to the main direction, when that makes it clearly smaller.
    private mutating func turn() {
        guard alignment == .horizontal else { return }
        let best = outline.leastRectangle
        guard best.area < 0.97 * outline.rectangle(at: angle).area else { return }
        // The side that is nearest in direction stays the first.
        let quarter = Double.pi / 2
        angle += remainder(best.angle - angle, quarter)
    }

    private func made() -> PlaneAnchor {
        let rectangle = outline.rectangle(at: angle)
        let c = cos(angle)
        let s = sin(angle)
        let x = frame.u * c + frame.v * s
        let z = frame.v * c - frame.u * s
        func turned(_ q: SIMD2<Double>) -> SIMD2<Double> { [q.x * c + q.y * s, q.y * c - q.x * s] }
        let center = turned(rectangle.center)
        return PlaneAnchor(
            identifier: identifier, alignment: alignment,
            worldFromAnchor: .init(xAxis: x, yAxis: frame.normal, zAxis: z, translation: frame.origin),
            center: .init(x: center.x, y: 0, z: center.y), extentX: rectangle.size.x, extentZ: rectangle.size.y,
            // Seen from +y, z leads down when x leads right: clockwise in (x, z) is counter-clockwise seen from the normal.
            boundary: outline.corners.reversed().map(turned))
    }

    private func outline(in other: PlaneFrame) -> PlaneOutline {
        PlaneOutline(
            of: outline.corners.map { corner in
                let q = other.local(frame.world(corner))
                return [q.x, q.y]
            })
    }

    private static func outline(of candidate: PlaneCandidate, in frame: PlaneFrame) -> PlaneOutline {
        PlaneOutline(
            of: candidate.sheet.outline.corners.map { corner in
                let q = frame.local(candidate.frame.world(corner))
                return [q.x, q.y]
            })
    }
}
