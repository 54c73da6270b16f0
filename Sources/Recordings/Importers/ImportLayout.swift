/// What can be made a recording: a plain film, or the files of another recorder.
public enum ImportLayout: String, CaseIterable, Hashable, Sendable {
    /// A plain film from a fixed camera.
    case video
    /// Stray Scanner's folder.
    case strayScanner = "stray-scanner"
    /// Record3D's archive, or what it unpacks to.
    case record3D = "record3d"
    /// NeRFCapture's or instant-ngp's transforms.json with its pictures.
    case transforms = "transforms"
    /// A scene of ARKitScenes.
    case arKitScenes = "arkitscenes"
    /// A sequence of the TUM RGB-D benchmark.
    case tumRGBD = "tum-rgbd"
    /// A sequence of 7-Scenes, as TSDF fusion reads it.
    case sevenScenes = "7-scenes"
    /// The log of ARKit-Data-Logger.
    case arKitDataLogger = "arkit-data-logger"
    /// The folder of ios_logger.
    case iosLogger = "ios-logger"
    /// All data of a scan of 3D Scanner App.
    case scannerApp = "3d-scanner-app"
    /// ARKitRecorder's JSON with its pictures.
    case arKitRecorder = "arkit-recorder"

    /// What it is called by those who make it.
    public var title: String {
        switch self {
        case .video: "a plain film from a fixed camera"
        case .strayScanner: "Stray Scanner"
        case .record3D: "Record3D"
        case .transforms: "NeRFCapture, instant-ngp"
        case .arKitScenes: "ARKitScenes"
        case .tumRGBD: "TUM RGB-D"
        case .sevenScenes: "7-Scenes"
        case .arKitDataLogger: "ARKit-Data-Logger"
        case .iosLogger: "ios_logger"
        case .scannerApp: "3D Scanner App"
        case .arKitRecorder: "ARKitRecorder"
        }
    }

    /// Which files it must have.
    public var needs: String {
        switch self {
        case .video: "a film, and --camera, or --intrinsics and --pose"
        case .strayScanner: "odometry.csv, camera_matrix.csv, rgb.mp4"
        case .record3D: "an .r3d archive, or metadata with rgbd/*.jpg (metadata.json with rgb/*.jpg)"
        case .transforms: "transforms.json and the pictures that it names"
        case .arKitScenes: "*.traj, *_intrinsics/*.pincam and the folder of pictures beside it"
        case .tumRGBD: "rgb.txt, groundtruth.txt, rgb/*.png; --intrinsics unless the name says freiburg1, 2 or 3"
        case .sevenScenes: "frame-*.color.png or .jpg, frame-*.pose.txt; camera-intrinsics.txt or --intrinsics"
        case .arKitDataLogger: "ARKit_camera_pose.txt, --intrinsics and --image-size; it has no pictures"
        case .iosLogger: "ARposes.txt, Frames.txt, Frames.m4v"
        case .scannerApp: "frame_*.json and frame_*.jpg"
        case .arKitRecorder: "one .json for all frames, and the .jpg files that it names"
        }
    }

    /// Whether the recorder says that y is up.
    public var worldAlignment: WorldAlignment {
        switch self {
        case .record3D, .arKitScenes, .tumRGBD, .sevenScenes: .unknown
        default: .gravity
        }
    }

    /// The importer; nil for a plain film, which ``importVideo(_:description:frameCount:imageSize:framesPerSecond:to:replacing:)`` takes.
    var importer: (any SourceImporter.Type)? {
        switch self {
        case .video: nil
        case .strayScanner: StrayScannerImporter.self
        case .record3D: Record3DImporter.self
        case .transforms: TransformsImporter.self
        case .arKitScenes: ARKitScenesImporter.self
        case .tumRGBD: TUMImporter.self
        case .sevenScenes: SevenScenesImporter.self
        case .arKitDataLogger: ARKitDataLoggerImporter.self
        case .iosLogger: IOSLoggerImporter.self
        case .scannerApp: ScannerAppImporter.self
        case .arKitRecorder: ARKitRecorderImporter.self
        }
    }
}
