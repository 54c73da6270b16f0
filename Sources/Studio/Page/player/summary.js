// How a run went, when it has ended: the summary of the command line, and what became of the frames.
import { h } from "../dom.js"
import { texts } from "../texts.js"

const t = texts.player

export class Summary {
    constructor(player) {
        this.player = player
        this.element = h("div", { class: "summaries stack" })
        this.made = []
        this.data()
    }

    data() {
        const ends = this.player.runs.map(run => run?.shown.end ?? null)
        if (ends.length === this.made.length && ends.every((end, k) => end === this.made[k])) return
        this.made = ends
        const isAlone = ends.length < 2
        const titles = isAlone ? [t.summary] : [t.summaryOf(t.runA), t.summaryOf(t.runB)]
        this.element.replaceChildren(...ends.map((end, k) => end ? this.panel(end, titles[k]) : null).filter(Boolean))
    }

    panel(end, title) {
        const total = Object.values(end.outcomes).reduce((sum, n) => sum + n, 0)
        const rows = Object.entries(end.outcomes).sort((a, b) => b[1] - a[1])
        return h("section", { class: "panel summary" },
            h("h2", {}, title),
            end.reason ? h("div", { class: "note warn" }, h("p", {}, h("strong", {}, end.reason)), end.cure ? h("p", {}, end.cure) : null) : null,
            h("ul", { class: "lines" }, end.summary.map(line => h("li", {}, line))),
            h("div", { class: "table" }, h("table", {},
                h("caption", {}, t.outcomeTable),
                h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.columns.outcome), h("th", { scope: "col", class: "number" }, t.columns.count),
                    h("th", { scope: "col", class: "number" }, t.columns.share))),
                h("tbody", {}, rows.map(([outcome, count]) => h("tr", {},
                    h("th", { scope: "row" }, t.outcomes[outcome]?.name ?? outcome, cureOf(outcome)), h("td", { class: "number" }, count),
                    h("td", { class: "number" }, `${Math.round(count / total * 100)} %`)))))))
    }
}

function cureOf(outcome) {
    const cure = t.outcomes[outcome]?.cure
    return cure ? h("p", { class: "cure" }, cure) : null
}
