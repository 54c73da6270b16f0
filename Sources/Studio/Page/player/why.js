// The shown frame in words: what became of it and what helps; how far the server has come; how it went in the end.
import { h } from "../dom.js"
import { texts } from "../texts.js"

const t = texts.player

export class Why {
    constructor(player) {
        this.player = player
        this.reason = h("p", { class: "words" })
        this.cure = h("p", { class: "cure small" })
        this.progress = h("progress", { max: 1, value: 0, "aria-label": t.tracking(0, player.frames.count, "") })
        this.state = h("p", { class: "state small soft" })
        this.note = h("p", { class: "small soft" })
        this.failure = h("div", { role: "alert" })
        this.element = h("section", { class: "why", "aria-label": t.why },
            this.reason, this.cure, this.note, this.failure)
        this.coming = h("div", { class: "coming" }, this.state, this.progress)
        this.data()
    }

    frame(index) {
        const { runs } = this.player
        const lines = runs.filter(Boolean).map(run => ({ letter: letterOf(runs, run), frame: run.at(index).frame(index) }))
        const words = lines.map(({ letter, frame }) => [letter, sentence(frame)].filter(Boolean).join(" ")).join(" · ")
        set(this.reason, lines.length ? words : t.tapHere)
        set(this.cure, lines.map(({ frame }) => frame ? t.outcomes[frame.o]?.cure : null).find(Boolean) ?? "")
    }

    data() {
        const runs = this.player.runs.filter(Boolean)
        const total = this.player.frames.count
        const lines = runs.filter(run => run.isRunning || run.isLost).map(run => {
            if (run.isLost) return t.lostServer
            if (run.ahead) return t.waiting(run.ahead)
            if (!run.coming.start && !run.coming.count) return t.starting
            return t.tracking(run.coming.count, total, letterOf(this.player.runs, run))
        })
        set(this.state, lines.join(" · "))
        this.progress.value = runs.length ? Math.min(...runs.map(run => run.isRunning ? run.coming.count / total : 1)) : 0
        this.coming.hidden = lines.length === 0
        set(this.note, runs.map(run => run.coming.start?.note).find(Boolean) ?? "")
        const failed = runs.find(run => run.failure)?.failure
        if (this.failed !== failed) {
            this.failed = failed
            this.failure.replaceChildren(...failed
                ? [h("div", { class: "note bad" }, h("p", {}, h("strong", {}, failed.error)), failed.help ? h("p", {}, failed.help) : null)] : [])
        }
        this.frame(this.player.index)
    }
}

/** The letter of a run beside another; nothing for one that is alone. */
function letterOf(runs, run) { return runs.length > 1 ? [t.runA, t.runB][runs.indexOf(run)] : "" }

/** What became of a frame, with what is known of it. */
export function sentence(frame) {
    if (!frame) return t.notYet
    const parts = [frame.words ?? t.outcomes[frame.o]?.name ?? frame.o]
    if (frame.c !== undefined && frame.c !== null) parts.push(t.confidence(frame.c))
    if (frame.e !== undefined && frame.e !== null) parts.push(t.error(frame.e))
    return parts.join(", ")
}

function set(element, text) { if (element.textContent !== text) element.textContent = text }
