import FoundationEssentials

/// Runs a test with a folder of its own, which is removed after it.
public func withTemporaryFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.path + "/airdraw-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // a folder left in /tmp harms no test
    return try body(folder)
}
