// Patterns that say what became of a frame without colour; colour says it a second time.
const SIZE = 8

/** Colours by theme, light first; `mark` draws the pattern into a tile of SIZE. */
const LOOKS = {
    drawn: { colours: ["#17632f", "#5fce7d"], fill: 1 },
    already_there: { colours: ["#17632f", "#5fce7d"], fill: 0.35, mark: c => { c.fillRect(1, 1, 2, 2); c.fillRect(5, 5, 2, 2) } },
    extruding: { colours: ["#0a58a8", "#7cb8f7"], fill: 0.2, mark: c => c.fillRect(0, 0, 4, SIZE) },
    pen_up: { colours: ["#6a737d", "#9aa4ae"], fill: 0, mark: c => c.fillRect(0, 3, SIZE, 2) },
    no_plane: { colours: ["#8a5200", "#f2bd6b"], fill: 0.15, mark: c => slant(c, 1) },
    low_confidence: { colours: ["#8a5200", "#f2bd6b"], fill: 0.15, mark: c => slant(c, -1) },
    lost: { colours: ["#a3211a", "#ff8f84"], fill: 0.2, mark: c => { slant(c, 1); slant(c, -1) } },
    tracking_not_normal: { colours: ["#6b3fa0", "#c6a3f5"], fill: 0.15, mark: c => { c.fillRect(0, 0, SIZE, 2); c.fillRect(0, 4, SIZE, 2) } },
    not_seeded: { colours: ["#6a737d", "#9aa4ae"], fill: 0, mark: c => c.fillRect(3, 3, 2, 2) },
    normal: { colours: ["#17632f", "#5fce7d"], fill: 0.8 },
    limited: { colours: ["#8a5200", "#f2bd6b"], fill: 0.15, mark: c => slant(c, 1) },
    not_available: { colours: ["#a3211a", "#ff8f84"], fill: 0.2, mark: c => { slant(c, 1); slant(c, -1) } },
    not_recorded: { colours: ["#6a737d", "#9aa4ae"], fill: 0, mark: c => c.fillRect(0, 3, SIZE, 2) },
    coming: { colours: ["#6a737d", "#9aa4ae"], fill: 0, mark: c => { c.fillRect(0, 6, 2, 1); c.fillRect(4, 2, 2, 1) } },
}

function slant(c, way) {
    c.lineWidth = 1.8
    c.beginPath()
    for (const shift of [-SIZE, 0, SIZE]) {
        c.moveTo(shift, way > 0 ? SIZE : 0)
        c.lineTo(shift + SIZE, way > 0 ? 0 : SIZE)
    }
    c.stroke()
}

export class Patterns {
    constructor(isDark, ratio) {
        this.isDark = isDark
        this.ratio = ratio
        this.made = new Map()
    }

    /** The tile of a name; what is unknown looks like what is still to come. */
    tile(name) {
        const { colours, fill, mark } = LOOKS[name] ?? LOOKS.coming
        const canvas = document.createElement("canvas")
        canvas.width = canvas.height = SIZE * this.ratio
        const c = canvas.getContext("2d")
        c.scale(this.ratio, this.ratio)
        c.fillStyle = c.strokeStyle = colours[this.isDark ? 1 : 0]
        c.globalAlpha = fill
        c.fillRect(0, 0, SIZE, SIZE)
        c.globalAlpha = 1
        mark?.(c)
        return canvas
    }

    /** What to fill with in a context whose unit is a device pixel. */
    of(context, name) {
        if (!this.made.has(name)) this.made.set(name, context.createPattern(this.tile(name), "repeat"))
        return this.made.get(name)
    }
}

export const OUTCOMES = ["drawn", "already_there", "extruding", "pen_up", "no_plane", "low_confidence", "lost", "tracking_not_normal", "not_seeded"]
