// Every English text of the studio's pages, by the part that shows it. Functions fill in numbers and names.

const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

export const texts = {
    studio: "AirDraw studio",
    brand: "AirDraw",
    title: (name, view) => `${name} – ${view} – AirDraw studio`,
    skip: "Skip to the page",
    loading: "Loading …",
    headNavigation: "Pages",
    views: { library: "Library", play: "Film", shape: "Workshop", results: "Results" },
    theme: { dark: "Dark" },
    failures: {
        noServer: "the studio does not answer",
        noServerHelp: "it may have been stopped: start 'airdraw studio' again and reload this page",
        status: number => `the studio answered ${number}`,
    },
    again: "Try again",
    cancel: "Cancel",
    library: {
        heading: "Library",
        folder: (folder, n) => `${plural(n, "recording")} in ${folder}`,
        recordings: "Recordings",
        results: "Evaluation results",
        search: "Search by name",
        order: "Order",
        orders: { name: "By name", longest: "Longest first", shortest: "Shortest first", broken: "Broken first" },
        found: (n, all) => `${n} of ${plural(all, "recording")}`,
        orientation: name => name.replaceAll("_", " ").replace(/([A-Z])/g, " $1").toLowerCase(),
        broken: "cannot be played",
        lacks: what => `no ${what}`,
        of: name => ` (${name})`,
        play: "Film",
        shape: "Workshop",
        empty: {
            heading: "No recordings yet",
            lines: folder => [
                `The folder ${folder} holds none. Drop a film, a zip archive or a folder of another recorder on this page, and it becomes one.`,
                "Or make one on the command line, in that folder, and reload this page:",
            ],
            commands: [
                ["airdraw import --list", "lists what can be imported"],
                ["airdraw import clip.mp4 --out desk --world reference:card.png:0.085", "a film with a printed picture on the table"],
                ["airdraw studio recordings", "opens the recordings that come with AirDraw"],
            ],
        },
        imports: {
            heading: "Import",
            hint: "Drop films, zip archives or folders anywhere on this page.",
            files: "Choose files",
            folder: "Choose a folder",
            remove: "Remove from list",
            answer: "Say what lies on the table",
            change: "Change and try again",
            progressOf: title => `Import of ${title}`,
            state(one, bytes) {
                const share = one.total > 0 ? `${Math.floor(one.done / one.total * 100)} %` : ""
                switch (one.state) {
                case "waiting": return "waits for its turn"
                case "packing": return `is being packed ${share}`
                case "sending": return `is being sent, ${bytes(one.done)} of ${bytes(one.total)}`
                case "asking": return "needs to know what lies on the table"
                case "working": return [one.step || "is being worked on", share].filter(Boolean).join(" ")
                case "done": return `is in the library as ${one.name}`
                case "failed": return "was not imported"
                default: return "cancelled"
                }
            },
            said: {
                asking: title => `${title} needs to know what lies on the table`,
                working: title => `${title} is being worked on`,
                failed: title => `${title} was not imported`,
                cancelled: title => `${title} is cancelled`,
            },
            doneSaid: name => `${name} is in the library`,
            broken: "the upload was broken off",
            brokenHelp: "the studio may have been stopped, or refused the file; try again",
            largeFolder: "the folder is larger than 4 GB, or has more than 65,535 files",
            largeFolderHelp: "import it on the command line: airdraw import FOLDER --out RECORDING",
            emptyFolder: name => `the folder ${name} holds no files`,
            emptyFolderHelp: "choose the folder that the recorder wrote",
            unreadable: path => `${path} cannot be read`,
            unreadableHelp: "it may have been changed or taken away since it was chosen; choose it again",
        },
        dialog: {
            heading: title => `Import ${title}`,
            why: "A film does not say where its camera was. Something of known size that lies flat on the table does: its plane becomes the table, and the camera may move.",
            question: "What lies on the table?",
            name: "Name of the recording",
            nameMissing: "The recording needs a name.",
            widthWrong: "A size must be a number of millimetres above 0.",
            go: "Import",
            picture: {
                label: "A printed picture", file: "The picture, as a file", fileHint: "PNG or JPEG: what was printed, not a photo of the print.",
                width: "Width of the print, mm", widthHint: "Measured on the paper, along the picture's upper edge.",
                missing: "Choose the file of the picture.",
            },
            sheet: {
                label: "A sheet of paper", size: "Size", width: "Width, mm", length: "Length, mm",
                sizes: {
                    a4: "A4, 210 × 297 mm", letter: "Letter, 216 × 279 mm", a3: "A3, 297 × 420 mm", a5: "A5, 148 × 210 mm", a6: "A6, 105 × 148 mm",
                    card: "Bank card, 54 × 86 mm", other: "Another size",
                },
                missing: "Set all four corners of the sheet.",
            },
            board: {
                label: "A board with markers", words: "The board, in the words of airdraw board",
                hint: "Kind, squares, size of a square and of a marker in metres, and dictionary.", missing: "Say which board it is.",
            },
            camera: {
                label: "Nothing: a camera file says where the camera stood", file: "The camera file", missing: "Choose the camera file.",
                hint: "JSON with intrinsics and pose, for a camera that did not move.",
            },
        },
        corners: {
            label: "Corners of the sheet on the first picture",
            picture: "First picture of the film",
            noPicture: "The first picture of the film cannot be shown.",
            set: "Set corners by keys",
            anew: "Set anew",
            corner: (n, x, y) => `Corner ${n} at ${x}, ${y}. Arrow keys move it.`,
            next: n => n < 4 ? `Click corner ${n + 1} of 4, one after the other round the sheet.`
                : "Draw a corner to move it, or use the arrow keys; with Shift ten pixels at a time.",
        },
    },
    workshop: {
        noWebGL: "this browser cannot draw in 3D",
        noWebGLHelp: "switch WebGL on, or take another browser; files can be saved all the same from the command line",
        canvas: (name, strokes, points) => `Drawing of ${name} in 3D: ${plural(strokes, "stroke")}, ${plural(points, "point")}`,
        keys: "Drag to turn, wheel or two fingers to go nearer. Keys: arrows turn, + and − go nearer and away, 0 shows all, M measures.",
        stage: "The drawing in 3D",
        tracking: "The recording is being tracked …",
        trackingShare: share => `The recording is being tracked: ${share} %`,
        building: "The mesh is being built …",
        empty: "Nothing was drawn, so there is nothing to look at",
        emptyHelp: "open the film and tap on the nail of the finger; the reasons are on its time line",
        toFilm: "Open the film",
        grid: step => `Grid: ${step >= 1 ? `${step} m` : `${Math.round(step * 100)} cm`}`,
        turns: { left: "Turn left", right: "Turn right", nearer: "Nearer", away: "Farther away" },
        showAll: "Show all",
        measure: "Measure",
        measureHint: "Click two places of the drawing. By keys: turn the drawing until the cross is on the place, then Enter.",
        nothingThere: "Nothing there: click on the drawing",
        firstTaken: "First place taken, now the second",
        measured: (length, along, height) => `${length}, along the plane ${along}, height ${height}`,
        panels: { strokes: "Strokes", style: "Style", save: "Save" },
        strokes: {
            caption: "Strokes of the drawing",
            columns: { show: "Show", color: "Color", name: "Name", length: "Length" },
            show: n => `Show stroke ${n}`,
            color: n => `Color of stroke ${n}`,
            name: n => `Name of stroke ${n}`,
            allColor: "One color for all strokes",
            total: (strokes, points, length) => `${strokes}, ${points}, ${length}`,
        },
        style: {
            style: "Style",
            styles: { points: "Points", ribbon: "Ribbon", tube: "Tube" },
            width: "Width, mm", chamfer: "Chamfer, mm", radius: "Radius, mm",
            taper: "Thin at the ends", speed: "Thin where the pen was fast", separate: "Strokes that touch stay apart",
            material: "Material",
            materials: { color: "Color", wood: "Wood" },
            height: "Height, mm", heightHint: "How far the drawing is raised above the plane.", heightSlider: "Height",
            heightValue: millimetres => `${millimetres} mm`,
            asDrawn: "As it was drawn",
        },
        save: {
            file: "File", format: "Format", save: "Save in the folder", saving: "The file is being written",
            formats: {
                obj: "OBJ, mesh with colors", stl: "STL, for slicers", ply: "PLY, mesh", glb: "GLB, glTF", usdz: "USDZ, for AR", svg: "SVG, from above",
                dxf: "DXF, from above", json: "JSON, the drawing itself",
            },
            saved: file => `${file} is saved.`,
            download: "Download",
            replaceQuestion: "Replace it with this drawing, or save under another name?",
            replace: "Replace", otherName: "Another name",
            command: "The same on the command line",
            commandHint: "In the folder of the studio these lines write the very same file.",
        },
        copy: { copy: "Copy", copied: "Copied", failed: "Not copied" },
    },
    results: {
        protocol: (name, n) => `Protocol ${name} · ${plural(n, "row")}`,
        report: "Full report",
        newTab: "opens in a new tab",
        tracker: "Tracker",
        all: "All trackers",
        caption: "A click on a sequence that is in the library opens it in the player, with the tracker of its row.",
        sequence: "Sequence",
        frames: "Frames",
        sort: column => `Sort by ${column}`,
        worst: "Worst first",
        play: (recording, tracker) => `Play with ${tracker}`,
        shown: (n, all) => n === all ? plural(all, "row") : `${n} of ${plural(all, "row")}`,
        more: n => `Show ${n} more`,
        none: "No rows for this tracker.",
        missing: "–",
    },
    player: {},
}

export { plural }
