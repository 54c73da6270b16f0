private import Glibc
internal import Imaging

/// The chance that a box is on its target, from what each frame shows and from the frames before.
///
/// A logistic model with a memory. Its evidence is u = α·u′ + b + Σ wᵢfᵢ, where u′ is that of the frame before and the confidence is
/// 1 / (1 + e⁻ᵘ). The memory α is long while the picture in the box goes on as it was and short when it changes or the box jumps.
/// Fitted by maximum likelihood, each finger with equal weight, all signs fixed beforehand, and judged by leaving clips out.
struct TrackingConfidence {
    /// Evidence of a box that the user put there.
    static let seedEvidence = 3.0
    /// No evidence counts for more than this, so that a change is believed within a few frames.
    static let mostEvidence = 8.0

    private static let bias = -0.79
    private static let seed = 0.97
    private static let chroma = 2.49
    private static let posterior = 1.25
    private static let memoryByContinuity = 0.80
    private static let memoryByJump = -0.47
    /// Chroma further off than this, in units of a and b, is no worse.
    private static let farChroma = 20.0
    /// Continuity of a target that is held, for judging a box by itself.
    private static let usualContinuity = 0.85

    private(set) var evidence = Self.seedEvidence

    /// The chance, 0…1.
    var value: Double { Self.chance(evidence) }

    /// Takes a frame in.
    ///
    /// - Parameters:
    ///   - jump: how far the box moved since the frame before, in boxes.
    mutating func take(_ look: TargetAppearance.Look, jump: Double) {
        let memory = Self.memoryByContinuity * look.previous + Self.memoryByJump * min(jump, 1)
        let sum = min(max(memory, 0), 0.97) * evidence + Self.evidence(of: look)
        evidence = min(max(sum, -Self.mostEvidence), Self.mostEvidence)
    }

    /// Starts again at a given chance.
    mutating func restart(at chance: Double) { evidence = log(chance / (1 - chance)) }

    /// The chance by one look alone, as if it had been so for long.
    static func alone(_ look: TargetAppearance.Look) -> Double {
        chance(evidence(of: look) / (1 - memoryByContinuity * usualContinuity))
    }

    private static func evidence(of look: TargetAppearance.Look) -> Double {
        bias + seed * look.seed - chroma * min(look.chroma, farChroma) / farChroma + posterior * look.posterior
    }

    static func chance(_ evidence: Double) -> Double { 1 / (1 + exp(-evidence)) }
}
