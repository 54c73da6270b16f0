import Imaging
import Spaces

/// Writes the fixture's pictures as a film.
enum VideoWriterFixture {
    static func write(_ fixture: EvaluationFixture.Type, frames: Int, to path: String) throws -> Int {
        let writer = try VideoWriter(
            path: path, framesPerSecond: 30, size: .init(width: Double(fixture.width), height: Double(fixture.height)))
        for frame in 0..<frames { try writer.append(fixture.picture(frame, step: 1)) }
        try writer.finish()
        return frames
    }
}
