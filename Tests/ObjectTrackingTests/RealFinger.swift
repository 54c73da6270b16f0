import Foundation
import Imaging
import ObjectTracking
import Spaces

/// A film of a finger and where its tip is, of the folder of real data.
struct RealFinger {
    /// What a tracker said of one frame whose truth is known.
    struct Frame {
        var result: TrackResult
        /// From the centre of the box to the tip, pixels of a picture 640 wide.
        var error: Double
    }

    /// The folder that `AIRDRAW_DATA` names; nil when it is not set.
    static let folder = ProcessInfo.processInfo.environment["AIRDRAW_DATA"].flatMap { $0.isEmpty ? nil : $0 }

    var film: String
    var first: Int
    /// Side of the seeded box, pixels.
    var size: Double
    /// Width of the film over 640.
    var scale: Double
    /// The tip per frame, pixels.
    var truth: [Int: PixelPoint]

    /// The box that a tap on the tip seeds in the first frame.
    var seed: PixelRect {
        .init(center: truth[first] ?? .init(x: 0, y: 0), size: .init(width: size, height: size))
    }

    /// All fingers, one seed each: two tips in each of six clips, a thumb, and one on a desk.
    static func all() throws -> [RealFinger] { try ti1k() + [cup(), desk(first: 30, size: 45)] }

    /// The thumb with a cup.
    static func cup() throws -> RealFinger {
        try .init(film: path("/fingers/cup/video.mp4"), first: 0, size: 40, scale: 1, truth: tips("/fingers/cup/thumb_tip.csv"))
    }

    /// The index finger on a mouse pad.
    static func desk(first: Int, size: Double) throws -> RealFinger {
        try .init(
            film: path("/desk/mousepad/video.mp4"), first: first, size: size, scale: 720.0 / 640,
            truth: tips("/desk/mousepad/index_tip.csv"))
    }

    /// Thumb and index of the six clips of TI1K, whose labels count frames from 1.
    private static func ti1k() throws -> [RealFinger] {
        try ["rotation-1", "rotation-3", "scale-1", "scale-3", "translation-1", "translation-3"].flatMap { clip in
            let lines = try String(contentsOfFile: path("/fingers/ti1k/\(clip)/labels.txt"), encoding: .utf8)
            let rows = lines.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
            return [5, 7].map { (column: Int) -> RealFinger in
                let truth = rows.compactMap { row -> (Int, PixelPoint)? in
                    guard row.count == 9, let number = Int(row[0].dropFirst("Frame_".count)), let x = Double(row[column]),
                        let y = Double(row[column + 1])
                    else { return nil }
                    return (number - 1, .init(x: x * 640 - 0.5, y: y * 480 - 0.5))
                }
                return .init(
                    film: path("/fingers/ti1k/\(clip)/video.mp4"), first: 0, size: 40, scale: 1,
                    truth: .init(uniqueKeysWithValues: truth))
            }
        }
    }

    /// What our tracker says, in the frames after the seed whose truth is known.
    ///
    /// - Parameters:
    ///   - last: the last frame.
    ///   - kind: the tracker.
    ///   - seed: instead of the box of a tap on the tip.
    func follow(to last: Int = .max, with kind: TrackerKind = .csrt, seed: PixelRect? = nil) throws -> [Frame] {
        var tracker: ObjectTracker?
        return try frames(to: last) { picture in
            if let tracker { return try tracker.update(picture) }
            tracker = try ObjectTracker(box: seed ?? self.seed, in: picture, kind: kind)
            return nil
        }
    }

    /// What CSRT says by itself; where it says that it lost the target the error is infinite.
    func bare() throws -> [Frame] {
        var tracker: CorrelationTracker?
        return try frames(to: .max) { picture in
            if let tracker {
                let far = PixelRect(x: .infinity, y: 0, width: 1, height: 1)
                return TrackResult(box: try tracker.update(picture) ?? far, confidence: 1, state: .tracked)
            }
            tracker = try CorrelationTracker(.csrt, picture: picture, box: seed)
            return nil
        }
    }

    private func frames(to last: Int, _ track: (Picture) throws -> TrackResult?) throws -> [Frame] {
        let video = try VideoFile(path: film)
        for _ in 0..<first { _ = try video.skip() }
        var frames: [Frame] = []
        var index = first
        while index <= last, let picture = try video.next() {
            if let result = try track(picture), let tip = truth[index] {
                frames.append(.init(result: result, error: result.box.center.distance(to: tip) / scale))
            }
            index += 1
        }
        return frames
    }

    private static func path(_ name: String) -> String { (folder ?? "") + name }

    /// The tips of a table whose first columns are frame, x and y; frames where it was not seen are left out.
    private static func tips(_ name: String) throws -> [Int: PixelPoint] {
        var tips: [Int: PixelPoint] = [:]
        for line in try String(contentsOfFile: path(name), encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count >= 3, let frame = Double(fields[0]), let x = Double(fields[1]), let y = Double(fields[2]) else {
                continue
            }
            tips[Int(frame)] = .init(x: x, y: y)
        }
        return tips
    }
}
