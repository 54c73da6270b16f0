internal import Spaces

/// Known planes laid out so that a ray passes them quickly.
///
/// Names and outlines are only touched for the planes that a ray meets.
struct PlaneHits: Sendable {
    /// What is needed of a plane to know whether a ray meets its rectangle.
    private struct Face: Sendable {
        var origin: SIMD3<Double>
        var x: SIMD3<Double>
        var y: SIMD3<Double>
        var z: SIMD3<Double>
        var center: SIMD2<Double>
        var half: SIMD2<Double>
        /// The corners of what holds both rectangle and outline.
        var low: SIMD2<Double>
        var high: SIMD2<Double>
    }

    let planes: [PlaneAnchor]
    private let faces: [Face]

    init(_ planes: [PlaneAnchor]) {
        self.planes = planes
        faces = planes.map { plane in
            let pose = plane.worldFromAnchor
            let center = SIMD2(plane.center.x, plane.center.z)
            let half = SIMD2(plane.extentX, plane.extentZ) / 2
            let outline = plane.boundary ?? []
            return Face(
                origin: pose.translation, x: pose.xAxis, y: pose.yAxis, z: pose.zAxis, center: center, half: half,
                low: outline.reduce(center - half) { pointwiseMin($0, $1) },
                high: outline.reduce(center + half) { pointwiseMax($0, $1) })
        }
    }

    /// Appends what a ray meets, in the order of the planes and for each the narrower kind first.
    func collect(_ ray: Ray<WorldSpace>, types: HitTestResult.ResultType, into results: inout [HitTestResult]) {
        let direction = ray.direction.components
        let length = ray.direction.length
        let onlyInside = !types.contains(.existingPlane)
        for i in faces.indices {
            let face = faces[i]
            let offset = ray.origin.coordinates - face.origin
            let t = -(face.y * offset).sum() / (face.y * direction).sum()
            guard t >= 0, t.isFinite else { continue }
            let along = offset + direction * t
            let local = SIMD2((face.x * along).sum(), (face.z * along).sum())
            let isInExtent = abs(local.x - face.center.x) <= face.half.x && abs(local.y - face.center.y) <= face.half.y
            if onlyInside, !isInExtent {
                guard types.contains(.existingPlaneUsingGeometry), all(local .>= face.low .& local .<= face.high) else {
                    continue
                }
            }
            add(i, at: local, distance: t * length, isInExtent: isInExtent, types, &results)
        }
    }

    private func add(
        _ i: Int, at local: SIMD2<Double>, distance: Double, isInExtent: Bool, _ types: HitTestResult.ResultType,
        _ results: inout [HitTestResult]
    ) {
        let plane = planes[i]
        let point = AnchorPoint(x: local.x, y: 0, z: local.y)
        var pose = plane.worldFromAnchor
        pose.translation = pose(point).coordinates
        var localPose = RigidTransform<AnchorSpace, AnchorSpace>.identity
        localPose.translation = point.coordinates
        func add(_ type: HitTestResult.ResultType, if holds: @autoclosure () -> Bool) {
            guard types.contains(type), holds() else { return }
            results.append(
                .init(type: type, distance: distance, worldTransform: pose, localTransform: localPose, anchor: plane))
        }
        add(.existingPlaneUsingGeometry, if: plane.boundaryContains(point))
        add(.existingPlaneUsingExtent, if: isInExtent)
        add(.existingPlane, if: true)
    }
}
