internal import Imaging

/// Lets one thread at a time make a thing, so that who asks for the same meanwhile waits and finds it made.
final class Turns: Sendable {
    private let taken = Monitor(Set<String>())

    /// Does something when nobody else does what has the same key; turns within each other need keys that differ.
    func take<Value, Failure: Error>(_ key: String, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        taken.wait { $0.insert(key).inserted ? () : nil }
        defer { _ = taken.change { $0.remove(key) } }
        return try body()
    }
}
