import FoundationEssentials
import Imaging
import Recordings
import Spaces

/// A small recording with a closed form: a camera half a metre over a level table, and a patch that goes 160 px to the right.
///
/// 160 px at a focal length of 400 px and 0.5 m are 200 mm on the table.
struct DeskFixture {
    static let width = 320
    static let height = 240
    static let frames = 41
    /// Where the middle of the patch is in the first frame, view points (the view is the picture).
    static let start = ViewPoint(x: 80, y: 120)
    /// Pixels a frame.
    static let step = 4.0
    /// Length of the way on the table, metres.
    static let length = 0.2

    /// Looks straight down from y = 0.5 m; the picture's x is the world's x.
    static let camera = Camera(
        model: .init(intrinsics: .init(fx: 400, fy: 400, cx: 159.5, cy: 119.5)),
        imageSize: .init(width: Double(width), height: Double(height)),
        worldFromCamera: .init(xAxis: [1, 0, 0], yAxis: [0, 0, -1], zAxis: [0, 1, 0], translation: [0, 0.5, 0]))

    /// Writes the recording.
    static func write(to folder: String) throws {
        let film = folder + "-film.mp4"
        try writeFilm(to: film, frames: frames)
        let header = RecordingHeader(
            name: "desk", imageSize: camera.imageSize, viewportSize: .init(width: Double(width), height: Double(height)),
            orientation: .landscapeRight, pictures: .video("video.mp4"))
        let writer = try RecordingWriter(folder: folder, header: header)
        for index in 0..<frames {
            try writer.write(
                FrameRecord(index: index, time: Double(index) / 30, picture: .videoFrame(index), camera: camera))
        }
        let table = PlaneAnchorRecord(id: "table", worldFromAnchor: .identity, extentX: 1, extentZ: 1)
        try writer.write(AnchorEvent(time: 0, id: "table", change: .add(.plane(table))))
        try writer.write(UserEvent(time: 0, kind: .tap(start)))
        try writer.copy(film, as: "video.mp4")
        try writer.commit()
        try FileManager.default.removeItem(atPath: film)
    }

    /// Writes the film: a patch of strong texture over a ground of faint texture.
    static func writeFilm(to path: String, frames: Int) throws {
        let writer = try VideoWriter(path: path, framesPerSecond: 30, size: camera.imageSize)
        for index in 0..<frames { try writer.append(picture(index)) }
        try writer.finish()
    }

    /// One picture of the film.
    static func picture(_ index: Int) throws -> Picture {
        let left = Int(start.x) - 16 + index * Int(step)
        let top = Int(start.y) - 16
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let inside = x >= left && x < left + 32 && y >= top && y < top + 32
                let value = inside ? noise((x - left) / 4, (y - top) / 4, 7) : 96 &+ noise(x / 8, y / 8, 3) / 8
                bytes += inside ? [value / 3, value / 2, value] : [value, value, value]
            }
        }
        return try Picture(width: width, height: height, bgr: bytes)
    }

    /// A fixed grey for a place: the top bits of a multiplicative hash.
    private static func noise(_ x: Int, _ y: Int, _ salt: Int) -> UInt8 {
        var hash = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ salt &* 83_492_791)
        hash = (hash ^ (hash >> 15)) &* 0x9E37_79B9_7F4A_7C15
        return UInt8(truncatingIfNeeded: hash >> 56)
    }
}

/// The names in a folder, sorted.
func names(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

/// The text of a file.
func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

/// Replaces what a file holds.
func put(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
