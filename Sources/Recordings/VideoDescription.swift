public import Spaces

/// What must be known of a plain film with a camera that stands still, to make a recording of it.
///
/// Read from a small JSON file; the article on the format lists its keys. Film and intrinsics stay in step: both are of the
/// picture as it is stored, whatever the container says about turning it.
public struct VideoDescription: Hashable, Sendable {
    /// What to call the recording; nil for the film's name.
    public var name: String?
    /// Where the film came from.
    public var source: String?
    /// The terms it may be used under.
    public var license: String?
    /// Focal lengths and principal point, pixels of the stored picture.
    public var intrinsics: Intrinsics
    /// The lens; nil when the pictures are straight.
    public var distortion: LensDistortion?
    /// The picture's size that the intrinsics were found for; nil when not said, and then it is not checked.
    public var imageSize: PixelSize?
    /// Where the camera stands.
    public var worldFromCamera: RigidTransform<CameraSpace, WorldSpace>
    /// The planes to draw on.
    public var planes: [PlaneAnchorRecord]
    /// The view, points; nil for the picture itself, a point a pixel.
    public var viewportSize: ViewSize?
    /// How the picture is turned in the view.
    public var orientation: InterfaceOrientation
    /// Frames per second; nil for what the film says.
    public var framesPerSecond: Double?
    /// From the centre of the tapped box to where the pen touches, view points.
    public var tipOffset: Vector<ViewSpace>?

    /// Makes a description; without planes, the table is the world's y = 0.
    public init(
        name: String? = nil, source: String? = nil, license: String? = nil, intrinsics: Intrinsics,
        distortion: LensDistortion? = nil, imageSize: PixelSize? = nil,
        worldFromCamera: RigidTransform<CameraSpace, WorldSpace>, planes: [PlaneAnchorRecord] = [Self.table],
        viewportSize: ViewSize? = nil, orientation: InterfaceOrientation = .landscapeRight, framesPerSecond: Double? = nil,
        tipOffset: Vector<ViewSpace>? = nil
    ) {
        self.name = name
        self.source = source
        self.license = license
        self.intrinsics = intrinsics
        self.distortion = distortion
        self.imageSize = imageSize
        self.worldFromCamera = worldFromCamera
        self.planes = planes
        self.viewportSize = viewportSize
        self.orientation = orientation
        self.framesPerSecond = framesPerSecond
        self.tipOffset = tipOffset
    }

    /// The plane y = 0 of the world, 4 m × 4 m about its origin.
    public static let table = PlaneAnchorRecord(id: "table", worldFromAnchor: .identity, extentX: 4, extentZ: 4)

    /// The header of the recording.
    ///
    /// - Parameters:
    ///   - imageSize: the film's, pixels as stored.
    ///   - film: its path in the recording.
    ///   - fallback: the recording's name where the description has none.
    public func header(imageSize: PixelSize, film: String, name fallback: String) -> RecordingHeader {
        let k = intrinsics
        return .init(
            name: name ?? fallback, source: source, license: license, imageSize: imageSize,
            viewportSize: viewportSize ?? .init(width: imageSize.width, height: imageSize.height), orientation: orientation,
            timeBase: "first frame", pictures: .video(film), distortion: distortion,
            frameDefaults: .init(worldFromCamera: worldFromCamera, fx: k.fx, fy: k.fy, cx: k.cx, cy: k.cy),
            tipOffset: tipOffset)
    }
}

/// Makes a recording of a film, whose camera stands still or moves in a known way.
///
/// - Parameters:
///   - film: its path.
///   - description: what is known of it.
///   - frameCount: number of pictures in it, counted by decoding.
///   - imageSize: pixels as stored.
///   - framesPerSecond: what the film says; used where the description says nothing.
///   - folder: the recording to make.
///   - path: where the camera was in each frame, and how well that is known; nil for a camera that stands still.
///   - replacing: whether a recording of that name may be replaced.
/// - Throws: ``RecordingFailure``, or a file failure of the system.
public func importVideo(
    _ film: String, description: VideoDescription, frameCount: Int, imageSize: PixelSize, framesPerSecond: Double?,
    to folder: String, path: [(worldFromCamera: RigidTransform<CameraSpace, WorldSpace>, tracking: TrackingState)]? = nil,
    replacing: Bool = false
) throws {
    precondition(path == nil || path?.count == frameCount, "a pose for each picture")
    if let expected = description.imageSize, expected != imageSize {
        func words(_ s: PixelSize) -> String { "\(numberText(s.width)) × \(numberText(s.height))" }
        throw RecordingFailure(
            path: film, problem: "its pictures are \(words(imageSize)), and the intrinsics are for \(words(expected))",
            cure: "scale fx, fy, cx and cy, or use the film they were found with")
    }
    guard let rate = description.framesPerSecond ?? framesPerSecond, rate > 0, rate <= 1e5 else {
        throw RecordingFailure(path: film, problem: "the film does not say its frame rate", cure: "give fps")
    }
    guard frameCount > 0 else { throw RecordingFailure(path: film, problem: "there is no picture in it") }
    let base = film.split(separator: "/").last.map(String.init) ?? film
    let ending = base.contains(".") ? base.split(separator: ".").last.map { "." + $0.lowercased() } ?? "" : ""
    let stem = String(base.dropLast(ending.count))
    let header = description.header(
        imageSize: imageSize, film: "video" + ending, name: stem.isEmpty ? "video" : stem)
    let writer = try RecordingWriter(folder: folder, header: header, replacing: replacing)
    var camera = Camera(
        model: .init(intrinsics: description.intrinsics, distortion: description.distortion), imageSize: imageSize,
        worldFromCamera: description.worldFromCamera)
    for index in 0..<frameCount {
        if let path { camera.worldFromCamera = path[index].worldFromCamera }
        try writer.write(
            FrameRecord(
                index: index, time: Double(index) / rate, picture: .videoFrame(index), camera: camera,
                tracking: path?[index].tracking ?? .normal))
    }
    for plane in description.planes { try writer.write(AnchorEvent(time: 0, id: plane.id, change: .add(.plane(plane)))) }
    try writer.copy(film, as: "video" + ending)
    try writer.commit()
}
