// The strokes of the drawing: which are shown, their colours, names and lengths.
import { h } from "../dom.js"
import { millimetresText } from "../format.js"
import { plural, texts } from "../texts.js"
import { withColor, withName, withOneColor, withShown } from "./edits.js"

const text = texts.workshop.strokes

/** The panel. `change(make)` is given a function from words to words; `paint(number, color)` hears of colours while one is chosen. */
export function strokesPanel(change, paint) {
    const rows = h("tbody")
    const total = h("p", { class: "soft small" })
    const all = h("input", { type: "color", "aria-label": text.allColor })
    all.addEventListener("input", () => paint(null, all.value))
    all.addEventListener("change", () => change(words => withOneColor(words, all.value)))
    const element = h("div", { class: "stack tight" },
        h("div", { class: "strokes" }, h("table", {}, h("caption", { class: "aside-text" }, text.caption),
            h("thead", {}, h("tr", {}, ["show", "color", "name"].map(column => h("th", { scope: "col" }, text.columns[column])), h("th", { scope: "col", class: "number" }, text.columns.length))), rows)),
        h("div", { class: "row apart" }, total, h("label", { class: "row small" }, h("span", { "aria-hidden": "true" }, text.allColor), all)))
    let fields = []

    return {
        element,
        /** Another drawing: a row for each of its strokes. */
        setDrawing(drawing) {
            fields = drawing.strokes.map((stroke, i) => strokeRow(stroke, i + 1, change, paint))
            rows.replaceChildren(...fields.map(field => field.row))
            const points = drawing.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
            const length = drawing.strokes.reduce((sum, stroke) => sum + stroke.length, 0)
            total.textContent = text.total(plural(drawing.strokes.length, "stroke"), plural(points, "point"), millimetresText(length))
        },
        update(strokes) {
            strokes.forEach((stroke, i) => fields[i]?.set(stroke))
            const colors = new Set(strokes.map(stroke => stroke.color))
            if (colors.size === 1) [all.value] = colors
        },
    }
}

function strokeRow(stroke, number, change, paint) {
    const shown = h("input", { type: "checkbox", "aria-label": text.show(number), onchange: () => change(words => withShown(words, number, shown.checked)) })
    const color = h("input", { type: "color", "aria-label": text.color(number) })
    color.addEventListener("input", () => paint(number, color.value))
    color.addEventListener("change", () => change(words => withColor(words, number, color.value)))
    const name = h("input", { type: "text", "aria-label": text.name(number), placeholder: text.noName(number), autocomplete: "off", spellcheck: "false" })
    name.addEventListener("change", () => change(words => withName(words, number, name.value.trim() === (stroke.name ?? "") ? "" : name.value.trim())))
    const row = h("tr", {},
        h("td", {}, h("label", { class: "tick" }, shown)), h("td", {}, color), h("td", {}, name),
        h("td", { class: "number" }, millimetresText(stroke.length)))
    return {
        row,
        set(look) {
            shown.checked = look.isShown
            row.classList.toggle("gone", !look.isShown)
            if (document.activeElement !== color) color.value = look.color
            if (document.activeElement !== name) name.value = look.name
        },
    }
}
