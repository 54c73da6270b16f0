extension PlanarPose {
    /// Whether points of a plane lie in more than a line, so that they determine a pose.
    ///
    /// A hand over a board may leave one row of it. What counts is the smaller deviation: at least a fiftieth of the larger one.
    public static func haveWidth(_ points: [SIMD2<Double>]) -> Bool {
        guard points.count >= 3 else { return false }
        let mean = points.reduce(.zero, +) / Double(points.count)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for p in points {
            let d = p - mean
            xx += d.x * d.x
            xy += d.x * d.y
            yy += d.y * d.y
        }
        let half = (xx + yy) / 2
        let root = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        return half - root > (half + root) / 2500
    }
}
