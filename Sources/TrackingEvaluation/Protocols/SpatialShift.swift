public import Spaces

/// The twelve seeds of OTB's spatial robustness evaluation.
///
/// Wu, Lim and Yang, Object Tracking Benchmark, PAMI 2015, section 4.2: four shifts of the centre and four of a corner by 10 % of the
/// target's size, and four scales. A corner that moves outward takes its two edges with it, so that the box grows. The numbers are whole
/// pixels of a picture whose first pixel is 1, as in the authors' program; its Python edition makes the box wider instead of moving it
/// down, which is not followed.
public enum SpatialShift: String, CaseIterable, Sendable {
    case left, right, up, down
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
    case scale8 = "scale-0.8"
    case scale9 = "scale-0.9"
    case scale11 = "scale-1.1"
    case scale12 = "scale-1.2"

    /// The shift, as a share of the box.
    static let share = 0.1

    /// The seed made of a box.
    ///
    /// - Parameters:
    ///   - box: the annotation.
    ///   - size: of the picture, to which the result is clipped; nil leaves it as it is.
    public func applied(to box: PixelRect, in size: PixelSize?) -> PixelRect {
        var x = box.cornerX + 1
        var y = box.cornerY + 1
        var w = box.width
        var h = box.height
        let right = x + w - 1
        let bottom = y + h - 1
        func scale(_ factor: Double) {
            let center = (x: x + w / 2, y: y + h / 2)
            x = (center.x - factor * w / 2).rounded()
            y = (center.y - factor * h / 2).rounded()
            w = (factor * w).rounded()
            h = (factor * h).rounded()
        }
        func moveLeft() {
            x = (x - Self.share * w).rounded()
            w = right - x + 1
        }
        func moveTop() {
            y = (y - Self.share * h).rounded()
            h = bottom - y + 1
        }
        func moveRight() { w = (right + Self.share * w).rounded() - x + 1 }
        func moveBottom() { h = (bottom + Self.share * h).rounded() - y + 1 }
        switch self {
        case .left: x -= (Self.share * w + 0.5).rounded()
        case .right: x += (Self.share * w + 0.5).rounded()
        case .up: y -= (Self.share * h + 0.5).rounded()
        case .down: y += (Self.share * h + 0.5).rounded()
        case .topLeft:
            moveLeft()
            moveTop()
        case .topRight:
            moveRight()
            moveTop()
        case .bottomLeft:
            moveLeft()
            moveBottom()
        case .bottomRight:
            moveRight()
            moveBottom()
        case .scale8: scale(0.8)
        case .scale9: scale(0.9)
        case .scale11: scale(1.1)
        case .scale12: scale(1.2)
        }
        x = max(1, x)
        y = max(1, y)
        if let size {
            w = min(w, size.width - x + 1)
            h = min(h, size.height - y + 1)
        }
        return PixelRect(cornerX: x - 1, cornerY: y - 1, width: w, height: h)
    }
}

extension EvaluationSequence {
    /// The run with a shifted seed; nil when the target is not seen at the frame.
    func run(_ shift: SpatialShift, from frame: Int, size: PixelSize?) -> PlannedRun? {
        guard var planned = run(shift.rawValue, from: frame) else { return nil }
        let box = seedBox(of: planned.seed, pictureWidth: size?.width ?? 640)
        planned.seed = .rect(shift.applied(to: box, in: size))
        return planned
    }
}
