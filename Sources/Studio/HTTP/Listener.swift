internal import CMicrohttpd
internal import Glibc

/// A socket that listens, to be handed to a server.
struct Listener: ~Copyable {
    private let listener: am_listener
    /// The port.
    var port: UInt16 { listener.port }
    /// Whether only this machine reaches it.
    var isLoopback: Bool { listener.is_loopback }
    /// Whether it listens on every address of the machine.
    var isAny: Bool { listener.is_any }
    /// The address in numbers.
    let address: String

    /// Listens.
    ///
    /// - Parameters:
    ///   - host: a name or numbers.
    ///   - port: 0 for any that is free.
    /// - Throws: ``ListenFailure``.
    init(host: String, port: UInt16) throws(ListenFailure) {
        var listener = am_listener()
        var error = am_error()
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? String(host.dropFirst().dropLast()) : host
        guard unsafe am_listen(name, port, &listener, &error) else {
            throw unsafe ListenFailure(
                host: host, port: port, code: error.code, words: String(cString: am_error_message(&error)))
        }
        self.listener = listener
        address = unsafe String(cString: am_listener_address(&listener))
    }

    deinit { close(listener.socket) }

    /// A second descriptor of the socket, which the server owns.
    func handOver() -> Int32 { fcntl(listener.socket, F_DUPFD_CLOEXEC, 0) }
}

/// Why nobody can listen at an address.
struct ListenFailure: Error, Hashable, Sendable {
    let host: String
    let port: UInt16
    /// The system's error number; 0 for a name that has no address.
    let code: Int32
    let words: String

    /// Whether another program listens there.
    var isInUse: Bool { code == EADDRINUSE }
    /// Whether the port is one that not every user may take.
    var isForbidden: Bool { code == EACCES }
}

/// Whether a text is an IPv4 or IPv6 address in numbers, without brackets.
func isNumericAddress(_ text: String) -> Bool { unsafe am_is_numeric(text) }

/// An address of this machine that others reach, in numbers; nil when there is none.
func outwardAddress() -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
        guard let base = room.baseAddress, unsafe am_outward_address(base, 64) else { return nil }
        return unsafe String(cString: base)
    }
}
