internal import COpenCV
public import Spaces

/// OpenCV's correlation trackers.
public enum CorrelationTrackerKind: String, CaseIterable, Sendable {
    /// Discriminative correlation filter with channel and spatial reliability: follows well, whole pixels, about 7 ms.
    case csrt
    /// Kernelized correlation filter: fast, size fixed, whole pixels, gives up early.
    case kcf
    /// Adaptive correlation filter of the smallest output error: fastest, needs boxes of about 32 pixels and texture.
    case mosse
    /// Optical flow both ways: sub-pixel, grows and shrinks with the target, for slow motion.
    case medianflow
    /// Multiple instance learning: never says that it is lost.
    case mil
}

/// A tracker seeded on one target, which it looks for in picture after picture.
///
/// It cannot be updated before it is seeded, nor seeded twice: make a new one for a new box. Everything that OpenCV's trackers are
/// known to crash or hang on is refused with a failure. Not `Sendable`: one thread at a time.
@safe public final class CorrelationTracker {
    /// Which tracker it is.
    public let kind: CorrelationTrackerKind
    private let handle: OpaquePointer

    /// The shortest side of a box, pixels: shorter ones make MIL hang and the others throw.
    public static let shortestSide = Double(AD_TRACKER_SHORTEST_SIDE)
    /// The largest ratio of a box's long side to its short one.
    public static let largestAspect = Double(AD_TRACKER_LARGEST_ASPECT)

    /// Seeds a tracker.
    ///
    /// - Parameters:
    ///   - kind: which tracker.
    ///   - picture: in which the target is.
    ///   - box: round the target, pixels; clipped to the picture.
    /// - Throws: ``ImagingFailure`` of code ``ImagingFailure/Code/box`` when what is left of the box after clipping is nothing,
    ///   shorter than ``shortestSide`` or longer than ``largestAspect`` allows.
    public init(_ kind: CorrelationTrackerKind, picture: Picture, box: PixelRect) throws {
        self.kind = kind
        let subject = "tracker \(kind.rawValue)"
        unsafe handle = try unsafe shim(subject, argument: .box) { error in
            unsafe ad_tracker_create(kind.forShim, picture.memory.handle, box.forShim, error)
        }
    }

    deinit { unsafe ad_tracker_destroy(handle) }

    /// Looks for the target in the next picture.
    ///
    /// CSRT and KCF report whole pixels. CSRT is dead once it has lost the target: every later update gives nil, and a new tracker
    /// is needed. The others may find it again.
    /// - Returns: the box, part of which may lie outside the picture; nil when the tracker says that it lost the target, or when
    ///   what it reports is no place in the picture.
    /// - Throws: ``ImagingFailure``, of code ``ImagingFailure/Code/sizeChanged`` when the picture has another size than the first.
    public func update(_ picture: Picture) throws -> PixelRect? {
        var box = ad_box()
        let status = try unsafe shim("tracker \(kind.rawValue)") { error in
            let status = unsafe ad_tracker_update(handle, picture.memory.handle, &box, error)
            return status == .failed ? nil : status
        }
        return status == .found ? PixelRect(box) : nil
    }
}

extension CorrelationTrackerKind {
    fileprivate var forShim: ad_tracker_kind {
        switch self {
        case .csrt: .csrt
        case .kcf: .kcf
        case .mosse: .mosse
        case .medianflow: .medianflow
        case .mil: .mil
        }
    }
}

/// Sets how many threads OpenCV may use in the whole process.
///
/// - Parameter n: 1 means the caller's alone; less counts as 1.
public func setOpenCVThreads(_ n: Int) { ad_set_threads(Int32(clamping: n)) }
