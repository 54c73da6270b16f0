/// What went wrong with a picture, a film, a camera or a tracker.
public struct ImagingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// A file, folder or camera is not there or may not be read.
        case missing
        /// What was opened is no picture or film that can be decoded.
        case unreadable
        /// A file ends before it is complete.
        case cutOff
        /// A picture has more pixels than are accepted.
        case tooLarge
        /// A picture has another size than those before it.
        case sizeChanged
        /// A box that a tracker cannot take.
        case box
        /// A number or text that is not accepted.
        case argument
        /// A file could not be written.
        case write
        /// There is not enough memory.
        case memory
        /// OpenCV threw.
        case openCV
    }

    /// The kind of failure.
    public let code: Code
    /// What it is about: a file, a frame of it, a tracker.
    public let subject: String
    /// What is wrong, with what is accepted and the cure where there is one.
    public let message: String

    /// Makes a failure.
    public init(_ code: Code, _ subject: String, _ message: String) {
        self.code = code
        self.subject = subject
        self.message = message
    }

    /// One line: what it is about, and what is wrong.
    public var description: String { "\(subject): \(message)" }
}
