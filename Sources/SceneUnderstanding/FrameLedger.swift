internal import Imaging

/// Counts the frames of a session that the program keeps, so that memory cannot grow without a word.
final class FrameLedger: Sendable {
    private let kept = Monitor(0)

    /// How many frames are alive.
    var count: Int { kept.change { $0 } }

    func lease() -> FrameLease {
        kept.change { $0 += 1 }
        return FrameLease(self)
    }

    fileprivate func giveBack() { kept.change { $0 -= 1 } }

    /// Waits until fewer than a number of frames are alive.
    ///
    /// - Returns: false when that did not happen in the time given, seconds.
    func waits(forFewerThan limit: Int, seconds: Double) -> Bool {
        kept.wait(seconds: seconds) { $0 < limit ? true : nil } ?? false
    }
}

/// A frame's place in the ledger; all copies of the frame share it.
final class FrameLease: Sendable {
    private let ledger: FrameLedger

    fileprivate init(_ ledger: FrameLedger) { self.ledger = ledger }

    deinit { ledger.giveBack() }
}
