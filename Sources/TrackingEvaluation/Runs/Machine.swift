internal import Files
private import Glibc
internal import Recordings

/// Facts about the machine that made results.
enum Machine {
    /// The first line of a file of times: processor, number of cores, system.
    static let line: String = objectText([
        ("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))"), ("processor", jsonText(processor)), ("system", jsonText(system)),
    ])

    private static var processor: String {
        // Not every system has it, and then the name stays empty.
        let bytes = (try? readFile("/proc/cpuinfo", upTo: 1 << 24)) ?? []
        let line = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            .first { $0.hasPrefix("model name") }
        guard let line, let colon = line.firstIndex(of: ":") else { return "" }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
    }

    private static var system: String {
        var facts = utsname()
        guard unsafe uname(&facts) == 0 else { return "" }
        func text(_ field: some Any) -> String {
            unsafe withUnsafeBytes(of: field) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return [text(facts.sysname), text(facts.release), text(facts.machine)].joined(separator: " ")
    }
}
