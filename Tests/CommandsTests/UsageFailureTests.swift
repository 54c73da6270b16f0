import Testing

@testable import Commands

/// A wrong command line and what is said about it.
struct WrongLine: Sendable, CustomTestStringConvertible {
    let typed: String
    let error: String
    let help: String
    var testDescription: String { typed.isEmpty ? "(nothing)" : typed }
    init(_ typed: String, _ error: String, _ help: String) {
        self.typed = typed
        self.error = error
        self.help = help
    }
}

private let commandList =
    "the commands are draw, track, frame, export, edit, merge, info, check, import, calibrate, board, planes, images, render, place, snapshot, path, studio, evaluate, score, compare, report, trax, completion, help"

@Suite("Wrong command lines")
struct UsageFailureTests {
    @Test(
        "exit with 64, quote what was typed and say what is accepted",
        arguments: [
            WrongLine("", "no command was given", "'--help' lists the commands"),
            WrongLine("dra x", "there is no command 'dra'", "did you mean 'draw'? " + commandList),
            WrongLine("cheek x", "there is no command 'cheek'", "did you mean 'check'? " + commandList),
            WrongLine("xyzzy", "there is no command 'xyzzy'", commandList),
            WrongLine("help trakc", "there is no command 'trakc'", "did you mean 'track'? " + commandList),
            WrongLine(
                "images trakc", "there is no command 'images trakc'",
                "did you mean 'images track'? the commands are images track, images score"),
            WrongLine(
                "images", "'images' is several commands, and which one was not said",
                "the commands are images track, images score"),
            WrongLine("images track r", "--reference is missing", "add --reference"),
            WrongLine(
                "images track r --reference nothing.png", "nothing.png is no reference image",
                "the width of the print is missing: write it in metres behind a colon, as in card.png:0.085"),
            WrongLine("--verson", "there is no option '--verson'", "did you mean '--version'? the options are --help, --version"),
            WrongLine("info r --form", "there is no option '--form'", "the options are --quiet, --help"),
            WrongLine("info r -x", "there is no option '-x'", "the options are --quiet, --help"),
            WrongLine("info r --qiet", "there is no option '--qiet'", "did you mean '--quiet'? the options are --quiet, --help"),
            WrongLine("info", "RECORDING is missing", "RECORDING is the folder of the recording"),
            WrongLine("info a b", "'b' is one argument too many", "'info' takes RECORDING and options"),
            WrongLine("info a --quiet=yes", "'--quiet' takes no value, but was given 'yes'", "write --quiet alone"),
            WrongLine("draw r --gate", "'--gate' has no value", "--gate takes a number from 0 to 1, such as 0.5"),
            WrongLine("draw r --gate --quiet", "'--gate' has no value", "--gate takes a number from 0 to 1, such as 0.5"),
            WrongLine("draw r --gate 1.5", "'1.5' is no value for --gate", "--gate takes a number from 0 to 1, such as 0.5"),
            WrongLine("draw r --gate nan", "'nan' is no value for --gate", "--gate takes a number from 0 to 1, such as 0.5"),
            WrongLine("draw r --gate= ", "'' is no value for --gate", "--gate takes a number from 0 to 1, such as 0.5"),
            WrongLine("draw r --gate 0.1 --gate 0.2", "'--gate' was given more than once", "give --gate once"),
            WrongLine(
                "draw r --click 200", "'200' is no value for --click",
                "--click takes a place in view points and perhaps a time, such as 200,300 or 200,300@1.5"),
            WrongLine(
                "draw r --draw 4..1", "'4..1' is no value for --draw",
                "--draw takes a stretch of time in seconds, from A to a later B, such as 1.5..4"),
            WrongLine(
                "draw r --tracker csrtt", "'csrtt' is no value for --tracker",
                "did you mean 'csrt'? --tracker takes one of csrt, kcf, mosse, medianflow, mil, fingertip"),
            WrongLine("draw r --smooth of", "'of' is no value for --smooth", "did you mean 'off'? --smooth takes on or off"),
            WrongLine(
                "draw r --obj square.stl", "'square.stl' is no value for --obj",
                "--obj takes the path of a file that ends in .obj"),
            WrongLine(
                "export d.json --out d.gltf", "'d.gltf' is no value for --out",
                "--out takes the path of a file that ends in .obj or .stl or .ply or .glb or .usdz or .svg or .dxf"),
            WrongLine("draw r --obj a.obj --mesh a.glb", "--obj and --mesh exclude each other", "give one of them"),
            WrongLine(
                "draw r --preview .png", "'.png' is no value for --preview",
                "--preview takes the path of a file that ends in .mp4 or .png"),
            WrongLine("draw r --tip 1,2 --tip-at 3,4", "--tip and --tip-at exclude each other", "give one of them"),
            WrongLine("draw r --extrude 1..2 --height 1", "--extrude and --height exclude each other", "give one of them"),
            WrongLine(
                "draw r --plane y=0 --hit featurePoint", "--plane y=METRES and --hit exclude each other", "give one of them"),
            WrongLine("frame r --out a.png", "--at or --frame is missing", "add one of them"),
            WrongLine("frame r --at 1", "--out is missing", "add --out"),
            WrongLine(
                "frame r --at -1 --out a.png", "'-1' is no value for --at",
                "--at takes a time in seconds from the start, 0 or more, such as 2.5"),
            WrongLine(
                "frame r --frame 1.5 --out a.png", "'1.5' is no value for --frame",
                "--frame takes the number of a frame, a whole number from 0 up"),
            WrongLine(
                "track camera:x", "'camera:x' is no value for SOURCE",
                "SOURCE takes a recording, a film, a folder or pattern of pictures, or camera:N with a number from 0 up"),
            WrongLine(
                "track a --box 0,0,0,5", "'0,0,0,5' is no value for --box",
                "--box takes a box in pixels with a width and height above 0, such as 300,220,40,40"),
            WrongLine("track a --box 1,1,5,5 --box-size 3", "--box and --box-size exclude each other", "give one of them"),
            WrongLine("import a.mp4 --out b", "--world or --camera or --intrinsics is missing", "add one of them"),
            WrongLine("import a", "--out or --list is missing", "add one of them"),
            WrongLine("import a.mp4 --camera c.json --gravity 0,0,1 --out b", "--gravity is not for plain films", "leave it out"),
            WrongLine(
                "import a --layout record3d --camera c.json --out b", "--camera is for plain films, and --layout is record3d",
                "leave one of them out"),
            WrongLine("completion fish", "'fish' is no value for SHELL", "SHELL takes one of bash, zsh"),
        ])
    func wrongLine(_ line: WrongLine) {
        let result = outcome(line.typed)
        #expect(result.code == 64)
        #expect(result.data.isEmpty)
        #expect(result.messages == "Error: \(line.error)\nHelp:  \(line.help)\n")
    }

    @Test("cannot steer the terminal by what was typed")
    func controlCharacters() {
        let console = TestConsole()
        #expect(run(arguments: ["a\u{1B}[2Jb"], environment: [:], output: console) == 64)
        #expect(console.messages.hasPrefix(#"Error: there is no command 'a\u{1b}[2Jb'"#))
    }
}

@Suite("Near misses")
struct NearMissTests {
    @Test(
        "count letters to insert, remove, change and swap",
        arguments: [
            ("", "", 0), ("abc", "", 3), ("", "ab", 2), ("kitten", "sitting", 3), ("trakc", "track", 1), ("ca", "abc", 3),
        ])
    func distance(_ a: String, _ b: String, _ wanted: Int) {
        #expect(editDistance(a, b) == wanted)
        #expect(editDistance(b, a) == wanted)
    }

    @Test(
        "suggest one word or none",
        arguments: [
            ("prev", "--preview", nil), ("--prev", "--preview", "--preview"), ("--tip", "--tip-at", nil), ("x", "draw", nil),
            ("DRAW", "draw", "draw"),
        ] as [(String, String, String?)])
    func suggestion(_ typed: String, _ word: String, _ wanted: String?) {
        if typed == "--tip" { return #expect(nearMiss(typed, among: ["--tip-at", "--tip-by"]) == nil) }
        #expect(nearMiss(typed, among: [word, "unrelated"]) == wanted)
    }
}
