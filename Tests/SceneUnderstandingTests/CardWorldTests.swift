import Glibc
import Imaging
import Recordings
import Spaces
import TestSupport
import Testing

@testable import SceneUnderstanding

/// What is calculated when a world is made from a card, held against closed forms.
@Suite struct CardWorldTests {
    /// A camera over a table, looking down at about 50°, gone round by some angle, shaken.
    static func pose(_ i: Int, of count: Int, orbit: Double = 0.3) -> PlanePose {
        let round = orbit * (Double(i) / Double(count) - 0.5)
        let shake = 0.004 * sin(Double(i) * 1.7)
        let facing = RigidTransform<AnchorSpace, CameraSpace>(
            xAxis: [1, 0, 0], yAxis: [0, 0, 1], zAxis: [0, -1, 0], translation: .zero)
        let turned = RigidTransform<AnchorSpace, AnchorSpace>(
            eulerAngles: EulerAngles(pitch: 0, yaw: round, roll: 0), translation: .zero)
        let tilt = RigidTransform<CameraSpace, CameraSpace>(
            eulerAngles: EulerAngles(pitch: -0.7, yaw: 0, roll: 0.05), translation: [0.02 + shake, -0.01, -0.5 + shake])
        return PlanePose(turned.then(facing).then(tilt))
    }

    /// Frames of a table with a card of 9 points on it, corners round it, and a hand whose corners move on their own.
    static func views(
        count: Int, focal: Double, center: SIMD2<Double> = .zero, seed: UInt64, noise: Double, hidden: ClosedRange<Int>? = nil
    ) -> (views: [PlaneView], poses: [PlanePose]) {
        var random = SeededGenerator(seed: seed)
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } }
        let corners = (0..<80).map { _ in SIMD2(0.7 * random.unit() - 0.35, 0.4 * random.unit() - 0.2) }
        var views: [PlaneView] = []
        var poses: [PlanePose] = []
        for i in 0..<count {
            let pose = pose(i, of: count)
            var view = PlaneView()
            func seen(_ p: SIMD2<Double>) -> SIMD2<Double>? {
                pose.project(p, focal: focal).map { $0 + center + SIMD2(normal(), normal()) * noise }
            }
            if hidden?.contains(i) != true {
                for x in [-0.0425, 0, 0.0425] {
                    for y in [-0.027, 0, 0.027] {
                        if let place = seen([x, y]) { view.known.append(.init(point: [x, y], place: place)) }
                    }
                }
            }
            for (track, corner) in corners.enumerated() {
                if let place = seen(corner) { view.followed.append(.init(track: track, x: Float(place.x), y: Float(place.y))) }
            }
            // Ten corners of a hand that goes across the picture.
            for k in 0..<10 {
                let place = SIMD2(-200 + 4 * Double(i) + 9 * Double(k), 60 * sin(Double(i) / 9) + 7 * Double(k % 4))
                view.followed.append(.init(track: 1000 + k, x: Float(place.x), y: Float(place.y)))
            }
            views.append(view)
            poses.append(pose)
        }
        return (views, poses)
    }

    static let size = PixelSize(width: 1280, height: 720)

    static func solve(_ views: [PlaneView], focal: Double?, bridge: Double = 1) throws -> CardWorld {
        let camera: CardCamera =
            focal.map { .known(.init(intrinsics: .init(fx: $0, fy: $0, cx: 639.5, cy: 359.5))) } ?? .unknown
        var solver = CardWorldSolver(
            views: views, times: views.indices.map { Double($0) / 30 }, straight: StraightPicture(camera, imageSize: size),
            cornerDeviation: 0.5,
            bridge: bridge)
        return try solver.solve(size: (0.085, 0.054))
    }

    @Test("A pose goes to ARKit's axes and back, and its derivatives are those of differences")
    func planePose() throws {
        let pose = Self.pose(7, of: 20)
        let again = PlanePose(pose.cameraFromAnchor)
        #expect(Vector3<CameraSpace>(again.t - pose.t).length < 1e-12 && Vector3<CameraSpace>(again.u - pose.u).length < 1e-12)
        #expect(pose.cameraFromAnchor.rigidityError < 1e-12)
        // The face is seen: the normal points to the camera's side.
        #expect(PlanarPose(cameraFromAnchor: pose.cameraFromAnchor, reprojectionError: 0).showsFace)
        let point = SIMD2(0.1, -0.07)
        let seen = try #require(pose.project(point, focal: 900))
        let back = try #require(pose.planePoint(at: seen, focal: 900))
        #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
        let linear = try #require(pose.linear(point, seen: .zero, focal: 900))
        for k in 0..<6 {
            var step = [Double](repeating: 0, count: 6)
            step[k] = 1e-6
            let moved = try #require(pose.moved(by: step[...]).project(point, focal: 900))
            for c in 0..<2 { #expect(abs((moved[c] - seen[c]) / 1e-6 - linear.pose(c)[k]) < 1e-2) }
        }
    }

    @Test("Equations are solved, and the inverse's diagonal is that of the closed form")
    func equations() throws {
        var system = NormalEquations(count: 2)
        system.add([2, 0], at: [0, 1], target: 4, weight: 1)
        system.add([1, 3], at: [0, 1], target: 11, weight: 1)
        let x = try #require(system.solved())
        #expect(abs(x[0] - 2) < 1e-9 && abs(x[1] - 3) < 1e-9)
        // The matrix is [5 3; 3 9], its determinant 36.
        #expect(abs((system.inverseDiagonal(0) ?? 0) - 9.0 / 36) < 1e-9)
        #expect(NormalEquations(count: 0).solved() == [])
    }

    @Test("A homography through points is theirs")
    func planeMap() throws {
        let pose = Self.pose(3, of: 20)
        let points = [SIMD2(-0.1, -0.1), SIMD2(0.1, -0.1), SIMD2(0.1, 0.1), SIMD2(-0.1, 0.1), SIMD2(0.03, 0.02)]
        let map = try #require(PlaneMap(points.compactMap { p in pose.project(p, focal: 900).map { (p, $0) } }))
        let there = try #require(pose.project([0.07, -0.04], focal: 900))
        let mapped = try #require(map([0.07, -0.04]))
        #expect(abs(there.x - mapped.x) < 1e-4 && abs(there.y - mapped.y) < 1e-4)
        #expect(PlaneMap([(SIMD2(0, 0), SIMD2(0, 0))]) == nil)
    }

    @Test("With a known camera the path is found to a millimetre, whatever a hand does", arguments: [1, 2, 3] as [UInt64])
    func knownCamera(seed: UInt64) throws {
        let (views, poses) = Self.views(count: 120, focal: 960, seed: seed, noise: 0.3)
        let world = try Self.solve(views, focal: 960)
        #expect(world.count(of: .card) == 120)
        #expect(world.focalDeviation == nil)
        for (frame, pose) in zip(world.frames, poses) {
            let off = frame.anchorFromCamera.origin.distance(to: pose.cameraFromAnchor.inverse.origin)
            #expect(off < 0.0015, "\(off * 1000) mm")
        }
        // Of 90 corners the 10 of the hand are let go.
        #expect(world.tableCorners == 80)
    }

    @Test("An unknown focal length is found within three of its deviations", arguments: [1, 2, 3, 4] as [UInt64])
    func unknownCamera(seed: UInt64) throws {
        let focal = [700.0, 960, 1250, 850][Int(seed) - 1]
        let (views, _) = Self.views(count: 120, focal: focal, center: [4, -3], seed: seed, noise: 0.3)
        let world = try Self.solve(views, focal: nil)
        let deviation = try #require(world.focalDeviation)
        #expect(
            abs(world.camera.intrinsics.fx - focal) < 3 * deviation, "\(world.camera.intrinsics.fx) ± \(deviation), true \(focal)"
        )
        #expect(deviation < 0.1 * focal)
        print("MEASURED focal length: \(world.camera.intrinsics.fx) ± \(deviation), true \(focal)")
    }

    @Test("While the card is covered the table carries the camera: normal for a while, then limited")
    func covered() throws {
        let (views, poses) = Self.views(count: 150, focal: 960, seed: 5, noise: 0.3, hidden: 40...119)
        let world = try Self.solve(views, focal: 960, bridge: 0.5)
        #expect(world.frames[39].basis == .card && world.frames[120].basis == .card)
        // Half a second from the last sight, and to the next.
        #expect(world.frames[50].basis == .table && world.frames[110].basis == .table)
        #expect(world.frames[80].basis == .tableAlone)
        #expect(world.frames[80].basis.tracking == .limited(.insufficientFeatures))
        #expect(world.frames[50].basis.tracking == .normal)
        for (frame, pose) in zip(world.frames, poses) {
            #expect(frame.anchorFromCamera.origin.distance(to: pose.cameraFromAnchor.inverse.origin) < 0.002)
        }
    }

    @Test("Frames in which nothing is seen lie between their neighbours, and are limited")
    func bridged() throws {
        var (views, poses) = Self.views(count: 60, focal: 960, seed: 6, noise: 0.2)
        for i in 30...33 { views[i] = PlaneView() }
        let world = try Self.solve(views, focal: 960)
        for i in 30...33 {
            #expect(world.frames[i].basis == .bridged)
            #expect(world.frames[i].basis.tracking != .normal)
            #expect(world.frames[i].anchorFromCamera.origin.distance(to: poses[i].cameraFromAnchor.inverse.origin) < 0.01)
        }
    }

    @Test("Frames before the card comes into view are carried back from there, as not yet initialized")
    func before() throws {
        let (views, poses) = Self.views(count: 100, focal: 960, seed: 7, noise: 0.3, hidden: 0...59)
        let world = try Self.solve(views, focal: 960, bridge: 0.5)
        #expect(world.frames[0].basis == .before && world.frames[0].basis.tracking == .limited(.initializing))
        #expect(world.frames[55].basis == .table)
        #expect(world.frames[0].anchorFromCamera.origin.distance(to: poses[0].cameraFromAnchor.inverse.origin) < 0.003)
    }

    @Test("Without any sight of the card there is no world")
    func neverSeen() throws {
        let (views, _) = Self.views(count: 10, focal: 960, seed: 8, noise: 0.3, hidden: 0...9)
        #expect(throws: CardWorldFailure.noPose) { try Self.solve(views, focal: 960) }
    }
}

/// A sheet of paper in calculated pictures.
@Suite struct SheetFinderTests {
    static let camera = CameraModel(intrinsics: .init(fx: 500, fy: 500, cx: 319.5, cy: 239.5))

    /// A bright sheet on a dark table, each pixel by the share of it that the sheet covers; something dark lies over part of an edge.
    static func picture(_ pose: RigidTransform<AnchorSpace, CameraSpace>, covered: PixelRect? = nil) throws -> Picture {
        let anchorFromCamera = pose.inverse
        var bytes: [UInt8] = []
        for y in 0..<480 {
            for x in 0..<640 {
                var share = 0.0
                for dy in [-0.375, -0.125, 0.125, 0.375] {
                    for dx in [-0.375, -0.125, 0.125, 0.375] {
                        let hit = camera.unproject(.init(x: Double(x) + dx, y: Double(y) + dy)).flatMap {
                            anchorFromCamera($0).hitOfPlane()
                        }
                        if let hit, abs(hit.x) <= 0.0525, abs(hit.z) <= 0.074 { share += 1.0 / 16 }
                    }
                }
                let isCovered = covered?.contains(.init(x: Double(x), y: Double(y))) == true
                let grey = isCovered ? 90 : 70 + 150 * share
                bytes += [UInt8(grey), UInt8(grey), UInt8(grey)]
            }
        }
        return try Picture(width: 640, height: 480, bgr: bytes)
    }

    static let pose = CardWorldTests.pose(9, of: 20).cameraFromAnchor.then(
        RigidTransform<CameraSpace, CameraSpace>(
            xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1], translation: [0, 0, 0.2]))

    @Test(
        "Corners tapped some pixels beside are found to a quarter of a pixel, also beside a hand, whatever corner comes first",
        arguments: [0, 1, 2, 3])
    func corners(first: Int) throws {
        let true4 = SheetFinder.corners(0.105, 0.148).compactMap { Self.camera.project(Self.pose($0)) }
        var taps = (0..<4).map {
            true4[($0 + first) % 4] + Vector<PixelSpace>(dx: Double($0) * 2 - 3, dy: 3 - Double($0 * first))
        }
        if first == 3 { taps = [taps[0], taps[3], taps[2], taps[1]] }  // the other way round
        let finder = try SheetFinder(
            taps: taps, sides: (0.148, 0.105), camera: .known(Self.camera), imageSize: .init(width: 640, height: 480))
        // Beginning at a corner before a long side, the first edge is long.
        #expect(finder.size.width == (first % 2 == 0 ? 0.105 : 0.148))
        let middle = PixelPoint(x: (true4[0].x + true4[1].x) / 2, y: (true4[0].y + true4[1].y) / 2)
        let hand = PixelRect(center: middle, size: .init(width: 40, height: 60))
        let sight = try #require(try finder.find(in: try Self.picture(Self.pose, covered: hand), near: nil))
        for (point, pixel) in sight.points {
            let nearest = true4.map { $0.distance(to: pixel) }.min() ?? .infinity
            #expect(nearest < 0.25, "\(point): \(nearest)")
        }
    }

    @Test("Corners that make no sheet, and places without an edge, are refused")
    func refused() throws {
        let size = PixelSize(width: 640, height: 480)
        #expect(throws: SheetFailure.notConvex) {
            try SheetFinder(
                taps: [.init(x: 0, y: 0), .init(x: 100, y: 100), .init(x: 100, y: 0), .init(x: 0, y: 100)], sides: (0.2, 0.3),
                camera: .unknown, imageSize: size)
        }
        let nowhere = try SheetFinder(
            taps: [.init(x: 20, y: 20), .init(x: 90, y: 20), .init(x: 90, y: 120), .init(x: 20, y: 120)], sides: (0.2, 0.3),
            camera: .unknown, imageSize: size)
        #expect(throws: SheetFailure.noEdge) { try nowhere.find(in: try Self.picture(Self.pose), near: nil) }
    }
}
