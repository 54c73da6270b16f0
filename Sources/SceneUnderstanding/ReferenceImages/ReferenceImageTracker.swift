public import Imaging
public import Spaces

/// Finds reference images in the pictures of one camera and follows them.
///
/// Features find an image; then it is laid on each picture densely, from where its motion leads, so that following costs a fraction of
/// finding. An image that leaves is let go in the very frame in which it no longer agrees with the picture. The work in a frame is
/// bounded: at most one look for features, in one frame of ``lookInterval``, whatever the number of references.
///
/// Poses are those of the images in the camera. Where the caller knows how the camera moved, an image that lies still is expected where
/// it lay in the world; without, where its motion in the picture leads. Not `Sendable`: one thread at a time.
public final class ReferenceImageTracker {
    /// Where an image is in a frame.
    public struct Sight: Hashable, Sendable {
        /// Which of the references.
        public var reference: Int
        /// The image in the camera; the picture is local XZ, x to its right and z down, the normal +Y.
        public var cameraFromAnchor: RigidTransform<AnchorSpace, CameraSpace>
        /// How it lies on the picture.
        public var alignment: ReferenceAlignment
        /// Whether it was found anew in this frame, and not followed.
        public var isNew: Bool
    }

    /// Frames from one look for features to the next at least.
    public static let lookInterval = 3
    /// For how many frames an image that was lost is searched for where it was.
    static let searchFrames = 8

    /// The images that are looked for.
    public let references: [ReferenceImage]
    /// How many images are followed at a time; those that are followed already are kept.
    public let maximumNumberOfTrackedImages: Int
    private let finder: ReferenceFinder
    private let pyramid: PicturePyramid
    private var tracks: [Int: Track] = [:]
    private var framesSinceLook = lookInterval

    /// An image that is followed, or was a moment ago.
    private struct Track {
        /// In the world where the camera's motion is known, else in the camera.
        var last: RigidTransform<AnchorSpace, WorldSpace>
        /// One frame before; nil after it was found.
        var before: RigidTransform<AnchorSpace, WorldSpace>?
        var framesLost = 0
    }

    /// Makes a tracker.
    ///
    /// - Parameters:
    ///   - references: the images, of any number.
    ///   - maximum: how many are followed at a time, at least 1.
    public init(_ references: [ReferenceImage], maximumNumberOfTrackedImages maximum: Int = 1) throws {
        self.references = references
        maximumNumberOfTrackedImages = max(maximum, 1)
        finder = try ReferenceFinder(references.map(\.prepared))
        pyramid = try PicturePyramid()
    }

    /// Forgets where the images were, as after an interruption.
    public func reset() {
        tracks = [:]
        framesSinceLook = Self.lookInterval
    }

    /// Looks at the next picture.
    ///
    /// - Parameters:
    ///   - picture: of the camera.
    ///   - camera: intrinsics, and the distortion where the lens has one.
    ///   - worldFromCamera: the pose of the camera where it is known.
    ///   - knowsUp: whether y of that world is up against gravity.
    /// - Returns: the images that are to be seen in this very picture, in the order of the references.
    public func next(
        _ picture: Picture, camera: CameraModel, worldFromCamera: RigidTransform<CameraSpace, WorldSpace>? = nil,
        knowsUp: Bool = false
    ) throws -> [Sight] {
        try pyramid.next(picture)
        let worldFromCamera = worldFromCamera ?? .still
        let scene = View(camera: camera, worldFromCamera: worldFromCamera, up: knowsUp ? worldFromCamera.upInCamera : nil)
        framesSinceLook += 1
        var sights: [Sight] = []
        // Those that are followed come before those that were lost.
        let order = tracks.sorted { ($0.value.framesLost, $0.key) < ($1.value.framesLost, $1.key) }.map(\.key)
        for index in order {
            guard var track = tracks[index] else { continue }
            let isFull = sights.count >= maximumNumberOfTrackedImages
            if !isFull, let sight = try follow(index, track, scene) {
                track.before = track.framesLost == 0 ? track.last : nil
                track.last = sight.cameraFromAnchor.then(worldFromCamera)
                track.framesLost = 0
                tracks[index] = track
                sights.append(sight)
            } else {
                track.framesLost += 1
                track.before = nil
                tracks[index] = track.framesLost > Self.searchFrames ? nil : track
            }
        }
        if sights.count < min(maximumNumberOfTrackedImages, references.count), framesSinceLook >= Self.lookInterval {
            framesSinceLook = 0
            sights += try find(
                scene, passingOver: Set(sights.map(\.reference)), most: maximumNumberOfTrackedImages - sights.count)
        }
        return sights.sorted { $0.reference < $1.reference }
    }

    /// Finds images anew in a picture, whether they are followed or not, and follows none of them: one look of the first generation.
    ///
    /// - Parameters: as of ``next(_:camera:worldFromCamera:knowsUp:)``.
    public func detect(
        _ picture: Picture, camera: CameraModel, worldFromCamera: RigidTransform<CameraSpace, WorldSpace>? = nil,
        knowsUp: Bool = false
    ) throws -> [Sight] {
        try pyramid.next(picture)
        let pose = worldFromCamera ?? .still
        let found = try find(
            View(camera: camera, worldFromCamera: pose, up: knowsUp ? pose.upInCamera : nil), passingOver: [], most: 4)
        tracks = [:]
        return found.sorted { $0.reference < $1.reference }
    }

    // MARK: - Steps

    /// What is known of a frame.
    private struct View {
        var camera: CameraModel
        var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>
        /// Up against gravity in the camera; nil where it is not known.
        var up: Vector3<CameraSpace>?
    }

    /// How sure an alignment must be.
    ///
    /// Laid on anything as well as it can be, about a fifth of the blocks of an image agree by chance; neighbours agree together, which
    /// makes four of them worth one. So of n blocks the share that agrees must lie above 0.2 by so many deviations of
    /// sqrt(0.2 · 0.8 · 4 / n): a part of an image that is left in the picture needs a clearer agreement than a whole one.
    private enum Gate {
        static let chance = 0.2
        static let worth = 4.0
        /// Where features, or the frame before, say that the image is there.
        static let followed = 1.5
        /// Where nothing does, but a search about the place where it was lost.
        static let searched = 4.0
        static let blocks = 9
        /// How much of the image must be in the picture.
        static let visible = 0.1

        static func least(of alignment: ReferenceAlignment, deviations: Double) -> Double {
            let looked = Double(alignment.blocks) / max(alignment.agreement, 0.01)
            return chance + deviations * (chance * (1 - chance) * worth / max(looked, 1)).squareRoot()
        }
    }

    private func align(
        _ index: Int, _ guess: RigidTransform<AnchorSpace, CameraSpace>, _ view: View, radius: Double
    ) throws -> Sight? {
        guard guess.translation.z < 0, guess.translation.z.isFinite else { return nil }
        var pose = guess
        let reference = references[index]
        let alignment = try ReferenceAlignment(
            of: reference.prepared, in: pyramid, camera: view.camera, width: reference.physicalWidth, pose: &pose, radius: radius)
        guard pose.translation.z < 0, PlanarPose(cameraFromAnchor: pose, reprojectionError: 0).showsFace else { return nil }
        return Sight(reference: index, cameraFromAnchor: pose, alignment: alignment, isNew: false)
    }

    private func isAccepted(_ sight: Sight, _ deviations: Double) -> Bool {
        let alignment = sight.alignment
        let least = Gate.least(of: alignment, deviations: deviations)
        return alignment.agreement >= least && alignment.blocks >= Gate.blocks && alignment.visible >= Gate.visible
    }

    private func follow(_ index: Int, _ track: Track, _ view: View) throws -> Sight? {
        let cameraFromWorld = view.worldFromCamera.inverse
        let last = track.last.then(cameraFromWorld)
        let reference = references[index]
        // Half the size of the image in the picture, or what a quick hand moves it in a frame.
        let size = reference.physicalWidth / max(-last.translation.z, 0.01) * view.camera.intrinsics.fx
        let radius = max(24, min(size / 2, 160))
        var guess = last
        if let before = track.before {
            // The same step once more.
            let step = before.inverse.then(track.last)
            guess = track.last.then(step).then(cameraFromWorld)
        }
        var best = try align(index, guess, view, radius: radius)
        if track.before != nil, best.map({ !isAccepted($0, Gate.searched) }) ?? true,
            let other = try align(index, last, view, radius: radius),
            other.worth > (best?.worth ?? -1)
        {
            best = other
        }
        guard let found = best, isAccepted(found, track.framesLost == 0 ? Gate.followed : Gate.searched) else { return nil }
        return try unflipped(found, view)
    }

    /// The other pose that fits the same outline, where the outline hardly tells and the picture prefers it.
    private func unflipped(_ sight: Sight, _ view: View) throws -> Sight {
        guard let poses = try? poses(of: sight.reference, sight.alignment.homography, view), poses.count == 2,
            poses[1].reprojectionError < Self.ambiguousError
        else { return sight }
        // The one that is farther from what was found.
        let found = sight.cameraFromAnchor
        let other = poses.max { found.angle(to: $0.cameraFromAnchor) < found.angle(to: $1.cameraFromAnchor) }
        guard let other, found.angle(to: other.cameraFromAnchor) > 0.1,
            let there = try align(sight.reference, other.cameraFromAnchor, view, radius: 0),
            there.worth > sight.worth * Self.clearlyBetter
        else { return sight }
        return there
    }

    /// A second pose that leaves more than this is out, pixels.
    private static let ambiguousError = 1.5
    /// How much better a flipped pose must fit.
    private static let clearlyBetter = 1.01

    /// The poses behind a homography, by the corners of the image.
    private func poses(of index: Int, _ homography: Homography<PixelSpace, PixelSpace>, _ view: View) throws -> [PlanarPose] {
        let reference = references[index]
        let seen = reference.pixelCorners.compactMap { homography($0) }
        guard seen.count == 4 else { return [] }
        // The homography leads to a picture without the lens.
        return try PlanarPose.poses(of: reference.corners, in: seen, camera: .init(intrinsics: view.camera.intrinsics))
    }

    private func find(_ view: View, passingOver passed: Set<Int>, most: Int) throws -> [Sight] {
        var sights: [Sight] = []
        for find in try finder.look(in: pyramid, camera: view.camera, passingOver: passed) where sights.count < most {
            // Corners that make no plane, as of features on a line, are no find.
            guard let poses = try? poses(of: find.reference, find.homography, view) else { continue }
            var best: Sight?
            for pose in poses where pose.showsFace {
                guard let sight = try align(find.reference, pose.cameraFromAnchor, view, radius: 0) else { continue }
                guard let held = best else {
                    best = sight
                    continue
                }
                if isBetter(sight, than: held, up: view.up) { best = sight }
            }
            guard var sight = best, isAccepted(sight, Gate.followed) else { continue }
            sight.isNew = true
            tracks[find.reference] = Track(last: sight.cameraFromAnchor.then(view.worldFromCamera))
            sights.append(sight)
        }
        return sights
    }

    /// The picture decides between two poses; where it hardly does, the one that lies level or upright.
    private func isBetter(_ sight: Sight, than other: Sight, up: Vector3<CameraSpace>?) -> Bool {
        if let up, abs(sight.worth / other.worth - 1) < 0.015 {
            return sight.deviation(from: up) < other.deviation(from: up)
        }
        return sight.worth > other.worth
    }
}

extension ReferenceImageTracker.Sight {
    /// How much of the image agrees, and how well.
    fileprivate var worth: Double {
        max(0, alignment.correlation) * alignment.visible.squareRoot() + 0.1 * alignment.agreement
    }

    /// How far it is from lying level or standing upright: the sine of the angle.
    fileprivate func deviation(from up: Vector3<CameraSpace>) -> Double {
        let cosine = abs(Vector3<CameraSpace>(cameraFromAnchor.yAxis).dot(up))
        return min(cosine, max(0, 1 - cosine * cosine).squareRoot())
    }
}

extension RigidTransform where From == CameraSpace, To == WorldSpace {
    /// A camera whose motion is not known: its own axes are the world.
    fileprivate static var still: Self { .identity }

    /// Up against gravity in the camera, where y of the world is up.
    fileprivate var upInCamera: Vector3<CameraSpace> { .init(x: xAxis.y, y: yAxis.y, z: zAxis.y) }
}
