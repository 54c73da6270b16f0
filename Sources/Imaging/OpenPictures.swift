internal import Files

/// Opens pictures by what names them on the command line.
///
/// - Parameter source: a film, a folder of pictures, a pattern such as `img/%04d.jpg`, one picture, or `camera:N`.
/// - Throws: ``ImagingFailure`` that says what was looked for.
public func openPictures(_ source: String) throws -> any PictureSource {
    if source.hasPrefix("camera:") {
        guard let number = Int(source.dropFirst("camera:".count)) else {
            throw ImagingFailure(.argument, source, "a camera is named camera:N, with 0 for the first")
        }
        return try CameraDevice(number: number)
    }
    switch kind(of: source) {
    case .folder: return try PictureFolder(folder: source)
    case .file:
        return PictureFormat(path: source) == nil ? try VideoFile(path: source) : try PictureFolder(paths: [source])
    case nil:
        if source.contains("%") { return try PictureFolder(pattern: source) }
        throw ImagingFailure(
            .missing, source.isEmpty ? "\"\"" : source,
            "there is no such file or folder: a film, a folder of pictures, a pattern such as img/%04d.jpg or camera:N is accepted"
        )
    }
}
