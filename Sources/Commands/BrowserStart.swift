internal import Glibc

/// The start of the user's browser by `xdg-open`, which is looked after without waiting: some of its browsers stay with it.
struct BrowserStart {
    private var process: pid_t?

    /// Starts it; nil, with a note, where there is none.
    init?(_ address: String, _ console: any Console) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // What a browser says is not the studio's, and Ctrl-C is not for it.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var usual = sigset_t()
        unsafe sigemptyset(&usual)
        unsafe sigaddset(&usual, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let texts = ["xdg-open", address]
        var words = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var id = pid_t()
        guard unsafe posix_spawnp(&id, "xdg-open", &actions, &attributes, &words, environ) == 0 else {
            console.note("There is no xdg-open here, which --open needs; open the address above in a browser.")
            return nil
        }
        process = id
    }

    /// Says once when it could not open a browser.
    mutating func look(_ console: any Console) {
        var status: Int32 = 0
        guard let id = process, unsafe waitpid(id, &status, WNOHANG) != 0 else { return }
        process = nil
        if status != 0 { console.note("xdg-open opened no browser; open the address above in one.") }
    }
}
