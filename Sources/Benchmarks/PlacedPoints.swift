internal import AirDrawing
internal import Spaces

/// A drawing of many points, and how long placing them took as it grew.
struct PlacedPoints {
    /// The drawing.
    let drawing: Drawing
    /// Processor time for each point of each part, seconds.
    let secondsPerPoint: [Double]

    /// Lets a pen go to and fro over a table until so many points are placed.
    ///
    /// - Parameters:
    ///   - count: how many points.
    ///   - parts: in how many parts the time is taken.
    init(count: Int, parts: Int) {
        var builder = StrokeBuilder(joiningFrames: true)
        var times: [Double] = []
        var placed = 0
        var frame = 0
        var mark = (time: Clock.threadCPU, placed: 0)
        while times.count < parts {
            let sample = PathSample(position: Self.pen(at: frame), time: Double(frame) / 60, plane: "table")
            _ = builder.add(sample, frame: frame, confidence: 1)
            frame += 1
            placed = builder.strokes.last?.points.count ?? 0
            guard placed >= (times.count + 1) * count / parts else { continue }
            let now = Clock.threadCPU
            times.append((now - mark.time) / Double(placed - mark.placed))
            mark = (now, placed)
        }
        var drawing = Drawing(name: "points")
        drawing.strokes = builder.strokes
        self.drawing = drawing
        secondsPerPoint = times
    }

    /// Where the pen is in a frame: along lines of a metre, each beside the one before.
    private static func pen(at frame: Int) -> WorldPoint {
        let framesPerLine = 250
        let (line, step) = frame.quotientAndRemainder(dividingBy: framesPerLine)
        let x = Double(step) / Double(framesPerLine - 1)
        return WorldPoint(x: line % 2 == 0 ? x : 1 - x, y: -0.4, z: -0.003 * Double(line))
    }
}
