internal import Commands
internal import Imaging
internal import SceneUnderstanding
internal import Spaces

/// `airdraw-benchmark images`: what following one of many reference images costs, against finding it anew in every frame.
enum ImagesBenchmark: Benchmark {
    /// How many reference images there are.
    static let referenceCount = 25
    /// Frames of a run.
    static let frameCount = 60

    static let spec = CommandSpec(
        name: "images", summary: "Measures following one of 25 reference images against finding it anew in every frame",
        discussion: [
            "In this process, on one core, by its processor time, in pictures of 640 × 480. Anew means: features, matches with all references "
                + "and a homography in every frame. Errors are those of the corners, against where they were drawn."
        ],
        ownOptions: [BenchmarkOptions.runs.spec, BenchmarkOptions.gate.spec], examples: ["images --runs 3"])

    static func measure(_ request: BenchmarkRequest, _ console: any Console) throws -> Report {
        setOpenCVThreads(1)
        let runs = request.runs ?? 3
        let start = Clock.threadCPU
        let images = try (0..<referenceCount).map { index in
            try ReferenceImage(name: "image-\(index)", picture: Self.design(index), physicalWidth: 0.12)
        }
        let preparing = Clock.threadCPU - start
        let film = try ImagesFilm(of: images[7])
        var (following, finding): ([Double], [Double]) = ([], [])
        var (followed, found): ([Double], [Double]) = ([], [])
        var missed = 0
        var longest = 0.0
        var progress = ProgressLine("measuring", unit: "runs", total: runs, on: console)
        for run in 0..<runs {
            let tracker = try ReferenceImageTracker(images)
            let finder = try ReferenceFinder(images.map(\.prepared))
            let pyramid = try PicturePyramid()
            for frame in film.frames {
                try Interruption.check()
                var start = Clock.threadCPU
                let sight = try tracker.next(frame.picture, camera: film.camera).first { $0.reference == 7 }
                let took = Clock.threadCPU - start
                following.append(took)
                longest = max(longest, took)
                start = Clock.threadCPU
                try pyramid.next(frame.picture)
                let find = try finder.look(in: pyramid, camera: film.camera).first { $0.reference == 7 }
                finding.append(Clock.threadCPU - start)
                guard run == 0 else { continue }
                guard let sight, let find else {
                    missed += 1
                    continue
                }
                let poseCorners = images[7].corners.map { film.camera.project(sight.cameraFromAnchor($0)) }
                followed.append(Self.error(poseCorners, frame.corners))
                found.append(Self.error(film.pixelCorners.map { find.homography($0) }, frame.corners))
            }
            progress.update(run + 1)
        }
        progress.finish()
        let ratio = median(of: finding) / median(of: following)
        return Report(
            "images: \(referenceCount) references, \(film.frames.count) frames of 640 × 480, \(runs) runs; preparing a reference took "
                + "\(fixed(preparing * 1000 / Double(referenceCount), places: 0)) ms",
            columns: ["", "ms a frame, median", "corner error, median px"],
            rows: [
                ["followed", fixed(median(of: following) * 1000, places: 1), fixed(median(of: followed), places: 2)],
                ["found anew in every frame", fixed(median(of: finding) * 1000, places: 1), fixed(median(of: found), places: 2)],
                ["the frame that took longest", fixed(longest * 1000, places: 1), ""],
            ],
            verdicts: [
                Verdict(name: "times faster than finding anew", value: ratio, bound: .atLeast(3)),
                Verdict(
                    name: "corner error against that of finding anew", value: median(of: followed) / median(of: found),
                    bound: .atMost(1)),
                Verdict(name: "frames without it", value: Double(missed), bound: .atMost(0), unit: "frames"),
            ])
    }

    private static func error(_ places: [PixelPoint?], _ truth: [PixelPoint]) -> Double {
        zip(places, truth).reduce(0) { $0 + ($1.0?.distance(to: $1.1) ?? 1000) } / 4
    }

    /// Discs and rectangles, another arrangement for each number.
    private static func design(_ number: Int) throws -> Picture {
        var numbers = ImagesNumbers(state: UInt64(number) &* 7919 &+ 3)
        let paper = [UInt8](repeating: 190, count: 420 * 280 * 3)
        let canvas = try Canvas(Picture(width: 420, height: 280, bgr: paper))
        for index in 0..<110 {
            let color = Color(
                red: UInt8(numbers.next(0...255)), green: UInt8(numbers.next(0...255)), blue: UInt8(numbers.next(0...255)))
            let place = PixelPoint(x: numbers.next(0...420), y: numbers.next(0...280))
            if index.isMultiple(of: 2) {
                try canvas.circle(center: place, radius: numbers.next(3...18), color: color, filled: true)
            } else {
                try canvas.fillRect(
                    .init(x: place.x, y: place.y, width: numbers.next(5...38), height: numbers.next(5...38)), color: color)
            }
        }
        return try canvas.picture()
    }
}

/// Numbers from a fixed start: a linear congruential generator (Knuth, MMIX).
private struct ImagesNumbers {
    var state: UInt64

    mutating func next(_ range: ClosedRange<Double>) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
}

/// Pictures in which an image moves and turns before things that stand still, with noise.
private struct ImagesFilm {
    let camera = CameraModel(intrinsics: .init(fx: 600, fy: 600, cx: 319.5, cy: 239.5))
    let pixelCorners: [PixelPoint]
    private(set) var frames: [(picture: Picture, corners: [PixelPoint])] = []

    init(of image: ReferenceImage) throws {
        let (right, bottom) = (Double(image.picture.width) - 0.5, Double(image.picture.height) - 0.5)
        pixelCorners = [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)].map { PixelPoint(x: $0.0, y: $0.1) }
        var numbers = ImagesNumbers(state: 5)
        let still = try Canvas(Picture(width: 640, height: 480, bgr: .init(repeating: 120, count: 640 * 480 * 3)))
        for _ in 0..<150 {
            let level = UInt8(numbers.next(40...220))
            try still.circle(
                center: .init(x: numbers.next(0...640), y: numbers.next(0...480)), radius: numbers.next(3...25),
                color: .init(red: level, green: level, blue: level), filled: true)
        }
        let background = try still.picture()
        for index in 0..<ImagesBenchmark.frameCount {
            let phase = Double(index) / Double(ImagesBenchmark.frameCount)
            let turn = RigidTransform<CameraSpace, CameraSpace>(
                eulerAngles: .init(pitch: 0.3 * phase, yaw: 0.8 * phase - 0.2, roll: 0.4 * phase),
                translation: [0.1 * phase - 0.05, 0.03 - 0.05 * phase, -0.38 - 0.08 * phase])
            let facing = RigidTransform<AnchorSpace, CameraSpace>(
                xAxis: [1, 0, 0], yAxis: [0, 0, 1], zAxis: [0, -1, 0], translation: .zero)
            let pose = facing.then(turn)
            let corners = image.corners.compactMap { camera.project(pose($0)) }
            let canvas = try Canvas(background)
            try canvas.lay(image.picture, on: corners)
            var bytes = try canvas.picture().bytes
            // The sum of three even numbers, with a deviation of about three grey levels.
            for i in bytes.indices {
                let noise = numbers.next(-3...3) + numbers.next(-3...3) + numbers.next(-3...3)
                bytes[i] = UInt8(max(0, min(255, Double(bytes[i]) + noise)))
            }
            frames.append((try Picture(width: 640, height: 480, bgr: bytes), corners))
        }
    }
}
