internal import Files
internal import Imaging

/// What `airdraw board` was asked for.
struct BoardOptions: Hashable, Sendable {
    var board: MarkerBoard.Design
    var out: String
    var margin: Double
}

/// `airdraw board`: writes a board to print.
enum BoardCommand: AirDrawCommand {
    static let board = ValueArgument("BOARD", .board, help: "the board, as --board of 'airdraw calibrate' takes it")
    static let out = ValueOption(
        "out", .file("FILE", endings: ["svg", "png"]), help: "the file to write; .svg prints at its true size")
    static let margin = ValueOption(
        "margin", .positive("METRES", of: "a width in metres", example: "0.01"), help: "white round the board (0.01)")

    static let spec = CommandSpec(
        name: "board", summary: "Writes a board to print, for a world or for a calibration",
        discussion: [
            "Print it at 100 % (\"actual size\"), glue it on something flat, and measure a square: if it is not what you asked for, "
                + "say what you measured when you use it.",
            "A .png has 300 dots an inch. Boards: \(MarkerBoard.Design.accepted).",
        ],
        arguments: [board.spec], ownOptions: [out.spec, margin.spec], required: ["out"],
        examples: ["board charuco:5x7:0.03:0.022:6X6_250 --out board.svg", "board apriltag:4x3:0.04:0.01:36h11 --out tags.png"])

    static func options(from arguments: ParsedArguments) throws -> BoardOptions {
        BoardOptions(
            board: try arguments.value(board), out: try arguments.required(out), margin: try arguments.value(margin) ?? 0.01)
    }

    static func run(_ options: BoardOptions, _ console: any Console) throws {
        try checkOutput(options.out)
        let board = try MarkerBoard(options.board)
        let isSVG = options.out.hasSuffix(".svg")
        let dots = 300 / 0.0254
        let size = (width: board.size.width + 2 * options.margin, length: board.size.length + 2 * options.margin)
        guard max(size.width, size.length) * dots <= 15_900 else {
            throw CommandFailure(
                "the board would be \(fixed(size.width, places: 3)) x \(fixed(size.length, places: 3)) m",
                help: "boards up to 1.34 m are written")
        }
        let picture = try board.picture(pixelsPerMetre: Int(dots.rounded()), margin: Int((options.margin * dots).rounded()))
        if isSVG {
            let file = try AtomicFile(path: options.out)
            file.write(
                svg(
                    of: picture, width: Double(picture.width) / dots, length: Double(picture.height) / dots,
                    try picture.encoded(as: .png)))
            try file.commit()
        } else {
            try picture.write(to: options.out)
        }
        console.note(
            "\(options.out): \(fixed(board.size.width * 1000, places: 1)) x \(fixed(board.size.length * 1000, places: 1)) mm with "
                + "\(fixed(options.margin * 1000, places: 1)) mm of white round it; print it at 100 %")
    }

    /// A page of the board's size with its picture in it.
    private static func svg(of picture: Picture, width: Double, length: Double, _ png: [UInt8]) -> String {
        let size = "width=\"\(fixed(width * 1000, places: 3))mm\" height=\"\(fixed(length * 1000, places: 3))mm\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(picture.width) \(picture.height)">
            <image width="\(picture.width)" height="\(picture.height)" style="image-rendering:pixelated" \
            href="data:image/png;base64,\(base64(png))"/>
            </svg>

            """
    }

    /// Bytes as text after RFC 4648.
    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let left = min(3, bytes.count - start)
            var value = 0
            for i in 0..<3 { value = value << 8 | (i < left ? Int(bytes[start + i]) : 0) }
            for i in 0..<4 { text.append(i <= left ? letters[value >> (18 - 6 * i) & 63] : UInt8(ascii: "=")) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
