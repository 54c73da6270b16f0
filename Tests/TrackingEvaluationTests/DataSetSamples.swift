import FoundationEssentials
import Imaging

/// A folder that a test fills with a data set, removed when the test is done.
final class SampleFolder {
    let path: String

    /// Makes a folder of a given name within a temporary one.
    init(_ name: String = "set") throws {
        root = FileManager.default.temporaryDirectory.appending(path: "airdraw-\(UUID().uuidString)").path
        path = root + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that stays behind in the temporary one is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: root)
    }

    private let root: String

    /// Writes a text, with the folders that it needs.
    @discardableResult
    func write(_ text: String, _ name: String) throws -> Self { try write(Array(text.utf8), name) }

    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> Self {
        let file = path + "/" + name
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        return self
    }

    /// Makes files that are named like pictures; no reader of layouts opens them.
    @discardableResult
    func pictures(_ numbers: ClosedRange<Int>, in folder: String, digits: Int = 4) throws -> Self {
        for number in numbers {
            let text = String(number)
            try write("", "\(folder)\(String(repeating: "0", count: max(digits - text.count, 0)))\(text).jpg")
        }
        return self
    }

    /// Makes a real picture.
    @discardableResult
    func picture(_ name: String, width: Int, height: Int) throws -> Self {
        let picture = try Picture(width: width, height: height, bgr: .init(repeating: 100, count: width * height * 3))
        try write(try picture.encoded(as: .png), name)
        return self
    }
}
