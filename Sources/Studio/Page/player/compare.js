// Both runs in numbers, side by side, and the choice between them.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { SETTINGS } from "./settings.js"

const t = texts.player

export class Compare {
    constructor(player) {
        this.player = player
        this.changes = h("p", { class: "small soft" })
        this.body = h("tbody")
        this.element = h("section", { class: "panel compare", hidden: true, "aria-labelledby": "compare-title" },
            h("header", { class: "row apart" }, h("h2", { id: "compare-title" }, t.compare),
                h("div", { class: "buttons" },
                    h("button", { type: "button", class: "first", onclick: () => player.takeBeside() }, t.take),
                    h("button", { type: "button", onclick: () => player.dropBeside() }, t.drop))),
            this.changes,
            h("div", { class: "table" }, h("table", {},
                h("thead", {}, h("tr", {}, h("td"), [t.runA, t.runB].map(name => h("th", { scope: "col", class: "number" }, name)))),
                this.body)))
        this.words()
    }

    words() {
        const { words, beside } = this.player
        this.element.hidden = beside === null
        if (!beside) return
        const changed = SETTINGS.filter(name => beside.all(name).join() !== words.all(name).join())
        this.changes.textContent = t.changed(changed.map(name => `${name} ${beside.value(name) ?? "–"}`).join(", "))
        this.data()
    }

    data() {
        if (!this.player.beside) return
        const columns = this.player.runs.map(run => run ? numbers(run.coming, this.player.gateOf(run.words)) : {})
        const rows = Object.entries(t.compareRows).filter(([key]) => columns.some(column => column[key] !== undefined))
        this.body.replaceChildren(...rows.map(([key, name]) =>
            h("tr", {}, h("th", { scope: "row" }, name), columns.map(column => h("td", { class: "number" }, column[key] ?? t.unknown)))))
    }
}

/** A run in numbers, as far as it has come. */
function numbers(data, gate) {
    const frames = data.frames.slice(0, data.count)
    const confidences = frames.map(frame => frame.c).filter(value => value !== undefined && value !== null)
    const errors = frames.map(frame => frame.e).filter(value => value !== undefined && value !== null).sort((a, b) => a - b)
    const of = outcome => frames.filter(frame => frame.o === outcome).length
    const end = data.end ?? {}
    const mm = value => value === undefined || value === null ? undefined : (value * 1000).toFixed(1)
    return {
        drawn: of("drawn") + of("already_there"), lost: of("lost"), unsure: confidences.filter(value => value < gate).length,
        confidence: confidences.length ? `${Math.round(confidences.reduce((a, b) => a + b, 0) / confidences.length * 100)} %` : undefined,
        error: errors.length ? errors[errors.length >> 1].toFixed(2) : undefined,
        points: end.points ?? data.pointCount, strokes: end.strokes ?? undefined, length: mm(end.length), height: mm(end.height),
    }
}
