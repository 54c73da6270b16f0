import Imaging
public import Recordings
public import SceneUnderstanding
import Spaces

/// Keeps the way of a session's camera as points every so many metres, and what is seen from its start.
///
/// Frames whose tracking is not normal say nothing about the way; the next good one follows a break.
public struct PathRecorder {
    /// How far from the start landmarks are still looked for, metres: what the start shows is known well by then.
    static let landmarkReach = 3.0
    /// Most landmarks that are kept: those whose places are best known.
    static let mostLandmarks = 400

    private let name: String
    private let spacing: Double
    private let orientation: InterfaceOrientation
    private let worldAlignment: WorldAlignment
    private var start: WalkPath.Start?
    private var waypoints: [WalkPath.Waypoint] = []
    private var landmarks: [UInt64: FeaturePoint] = [:]
    private var last: (position: WorldPoint, time: Double)?
    private var isBroken = false

    /// Makes a recorder for a recording.
    ///
    /// - Parameters:
    ///   - header: of the recording.
    ///   - spacing: metres between points, above 0.
    public init(of header: RecordingHeader, spacing: Double) {
        precondition(spacing > 0, "points of a way are some distance apart")
        name = header.name
        orientation = header.orientation
        worldAlignment = header.worldAlignment
        self.spacing = spacing
    }

    /// Takes in a frame.
    ///
    /// - Throws: `ImagingFailure` when the start picture cannot be kept.
    public mutating func add(_ frame: Frame) throws {
        guard frame.trackingState == .normal, !frame.isInterrupted else {
            isBroken = !waypoints.isEmpty
            return
        }
        let position = frame.camera.position
        guard let from = waypoints.last else {
            start = .init(camera: frame.camera, orientation: orientation, picture: try frame.picture.encoded(as: .png))
            waypoints = [.init(position: position, distance: 0, time: frame.timestamp)]
            last = (position, frame.timestamp)
            return
        }
        gatherLandmarks(frame)
        last = (position, frame.timestamp)
        let way = from.position.distance(to: position)
        guard way >= spacing || isBroken else { return }
        waypoints.append(
            .init(position: position, distance: from.distance + way, time: frame.timestamp, followsBreak: isBroken))
        isBroken = false
    }

    /// The way with all frames taken in so far; nil when the session never tracked.
    public func path() -> WalkPath? {
        guard var start else { return nil }
        var points = waypoints
        // The way ends where the camera ended, and not up to a spacing before.
        if let last, let end = points.last, last.position.distance(to: end.position) > 0.05 * spacing {
            let rest = last.position.distance(to: end.position)
            points.append(.init(position: last.position, distance: end.distance + rest, time: last.time))
        }
        typealias Known = (share: Double, identifier: UInt64, landmark: WalkPath.Start.Landmark)
        let known = landmarks.values.compactMap { point -> Known? in
            guard let pixel = start.camera.project(point.position), isIn(pixel, start.camera) else { return nil }
            let distance = point.position.distance(to: start.camera.position)
            return ((point.deviation ?? 0) / distance, point.identifier, .init(pixel: pixel, position: point.position))
        }
        start.landmarks = known.sorted { ($0.share, $0.identifier) < ($1.share, $1.identifier) }
            .prefix(Self.mostLandmarks).map(\.landmark)
        return WalkPath(name: name, worldAlignment: worldAlignment, spacing: spacing, start: start, waypoints: points)
    }

    /// Keeps the points whose first ray came from the start: the start picture shows them.
    private mutating func gatherLandmarks(_ frame: Frame) {
        guard let start, let way = waypoints.last?.distance, way <= Self.landmarkReach else { return }
        for point in frame.rawFeaturePoints {
            guard let eye = point.seenFrom, eye.distance(to: start.camera.position) < 1e-6 else { continue }
            landmarks[point.identifier] = point
        }
        for identifier in frame.withdrawnFeaturePoints { landmarks[identifier] = nil }
    }

    private func isIn(_ pixel: PixelPoint, _ camera: Camera) -> Bool {
        pixel.x >= 0 && pixel.y >= 0 && pixel.x <= camera.imageSize.width - 1 && pixel.y <= camera.imageSize.height - 1
    }
}
