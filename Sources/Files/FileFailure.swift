import Glibc

/// What went wrong with a file: which one, what was being done, and what the system said.
public struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder, as it was named.
    public let path: String
    /// What was being done, such as "open" or "write".
    public let action: String
    /// The system's error number (`errno`).
    public let code: Int32

    /// Makes a failure from the system's error number.
    public init(path: String, action: String, code: Int32) {
        self.path = path
        self.action = action
        self.code = code
    }

    /// Makes a failure from what the last system call of this thread left in `errno`.
    static func last(_ action: String, _ path: String) -> FileFailure { .init(path: path, action: action, code: errno) }

    /// Whether the disk has no more room.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// One line: what was done to which file, and the system's words.
    public var description: String { "cannot \(action) \(path): \(reason)" }

    /// The system's words, with the cure where there is one.
    public var reason: String {
        switch code {
        case ENOENT: "it does not exist"
        case EACCES, EPERM: "permission denied"
        case ENOSPC, EDQUOT: "the disk is full"
        case EISDIR: "it is a folder"
        case ENOTDIR: "a part of the path is not a folder"
        default: unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        }
    }
}

/// The system's error number (`errno`) that the last call of this thread left.
public func lastError() -> Int32 { errno }
