internal import Files
internal import Imaging
internal import SceneUnderstanding
internal import Spaces

/// What `airdraw images score` was asked for.
struct ImagesScoreOptions: Hashable, Sendable {
    var files: [String]
    var width: Double?
    var out: String?
}

/// `airdraw images score`: how well pictures serve as reference images.
enum ImagesScoreCommand: AirDrawCommand {
    static let files = ValueArgument(
        "FILE", .path("FILE", completion: .files(endings: ["png", "jpg", "jpeg", "bmp", "webp"])), repeatable: true,
        help: "a picture; several are also compared with each other")
    static let width = ValueOption(
        "width", .positive("METRES", of: "metres", example: "0.085"), help: "the width of the print, to judge it too")
    static let out = ValueOption("out", .file("FILE", endings: ["png"]), help: "a picture that shows where the features are")

    static let spec = CommandSpec(
        name: "images score", summary: "Judges how well pictures serve as reference images",
        discussion: [
            "A line a picture: its score from 0 to 100, and what is wrong with it. 75 or more is good; under 30 it will hardly be found, "
                + "or be taken for something else."
        ],
        arguments: [files.spec], ownOptions: [width.spec, out.spec],
        examples: ["images score card.png --width 0.085 --out features.png", "images score cards/*.png"])

    static func options(from arguments: ParsedArguments) throws -> ImagesScoreOptions {
        let files = try arguments.all(files)
        let out = try arguments.value(out)
        if out != nil, files.count > 1 {
            throw UsageFailure.other("--out shows one picture, and \(files.count) were given", help: "give one FILE")
        }
        return ImagesScoreOptions(files: files, width: try arguments.value(width), out: out)
    }

    static func run(_ options: ImagesScoreOptions, _ console: any Console) throws {
        setOpenCVThreads(1)
        try checkOutput(options.out)
        var prepared: [ReferencePicture] = []
        var judged: [(file: String, quality: ReferenceImageQuality, picture: Picture)] = []
        var failed = 0
        for file in options.files {
            try Interruption.check()
            do {
                let picture = try Picture(uprightContentsOf: file)
                let reference = try ReferencePicture(picture)
                judged.append((file, try .init(of: picture, prepared: reference, width: options.width), picture))
                prepared.append(reference)
            } catch let failure as ImagingFailure {
                guard options.files.count > 1 else { throw failure }
                console.complain("Failed: \(failure)")
                failed += 1
            }
        }
        let pairs = try ReferenceImageQuality.likePairs(prepared)
        for (index, entry) in judged.enumerated() {
            var reasons = entry.quality.reasons.map(\.description)
            for pair in pairs where pair.first == index || pair.second == index {
                let other = judged[pair.first == index ? pair.second : pair.first].file
                reasons.append("too like \(other): \(Int((100 * pair.share).rounded())) % of the features are the same")
            }
            let score = String(repeating: " ", count: max(0, 3 - String(entry.quality.score).count)) + "\(entry.quality.score)"
            try console.writeLine("\(score)  \(entry.file)" + (reasons.isEmpty ? "" : "  " + reasons.joined(separator: "; ")))
        }
        if let out = options.out, let entry = judged.first {
            try sheet(entry.picture, entry.quality).write(to: out)
            console.note("\(out): \(entry.quality.features.count) features")
        }
        guard failed == 0 else { throw CommandFailure("\(failed) of \(options.files.count) pictures cannot be read") }
    }

    /// The picture with its features as circles, and the places without any tinted.
    private static func sheet(_ picture: Picture, _ quality: ReferenceImageQuality) throws -> Picture {
        let canvas = try Canvas(picture)
        let size = picture.size
        let red = Color(red: 220, green: 40, blue: 40)
        for row in 0..<5 {
            for column in 0..<5 {
                let rect = PixelRect(
                    cornerX: size.width * Double(column) / 5, cornerY: size.height * Double(row) / 5, width: size.width / 5,
                    height: size.height / 5)
                if !quality.features.contains(where: { rect.contains($0.place) }) {
                    try canvas.fillRect(rect, color: red, opacity: 0.35)
                }
            }
        }
        let thickness = max(1, Int(max(size.width, size.height) / 700))
        for feature in quality.features {
            try canvas.circle(
                center: feature.place, radius: max(2, feature.size / 2), color: .init(red: 50, green: 230, blue: 80),
                thickness: thickness)
        }
        return try canvas.picture()
    }
}
