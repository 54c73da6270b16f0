// What the words of the address change in a drawing, and how the page changes those words. Numbers of strokes count from 1, as in
// `airdraw edit`, and are those of the drawing before anything was taken back.

/** Options that the page applies by itself, to a drawing that the server made without them. */
const EDITS = ["drop-stroke", "color", "name"]
/** Options of the style, as `airdraw export` has them. */
const STYLES = ["style", "width", "chamfer", "taper", "width-from-speed", "radius", "separate", "material"]
/** Which style an option belongs to: the command line refuses it for others. */
const HOMES = {
    width: ["ribbon"], chamfer: ["ribbon"], taper: ["ribbon"], "width-from-speed": ["ribbon"], radius: ["tube"], separate: ["ribbon", "tube"],
}

/** The words that the drawing itself depends on. */
export function drawingWords(words) { return words.without(...EDITS, ...STYLES, "height") }

/** The words without those of style: what a drawing file has in it. */
export function editedWords(words) { return words.without(...STYLES) }

/** Splits "2:text" into its number and its text; the number is null where there is none. */
function numbered(value) {
    const match = /^(\d+):(.*)$/s.exec(value)
    return match ? [Number(match[1]), match[2]] : [null, value]
}

/**
 * How each stroke looks and is called, and how high all are. Colours that nobody chose go by the number of a stroke among those that stay,
 * as in the file that is saved.
 */
export function editedDrawing(drawing, words) {
    const gone = new Set(words.all("drop-stroke").map(Number))
    let kept = 0
    const strokes = drawing.strokes.map((stroke, i) => {
        const isShown = !gone.has(i + 1)
        const color = drawing.strokes[isShown ? kept : i].color
        if (isShown) kept += 1
        return { number: i + 1, name: stroke.name ?? "", color, isShown }
    })
    for (const value of words.all("color")) {
        const [number, color] = numbered(value)
        for (const stroke of strokes) if (number === null || number === stroke.number) stroke.color = color
    }
    for (const value of words.all("name")) {
        const [number, name] = numbered(value)
        if (strokes[number - 1]) strokes[number - 1].name = name
    }
    const height = Number.parseFloat(words.value("height"))
    return { strokes, height: height > 0 ? height : drawing.height }
}

export function withShown(words, number, isShown) {
    const others = words.all("drop-stroke").filter(value => Number(value) !== number)
    return words.withAll("drop-stroke", isShown ? others : [...others, number].sort((a, b) => a - b))
}

/** A colour for one stroke; it comes last, so that it counts. */
export function withColor(words, number, color) {
    return words.withAll("color", [...words.all("color").filter(value => numbered(value)[0] !== number), `${number}:${color}`])
}

/** One colour for all strokes. */
export function withOneColor(words, color) { return words.withAll("color", [color]) }

/** A name for a stroke; the drawing's own for an empty one. */
export function withName(words, number, name) {
    const others = words.all("name").filter(value => numbered(value)[0] !== number)
    return words.withAll("name", name ? [...others, `${number}:${name}`] : others)
}

/** Another style: options that the command line would refuse with it go. */
export function withStyle(words, style) {
    const strangers = Object.keys(HOMES).filter(name => !HOMES[name].includes(style))
    return words.without(...strangers).with("style", style === "points" ? null : style)
}

/** A height in metres in place of the finger's, or null for what was drawn. */
export function withHeight(words, height) {
    return height === null ? words.without("height") : words.without("extrude").with("height", height)
}
