internal import Glibc

extension Gate {
    /// The gate of a listener: its own names, and a token where other machines reach it.
    ///
    /// - Parameter host: as it was asked for.
    init(_ listener: borrowing Listener, host: String) {
        var hosts: Set<String> = [Self.inAddress(host.lowercased()), Self.inAddress(listener.address)]
        if listener.isLoopback || listener.isAny { hosts.formUnion(["localhost", "127.0.0.1", "[::1]"]) }
        if listener.isAny, let name = Self.machine { hosts.insert(name.lowercased()) }
        self.init(
            hosts: hosts, acceptsNumbers: listener.isAny, port: listener.port,
            token: listener.isLoopback ? nil : Self.randomToken())
    }

    /// The address to open, with the token where one is needed.
    func address(of listener: borrowing Listener, host: String) -> String {
        let name = listener.isAny ? outwardAddress() ?? "127.0.0.1" : host
        return "http://\(Self.inAddress(name)):\(port)/" + (token.map { "?token=\($0)" } ?? "")
    }

    /// A host as addresses write it: IPv6 in brackets.
    private static func inAddress(_ host: String) -> String { host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host }

    /// The name of this machine; nil where it has none.
    private static var machine: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { room in
            guard let base = room.baseAddress, unsafe gethostname(base, 255) == 0 else { return nil }
            unsafe base[255] = 0
            let name = unsafe String(cString: base)
            return name.isEmpty ? nil : name
        }
    }
}

extension HTTPLimits {
    /// What is accepted where only this machine reaches the server, or others do.
    init(isLoopback: Bool) {
        self.init()
        if !isLoopback { connectionsEach = connections / 3 }
    }
}
