// Signs on buttons, drawn as paths; the button's label says what they mean.
const PATHS = {
    play: "M7 4l13 8-13 8z",
    pause: "M6 4h4v16H6zM14 4h4v16h-4z",
    start: "M5 4h3v16H5zM20 4v16L9 12z",
    end: "M16 4h3v16h-3zM4 4l11 8-11 8z",
    back: "M16 5v14l-9-7z",
    forth: "M8 5l9 7-9 7z",
    backTen: "M20 5v14l-8-7zM12 5v14l-8-7z",
    forthTen: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
    draw: "M3 21l1.5-5.5L16 4l4 4L8.5 19.500zM14.500 5.500l4 4",
    raise: "M12 2l9 5v10l-9 5-9-5V7zM12 12l9-5M12 12L3 7M12 12v10",
    undo: "M9 5L3 11l6 6v-4h5a4 4 0 010 8h-2v2h2a6 6 0 000-12H9z",
    restart: "M12 4a8 8 0 108 8h-2a6 6 0 11-2-4.500V11l6-5-6-5v3.500A8 8 0 0012 4z",
}
const LINES = new Set(["raise"])

/** A sign; those who listen hear the label of its button. */
export function icon(name) {
    const make = tag => document.createElementNS("http://www.w3.org/2000/svg", tag)
    const svg = make("svg")
    svg.setAttribute("viewBox", "0 0 24 24")
    svg.setAttribute("aria-hidden", "true")
    svg.setAttribute("class", LINES.has(name) ? "icon lines" : "icon")
    const path = make("path")
    path.setAttribute("d", PATHS[name])
    svg.append(path)
    return svg
}
