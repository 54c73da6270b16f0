// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with: Swift 6, each import named where it is used, warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// `pkg-config opencv4` would link every module there is, which costs 0.2 s at each start: name the needed ones.
let openCVModules = [
    "opencv_core", "opencv_imgproc", "opencv_imgcodecs", "opencv_videoio", "opencv_video", "opencv_tracking",
    "opencv_features2d", "opencv_flann", "opencv_calib3d", "opencv_aruco",
]

/// One room of the house: a target with its tests.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// What C++ is compiled with.
let cxx: [CXXSetting] = [
    // A root package may; the folder is where libopencv-dev puts its headers.
    .unsafeFlags(["-isystem", "/usr/include/opencv4"]),
    .unsafeFlags(["-Wall", "-Wextra", "-Werror"]),
]

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil)
    -> Target
{
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: exclude,
        resources: resources,
        swiftSettings: strict)
}

let package = Package(
    name: "AirDraw",
    products: [
        .library(name: "AirDraw", targets: ["AirDraw"]),
        .executable(name: "airdraw", targets: ["airdraw-cli"]),
        .executable(name: "airdraw-benchmark", targets: ["airdraw-benchmark"]),
    ],
    targets: [
        room("Spaces"),
        room("Files"),
        .target(
            name: "COpenCV",
            cxxSettings: cxx, linkerSettings: openCVModules.map { .linkedLibrary($0) }),
        // A k-d tree in one header; only the scene's hit tests ask it.
        .target(name: "CNanoflann", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
        // FFmpeg's libraries, which `Imaging` alone imports: OpenCV cannot hand its encoder options.
        .target(
            name: "CFFmpeg", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: ["avformat", "avcodec", "avutil", "swscale"].map { .linkedLibrary($0) }),
        // EGL and OpenGL ES with Mesa's software driver, which `Rendering` alone imports.
        .target(
            name: "CEGL", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("EGL"), .linkedLibrary("GLESv2")]),
        room("Imaging", ["COpenCV", "CFFmpeg", "Spaces", "Files"]),
        // libzip, which `Archives` alone imports.
        .systemLibrary(name: "CZip", providers: [.apt(["libzip-dev"])]),
        room("Archives", ["CZip", "Files"]),
        // libcurl behind one function, which `Downloads` alone imports.
        .target(
            name: "CCurl", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])], linkerSettings: [.linkedLibrary("curl")]),
        room("Downloads", ["CCurl", "Files"]),
        room("Recordings", ["Archives", "Spaces", "Files"]),
        // Outlines on whole numbers (Clipper), and triangles inside them (GLU); `Meshes` alone imports them.
        .target(
            name: "CClipper", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("polyclipping")]),
        // Of the archive only the tessellator is linked; the shared library would load all of OpenGL at each start.
        .target(
            name: "CTessellator", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary(":libGLU.a")]),
        // assimp, which `Meshes` alone imports: it reads the models that are set down.
        .target(
            name: "CAssimp", cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("assimp")]),
        room("Meshes", ["CAssimp", "CClipper", "CTessellator", "Spaces", "Files"]),
        room("ObjectTracking", ["Imaging", "Spaces"]),
        room("SceneUnderstanding", ["CNanoflann", "Downloads", "Imaging", "Recordings", "Spaces", "Files"]),
        room("AirDrawing", ["ObjectTracking", "SceneUnderstanding", "Recordings", "Meshes", "Imaging", "Spaces", "Files"]),
        room("Rendering", ["CEGL", "AirDrawing", "SceneUnderstanding", "Recordings", "Meshes", "Imaging", "Spaces"]),
        room(
            "TrackingEvaluation",
            ["AirDrawing", "SceneUnderstanding", "ObjectTracking", "Recordings", "Imaging", "Spaces", "Files"]),
        // libmicrohttpd, a web server, which `Studio` alone imports.
        .target(
            name: "CMicrohttpd", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("microhttpd")]),
        // The files of the studio's page; why they go with a C target is said in its header.
        .target(
            name: "StudioPage", path: "Sources/Studio", sources: ["PageCarrier"], resources: [.copy("Page")],
            publicHeadersPath: "PageCarrier"),
        room(
            "Studio",
            [
                "StudioPage", "CMicrohttpd", "TrackingEvaluation", "Rendering", "AirDrawing", "SceneUnderstanding",
                "ObjectTracking",
                "Recordings", "Archives", "Meshes", "Imaging", "Spaces", "Files",
            ], exclude: ["Page", "PageCarrier"]),
        room(
            "AirDraw",
            [
                "TrackingEvaluation", "Rendering", "AirDrawing", "ObjectTracking", "SceneUnderstanding", "Downloads",
                "Recordings",
                "Meshes", "Imaging", "Spaces",
            ]),
        room(
            "Commands",
            [
                "Studio", "TrackingEvaluation", "Rendering", "AirDrawing", "ObjectTracking", "SceneUnderstanding", "Downloads",
                "Recordings",
                "Meshes",
                "Imaging", "Spaces", "Files",
            ]),
        room(
            "Benchmarks", ["Commands", "AirDrawing", "SceneUnderstanding", "Recordings", "Meshes", "Imaging", "Spaces", "Files"]),
        .executableTarget(name: "airdraw-cli", dependencies: ["Commands"], swiftSettings: strict),
        .executableTarget(name: "airdraw-benchmark", dependencies: ["Benchmarks", "Commands"], swiftSettings: strict),
        // What benchmarks compare with: OpenCV, and nothing of ours.
        .executableTarget(
            name: "airdraw-baseline", cxxSettings: cxx,
            linkerSettings: openCVModules.map { .linkedLibrary($0) } + [.unsafeFlags(["-static-stdlib"])]),
        // What the tests of several rooms need; in no product.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        tests("Spaces"),
        tests("Files"),
        tests("Imaging", ["Spaces", "Files"]),
        tests("Archives", ["Files"]),
        tests("Downloads", ["Files"]),
        tests("Recordings", ["Archives", "Spaces", "Files"]),
        tests("Meshes", ["Spaces", "Files"], exclude: ["Goldens"]),
        tests("ObjectTracking", ["Imaging", "Spaces"]),
        tests("SceneUnderstanding", ["Downloads", "Imaging", "Recordings", "Spaces", "Files"]),
        tests("TrackingEvaluation", ["Recordings", "Imaging", "Spaces", "Files"]),
        tests("AirDrawing", ["ObjectTracking", "SceneUnderstanding", "Recordings", "Meshes", "Imaging", "Spaces"]),
        tests("Rendering", ["AirDrawing", "SceneUnderstanding", "Recordings", "Meshes", "Imaging", "Spaces"]),
        tests(
            "Studio",
            [
                "TrackingEvaluation", "Rendering", "AirDrawing", "SceneUnderstanding", "ObjectTracking", "Recordings", "Archives",
                "Meshes", "Imaging", "Spaces", "Files",
            ]),
        tests("Benchmarks", ["Commands", "Imaging", "Recordings", "Spaces", "Files"]),
        tests(
            "Commands",
            ["Studio", "Archives", "Meshes", "AirDrawing", "SceneUnderstanding", "Imaging", "Recordings", "Spaces", "Files"],
            exclude: ["Goldens"]),
    ],
    cxxLanguageStandard: .cxx17
)
