import Spaces

/// How intrinsics for one size of picture become those of the picture as it is stored.
struct PictureFit: Hashable {
    /// A quarter turn clockwise, as a phone held upright shows the sensor's picture.
    var isTurned = false
    /// Pixels of the stored picture in one of the size that the intrinsics are for.
    var scaleX = 1.0
    /// As `scaleX`, down the picture.
    var scaleY = 1.0

    /// Whether nothing changes.
    var isIdentity: Bool { !isTurned && scaleX == 1 && scaleY == 1 }

    /// Finds out how the intrinsics fit; nil when they do not.
    ///
    /// - Parameters:
    ///   - intrinsics: as the source says them.
    ///   - declared: the size that the source says they are for; nil when it does not.
    ///   - stored: the picture's.
    static func of(_ intrinsics: Intrinsics, declared: PixelSize?, stored: PixelSize) -> PictureFit? {
        if let declared {
            let upright = PixelSize(width: declared.height, height: declared.width)
            if isAlike(declared, stored) {
                return .init(scaleX: stored.width / declared.width, scaleY: stored.height / declared.height)
            }
            guard isAlike(upright, stored) else { return nil }
            return .init(isTurned: true, scaleX: stored.width / upright.width, scaleY: stored.height / upright.height)
        }
        // A phone's principal point is within a few percent of the middle.
        if isNearMiddle(intrinsics.cx, intrinsics.cy, stored) { return .init() }
        return isNearMiddle(intrinsics.cy, intrinsics.cx, stored) ? .init(isTurned: true) : nil
    }

    private static func isAlike(_ a: PixelSize, _ b: PixelSize) -> Bool {
        abs(a.width * b.height / (a.height * b.width) - 1) < 0.005
    }

    private static func isNearMiddle(_ x: Double, _ y: Double, _ size: PixelSize) -> Bool {
        abs((x + 0.5) / size.width - 0.5) < 0.12 && abs((y + 0.5) / size.height - 0.5) < 0.12
    }

    /// The intrinsics of the stored picture.
    ///
    /// - Parameters:
    ///   - k: as the source says them.
    ///   - stored: the stored picture's size.
    func intrinsics(_ k: Intrinsics, stored: PixelSize) -> Intrinsics {
        var k = k
        if isTurned {
            // Clockwise: (x, y) of the sensor's picture is at (height − 1 − y, x).
            let height = stored.width / scaleX
            k = .init(fx: k.fy, fy: k.fx, cx: height - 1 - k.cy, cy: k.cx)
        }
        if scaleX == 1, scaleY == 1 { return k }
        // The edge of the picture scales, half a pixel before the centre of the first one.
        return .init(
            fx: k.fx * scaleX, fy: k.fy * scaleY, cx: (k.cx + 0.5) * scaleX - 0.5, cy: (k.cy + 0.5) * scaleY - 0.5)
    }

    /// The pose of the camera whose picture is the stored one.
    func pose(_ pose: RigidTransform<CameraSpace, WorldSpace>) -> RigidTransform<CameraSpace, WorldSpace> {
        isTurned ? pose.turnedClockwise : pose
    }

    /// What was done, in words; nil when nothing was.
    func words(declared: PixelSize?, stored: PixelSize) -> String? {
        guard !isIdentity else { return nil }
        let from = declared.map { "for pictures of \(sizeText($0))" } ?? "of the sensor's picture"
        let turned =
            isTurned ? "turned a quarter clockwise, with the pose, as for a phone held upright" : nil
        let scaled = scaleX == 1 && scaleY == 1 ? nil : "scaled"
        let done = [turned, scaled].compactMap(\.self).joined(separator: ", and ")
        return "the intrinsics are \(from), and the pictures are \(sizeText(stored)): they were \(done)"
    }
}
