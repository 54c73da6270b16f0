internal import Files
internal import Glibc

/// Which program listens at a port of this machine, as `/proc` tells it.
enum PortHolder {
    /// The program's name and number, such as `python3 (process 4711)`.
    ///
    /// - Returns: nil where nothing listens, or whose it is may not be seen.
    static func program(at port: UInt16) -> String? {
        let sockets = Set(
            ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
                // A table that cannot be read names nobody.
                (try? readFile(table, upTo: 64 << 20)).map { listeners(at: port, in: String(decoding: $0, as: UTF8.self)) } ?? []
            })
        guard !sockets.isEmpty else { return nil }
        for process in entries(of: "/proc") where process.allSatisfy({ $0.isASCII && $0.isNumber }) {
            let descriptors = "/proc/\(process)/fd"
            for descriptor in entries(of: descriptors) {
                guard let target = linkTarget(descriptors + "/" + descriptor), sockets.contains(target) else { continue }
                return name(of: process)
            }
        }
        return nil
    }

    /// The sockets that listen at a port, as links of `/proc` name them, from the text of a table (proc_net_tcp of the kernel).
    static func listeners(at port: UInt16, in table: String) -> [String] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            // Number, local address:port, remote, state, queues, timer, retransmits, user, timeout, inode; 0A is LISTEN.
            guard words.count > 9, words[3] == "0A", let colon = words[1].lastIndex(of: ":") else { return nil }
            guard UInt16(words[1][words[1].index(after: colon)...], radix: 16) == port else { return nil }
            return "socket:[\(words[9])]"
        }
    }

    private static func name(of process: String) -> String {
        // A process that has just ended has no name.
        let words = (try? readFile("/proc/\(process)/comm", upTo: 4096)).map { String(decoding: $0, as: UTF8.self) }
        let name = words?.split(separator: "\n").first.map(String.init)
        return name.map { "\($0) (process \(process))" } ?? "process \(process)"
    }

    /// The names in a folder; none where it may not be read.
    private static func entries(of folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func linkTarget(_ path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
            guard let base = room.baseAddress else { return nil }
            let count = unsafe readlink(path, base, 256)
            guard count > 0 else { return nil }
            return unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
        }
    }
}
