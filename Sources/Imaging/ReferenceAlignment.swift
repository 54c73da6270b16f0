internal import COpenCV
public import Spaces

/// How a reference picture lies on a picture, after both were made to agree as well as they can.
///
/// Blocks of 8 × 8 pixels are compared by their correlation, so that light may change from block to block; blocks that do not agree,
/// such as those under a hand, count little or not at all.
///
/// Source: S. Baker and I. Matthews, "Lucas-Kanade 20 years on: a unifying framework", IJCV 56, 2004 (the inverse compositional way).
public struct ReferenceAlignment: Hashable, Sendable {
    /// From pixels of the reference to pixels of the picture as it would be without the lens.
    public var homography: Homography<PixelSpace, PixelSpace>
    /// The share of what of the reference is in the picture that agrees with it, 0…1; the rest is covered, or wrong.
    public var agreement: Double
    /// Mean correlation of what is in the picture, −1…1.
    public var correlation: Double
    /// The share of the reference that is in the picture, 0…1, by what it shows.
    public var visible: Double
    /// How many blocks agree.
    public var blocks: Int

    /// Aligns with a camera that is not known.
    ///
    /// - Parameters:
    ///   - reference: what is aligned.
    ///   - pyramid: the picture.
    ///   - homography: the guess.
    ///   - radius: where the guess leads nowhere, how far about it to search, pixels.
    /// - Throws: ``ImagingFailure`` when the reference is too small to align, or the guess is not finite.
    public init(
        of reference: ReferencePicture, in pyramid: PicturePyramid, from homography: Homography<PixelSpace, PixelSpace>,
        radius: Double = 0
    ) throws {
        var result = ad_alignment()
        try unsafe shimCheck("aligning a reference picture") { error in
            unsafe ad_align_homography(reference.handle, pyramid.handle, homography.elements, radius, &result, error)
        }
        self.init(result)
    }

    /// Aligns a pose, which is refined.
    ///
    /// - Parameters:
    ///   - reference: what is aligned; the middle of its picture is the origin of the anchor.
    ///   - pyramid: the picture.
    ///   - camera: of the picture.
    ///   - width: of the reference, metres.
    ///   - pose: the guess; afterwards what was found.
    ///   - radius: where the guess leads nowhere, how far about it to search, pixels.
    /// - Throws: ``ImagingFailure`` when the reference is too small to align, or the guess is behind the camera.
    public init(
        of reference: ReferencePicture, in pyramid: PicturePyramid, camera: CameraModel, width: Double,
        pose: inout RigidTransform<AnchorSpace, CameraSpace>, radius: Double = 0
    ) throws {
        var result = ad_alignment()
        var refined = ad_plane_pose(pose)
        try unsafe shimCheck("aligning a reference picture") { error in
            unsafe ad_align_pose(reference.handle, pyramid.handle, camera.forShim, width, &refined, radius, &result, error)
        }
        pose = PlanarPose(refined).cameraFromAnchor
        self.init(result)
    }

    private init(_ result: ad_alignment) {
        homography = .init(nineNumbers(result.homography))
        agreement = result.agreement
        correlation = result.correlation
        visible = result.visible
        blocks = Int(result.blocks)
    }
}

extension ad_plane_pose {
    /// Our axes become OpenCV's: the way back of `PlanarPose.init`.
    init(_ pose: RigidTransform<AnchorSpace, CameraSpace>) {
        self.init()
        let (x, y, z, t) = (pose.xAxis, pose.zAxis, -pose.yAxis, pose.translation)
        rotation = (x.x, y.x, z.x, -x.y, -y.y, -z.y, -x.z, -y.z, -z.z)
        translation = (t.x, -t.y, -t.z)
    }
}
