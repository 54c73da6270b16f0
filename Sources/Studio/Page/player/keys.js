// The keys of the player, and the dialog that lists them.
import { h } from "../dom.js"
import { texts } from "../texts.js"

const t = texts.player

export class Keys {
    constructor(player) {
        this.player = player
        this.stop = new AbortController()
        document.addEventListener("keydown", event => this.key(event), { signal: this.stop.signal })
        const close = h("button", { type: "button", onclick: () => this.dialog.close() }, t.close)
        this.dialog = h("dialog", { "aria-labelledby": "keys-title" },
            h("header", {}, h("h2", { id: "keys-title" }, t.help), close),
            h("div", { class: "body" }, h("table", {}, h("tbody", {},
                t.keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what)))))))
        this.button = h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => this.dialog.showModal() }, t.helpButton)
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return
        const target = event.target
        if (target.closest("input, select, textarea")) {
            // A slider takes arrows itself; letters mean nothing to it.
            if (target.type !== "range" || /^(Arrow|Home|End|Page)/.test(event.key)) return
        }
        if (event.key === " " && target.closest("button, a, summary")) return
        const act = this.action(event)
        if (!act) return
        event.preventDefault()
        act()
    }

    action({ key, shiftKey }) {
        const player = this.player
        switch (key) {
        case " ": return () => player.togglePlaying()
        case "ArrowLeft": return () => player.step(shiftKey ? -10 : -1)
        case "ArrowRight": return () => player.step(shiftKey ? 10 : 1)
        case "Home": return () => player.seek(0)
        case "End": return () => player.seek(player.frames.count - 1)
        case "d": case "D": return () => player.toggleDraw()
        case "h": case "H": case "3": return () => player.toggleRaise()
        case "u": case "U": return () => player.undo()
        case "r": case "R": return () => player.restart()
        case "?": return () => this.dialog.showModal()
        default: return null
        }
    }

    close() {
        this.stop.abort()
        this.dialog.remove()
    }
}
