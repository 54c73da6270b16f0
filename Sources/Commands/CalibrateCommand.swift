internal import Imaging

/// What `airdraw calibrate` was asked for; nil means that it was not said.
struct CalibrateOptions: Hashable, Sendable {
    var source: SourceChoice
    var board: MarkerBoard.Design
    var out: String?
    var picture: String?
    var views: Int
}

/// `airdraw calibrate`: finds out how a camera sees, from pictures of a board.
enum CalibrateCommand: AirDrawCommand {
    static let source = TrackCommand.source
    static let board = ValueOption("board", .board, help: "the board that was filmed")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["json"]), help: "write the camera there, for --camera of 'airdraw import'")
    static let picture = ValueOption(
        "picture", .file("FILE", endings: ["png"]), help: "write a picture there of where the board was")
    static let views = ValueOption(
        "views", .count("N", of: "a number of views"), help: "the most views to calculate with, 3 or more (40)")

    static let spec = CommandSpec(
        name: "calibrate", summary: "Finds out how a camera sees, from pictures of a board",
        discussion: [
            "Film the board from all sides: 10 to 20 views, tilted by 30 to 45 degrees to all sides, near and far, also in the corners of "
                + "the picture. Of a film, views are picked that differ most.",
            "A line a number: its name, its value and its standard deviation. The focal lengths and the middle are in pixels, "
                + "k1 k2 p1 p2 k3 are the lens after Brown and Conrady.",
            "Boards: \(MarkerBoard.Design.accepted).",
        ],
        arguments: [source.spec], ownOptions: [board.spec, out.spec, picture.spec, views.spec], required: ["board"],
        examples: [
            "calibrate board.mp4 --board chessboard:9x6:0.025 --out phone.json",
            "calibrate pictures/ --board charuco:5x7:0.03:0.022:6X6_250 --out phone.json --picture where.png",
        ])

    static func options(from arguments: ParsedArguments) throws -> CalibrateOptions {
        let views = try arguments.value(views) ?? 40
        guard (3...200).contains(views) else {
            throw UsageFailure.badValue(of: "--views", typed: "\(views)", accepted: "a whole number from 3 to 200", choices: [])
        }
        return CalibrateOptions(
            source: try arguments.value(source), board: try arguments.required(board), out: try arguments.value(out),
            picture: try arguments.value(picture), views: views)
    }

    static func run(_ options: CalibrateOptions, _ console: any Console) throws { try CalibrateRun(options, console).run() }
}
