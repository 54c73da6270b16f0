/// What a body is, such as `image/png`.
struct MIMEType: Hashable, Sendable {
    /// The text of the header field.
    let text: String

    static let html = Self(text: "text/html; charset=utf-8")
    static let plain = Self(text: "text/plain; charset=utf-8")
    static let css = Self(text: "text/css; charset=utf-8")
    static let script = Self(text: "text/javascript; charset=utf-8")
    static let json = Self(text: "application/json")
    static let bytes = Self(text: "application/octet-stream")
    static let events = Self(text: "text/event-stream")
    static let jpeg = Self(text: "image/jpeg")
    static let png = Self(text: "image/png")
    static let svg = Self(text: "image/svg+xml")
    static let mp4 = Self(text: "video/mp4")
    static let glb = Self(text: "model/gltf-binary")

    /// The type that a file's ending tells; ``bytes`` for one that is not known.
    init(ofFile name: String) {
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        self = Self.endings[ending] ?? .bytes
    }

    init(text: String) { self.text = text }

    private static let endings: [String: MIMEType] = [
        "html": .html, "htm": .html, "txt": .plain, "md": .plain, "css": .css, "js": .script, "mjs": .script, "json": .json,
        "jsonl": .plain, "csv": .init(text: "text/csv; charset=utf-8"), "jpg": .jpeg, "jpeg": .jpeg, "png": .png, "svg": .svg,
        "webp": .init(text: "image/webp"), "ico": .init(text: "image/x-icon"), "mp4": .mp4, "m4v": .mp4,
        "mov": .init(text: "video/quicktime"), "webm": .init(text: "video/webm"), "mkv": .init(text: "video/x-matroska"),
        "avi": .init(text: "video/x-msvideo"), "glb": .glb, "obj": .init(text: "model/obj"), "stl": .init(text: "model/stl"),
        "usdz": .init(text: "model/vnd.usdz+zip"), "woff2": .init(text: "font/woff2"),
    ]
}
