// The command line that does the same, to copy.
import { getJSON, recordingPath, withQuery } from "../api.js"
import { h, say } from "../dom.js"
import { texts } from "../texts.js"
import { addressOf } from "../words.js"

const t = texts.player

/** Words that change in a hurry are asked about once, milliseconds. */
const PAUSE = 150

export class Command {
    constructor(player) {
        this.player = player
        this.text = h("pre", { tabindex: 0, role: "group", "aria-label": t.command })
        this.link = h("a", { class: "button" }, t.toWorkshop)
        this.wrong = h("p", { class: "small wrong", hidden: true })
        this.element = h("section", { class: "panel", "aria-labelledby": "command-title" },
            h("h2", { id: "command-title" }, t.command),
            h("div", { class: "stack tight" },
                h("p", { class: "soft small" }, t.commandHelp),
                h("div", { class: "command" }, this.text, h("button", { type: "button", onclick: () => this.copy() }, t.copy)),
                this.wrong, h("div", {}, this.link)))
        this.words()
    }

    words() {
        const { name, words } = this.player
        this.link.href = addressOf({ view: "shape", name, words })
        clearTimeout(this.timer)
        this.timer = setTimeout(() => this.load(), PAUSE)
    }

    async load() {
        this.stop?.abort()
        this.stop = new AbortController()
        const { name, words } = this.player
        const query = words.adding("file", `${name}.obj`)
        try {
            const { lines } = await getJSON(withQuery(recordingPath(name, "command"), query), { signal: this.stop.signal })
            this.text.textContent = lines.join("\n")
            this.wrong.hidden = true
        } catch (failure) {
            if (failure.name === "AbortError") return
            this.wrong.hidden = false
            this.wrong.textContent = [failure.message, failure.help].filter(Boolean).join(": ")
        }
    }

    async copy() {
        try {
            await navigator.clipboard.writeText(this.text.textContent)
            say(t.copied)
        } catch {
            // Without leave to write there, the words are marked for the person to copy.
            getSelection().selectAllChildren(this.text)
            say(t.notCopied)
        }
    }

    close() {
        clearTimeout(this.timer)
        this.stop?.abort()
    }
}
