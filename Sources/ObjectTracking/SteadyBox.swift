private import Glibc
internal import Imaging
internal import Spaces

/// A box whose centre is finer than a pixel and whose size does not tremble, from one that is in whole pixels.
///
/// CSRT and KCF report whole pixels, and CSRT's size wanders on a target that stands still. The centre follows what the patch of the
/// frame before does, by Lucas-Kanade, and is drawn back to the tracker's centre a little in each frame, so that it cannot drift away from
/// it: weakly where the difference may be rounding, strongly where it is more. While the target looks as it was tapped, the patch of the
/// seed says where its middle is, which a tracker that learns forgets.
struct SteadyBox {
    /// How far rounding may put the tracker's centre off, pixels.
    static let rounding = 0.75
    /// Part of the way back to the tracker's centre in a frame, of what may be rounding and of what is more.
    static let pull = (rounding: 0.2, more: 0.6)
    /// Part of the tracker's change of size that is believed in a frame (of its logarithm).
    static let sizeRate = 0.2
    /// Agreement under which the patch does not say where it went.
    static let leastAgreement = 0.7

    /// Agreement with the patch of the seed from which on it says where the middle is.
    static let seedAgreement = 0.92
    /// Farther than this from the tracker's centre, in boxes, it is believed no longer.
    static let seedReach = 0.12
    /// Part of the way to where the seed's patch fits best in a frame.
    static let seedPull = 0.3

    /// The tracker's centre, pixels.
    private(set) var raw: PixelPoint
    /// From the tracker's centre to the fine one, pixels.
    private(set) var offset = Vector<PixelSpace>.zero
    /// The steady size, pixels.
    private(set) var size: PixelSize

    init(_ box: PixelRect) {
        raw = box.center
        size = box.size
    }

    /// The mean side, pixels.
    var side: Double { (size.width * size.height).squareRoot() }
    /// The box about the fine centre.
    var box: PixelRect { .init(center: raw + offset, size: size) }

    /// Takes in what the tracker says.
    ///
    /// - Returns: the box to look at, and how far it moved, in boxes.
    mutating func move(to found: PixelRect) -> (box: PixelRect, jump: Double) {
        let change = pow(found.area.squareRoot() / side, Self.sizeRate)
        size = .init(width: size.width * change, height: size.height * change)
        let jump = found.center.distance(to: raw) / side
        raw = found.center
        return (.init(center: raw, size: size), jump)
    }

    /// Takes in what a look at that box shows.
    mutating func refine(_ look: TargetAppearance.Look) {
        if look.seedAgreement > Self.seedAgreement, look.seedOffset.length < Self.seedReach * side {
            let flow = look.agreement > Self.leastAgreement ? look.offset : look.seedOffset
            offset = flow + (look.seedOffset + flow * -1) * Self.seedPull
            return
        }
        // Whole pixels are off by half of one, and a tracker on half resolution by one; more is another target.
        let limit = max(1.5, 0.06 * side)
        if look.agreement > Self.leastAgreement, look.offset.length < 2 * limit {
            let length = look.offset.length
            let rounding = min(length, Self.rounding)
            let rest = rounding * (1 - Self.pull.rounding) + (length - rounding) * (1 - Self.pull.more)
            let kept = look.offset * (length > 0 ? rest / length : 0)
            offset = .init(dx: min(max(kept.dx, -limit), limit), dy: min(max(kept.dy, -limit), limit))
        } else {
            offset = offset * 0.5
        }
    }
}
