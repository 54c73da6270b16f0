internal import Files

/// Where the studio's own files are.
enum StudioFiles {
    /// The page, which the build puts beside the program.
    ///
    /// - Throws: ``StudioFailure`` where it is not there.
    static func page() throws(StudioFailure) -> ServedFolder {
        guard let program = realPath("/proc/self/exe"), let slash = program.lastIndex(of: "/") else {
            throw StudioFailure("the program's own place is not known", cure: "mount /proc")
        }
        let folder = program[..<slash] + "/AirDraw_StudioPage.resources/Page"
        guard kind(of: String(folder)) == .folder else {
            throw StudioFailure(
                "the studio's page is missing: \(folder)", cure: "run airdraw where it was built, or copy that folder beside it")
        }
        return ServedFolder(path: String(folder))
    }

    /// three.js of Debian's package.
    ///
    /// - Throws: ``StudioFailure`` where it is not installed.
    static func three() throws(StudioFailure) -> ServedFolder {
        let folder = "/usr/share/javascript/three"
        guard kind(of: folder) == .folder else {
            throw StudioFailure("three.js is missing: \(folder)", cure: "sudo apt-get install libjs-three")
        }
        return ServedFolder(path: folder)
    }
}
