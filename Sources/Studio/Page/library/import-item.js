// One import: its name, how far it is, what was said on the way, and what can be done about it.
import { failureNote, h } from "../dom.js"
import { addressOf } from "../words.js"
import { texts } from "../texts.js"
import { bytesText } from "../format.js"
import { importDialog } from "./import-dialog.js"
import { imports } from "./imports.js"

const text = texts.library.imports

/** The row of an import: `update()` after it changed, `close()` when the page goes. */
export function importItem(one) {
    const state = h("span", { class: "soft small" })
    const bar = h("progress", { "aria-label": text.progressOf(one.title), max: 1 })
    const notes = h("ul", { class: "small soft" })
    const failure = h("div")
    const buttons = h("div", { class: "buttons" })
    const element = h("li", { class: "panel import" },
        h("div", { class: "row apart" }, h("div", { class: "import-name" }, h("strong", {}, one.title), " ", state), buttons),
        bar, notes, failure)
    let shownState = null
    let dialog = null

    const button = (label, action, className = "") => h("button", { type: "button", class: className, onclick: action },
        label, h("span", { class: "aside-text" }, texts.library.of(one.title)))

    function ask() {
        dialog ??= importDialog(one, answer => {
            dialog = null
            // Where the question came from, or what stands there now.
            buttons.querySelector("button, a")?.focus()
            if (answer) one.again(answer.words, answer.beside)
        })
    }

    function actions() {
        const cancel = button(texts.cancel, () => one.cancel())
        const remove = button(text.remove, () => imports.remove(one), "plain")
        switch (one.state) {
        case "asking": return [button(text.answer, ask, "first"), cancel]
        case "failed": return [one.canRepeat ? button(text.change, ask) : null, remove]
        case "cancelled": return [remove]
        case "done":
            return [h("a", { class: "button first", href: addressOf({ view: "play", name: one.name }) }, texts.library.play,
                h("span", { class: "aside-text" }, texts.library.of(one.name))), remove]
        default: return [cancel]
        }
    }

    function update() {
        state.textContent = text.state(one, bytesText)
        bar.hidden = one.isOver || one.state === "asking"
        if (one.total > 0) bar.value = one.done / one.total
        else bar.removeAttribute("value")
        if (notes.childElementCount !== one.notes.length) notes.replaceChildren(...one.notes.map(note => h("li", {}, note)))
        if (one.state === shownState) return
        const isNews = shownState !== null
        shownState = one.state
        const hadFocus = buttons.contains(document.activeElement)
        buttons.replaceChildren(...actions().filter(Boolean))
        if (hadFocus) buttons.firstElementChild?.focus()
        failure.replaceChildren(...(one.state === "failed" ? [failureNote(one.failure)] : []))
        // A film that somebody just dropped: the question comes by itself, unless another one is open.
        if (isNews && one.state === "asking" && !document.querySelector("dialog[open]")) ask()
    }

    update()
    return { element, update, close: () => dialog?.close() }
}
