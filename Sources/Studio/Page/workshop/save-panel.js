// Saving the drawing as a file in the studio's folder, and the command line that does the same.
import { getJSON, post, recordingPath, withQuery } from "../api.js"
import { failureNote, h, say } from "../dom.js"
import { bytesText } from "../format.js"
import { texts } from "../texts.js"
import { copyButton } from "./copy.js"

const text = texts.workshop.save
const FORMATS = ["obj", "stl", "ply", "glb", "usdz", "svg", "dxf", "json"]
/** A pause in changes after which the command line is asked for, milliseconds. */
const PAUSE = 250

/** The panel of a recording; `closed` is the signal of the page's end. */
export function savePanel(recording, closed) {
    let words = null
    let timer = 0
    let asking = new AbortController()
    const file = h("input", { type: "text", id: "file", value: `${recording}.obj`, autocomplete: "off", spellcheck: "false" })
    const format = h("select", { id: "format" }, FORMATS.map(one => h("option", { value: one }, text.formats[one])))
    const button = h("button", { type: "submit", class: "first" }, text.save)
    const bar = h("progress", { hidden: true, "aria-label": text.saving })
    const outcome = h("div")
    const commands = h("div", { class: "stack tight" })
    const form = h("form", { class: "stack tight", novalidate: true },
        h("div", { class: "save-fields" },
            h("div", { class: "field" }, h("label", { for: "file" }, text.file), file),
            h("div", { class: "field" }, h("label", { for: "format" }, text.format), format)),
        h("div", { class: "row" }, button), bar)

    const endingOf = name => /\.([a-z]+)$/i.exec(name)?.[1].toLowerCase() ?? null
    format.addEventListener("change", () => {
        const known = FORMATS.includes(endingOf(file.value))
        file.value = `${known ? file.value.replace(/\.[a-z]+$/i, "") : file.value}.${format.value}`
        showCommand()
    })
    file.addEventListener("input", () => {
        if (FORMATS.includes(endingOf(file.value))) format.value = endingOf(file.value)
        showCommand()
    })
    form.addEventListener("submit", event => { event.preventDefault(); save() })

    let isSaving = false
    async function save() {
        if (isSaving) return
        isSaving = true
        // Not `disabled`: that would take the focus away.
        button.setAttribute("aria-disabled", "true")
        bar.hidden = false
        outcome.replaceChildren()
        say(text.saving)
        try {
            const saved = await saveOrAsk(file.value.trim())
            if (saved) {
                outcome.replaceChildren(savedNote(saved))
                say(text.saved(saved.file))
            } else {
                file.focus()
                file.select()
            }
        } catch (failure) {
            if (failure.name !== "AbortError") outcome.replaceChildren(failureNote(failure))
        } finally {
            isSaving = false
            bar.hidden = true
            button.removeAttribute("aria-disabled")
        }
    }

    /** Saves; asks before it replaces a file, and gives null when that is not wanted. */
    async function saveOrAsk(name) {
        const path = withQuery(recordingPath(recording, "save"), words)
        try {
            return await post(path, { file: name, replace: false }, { signal: closed })
        } catch (failure) {
            if (failure.status !== 409) throw failure
            return await replaceQuestion(failure) ? post(path, { file: name, replace: true }, { signal: closed }) : null
        }
    }

    function showCommand() {
        clearTimeout(timer)
        timer = setTimeout(async () => {
            asking.abort()
            asking = new AbortController()
            const query = words.adding("file", file.value.trim())
            try {
                const { lines } = await getJSON(withQuery(recordingPath(recording, "command"), query), { signal: asking.signal })
                commands.replaceChildren(commandLines(lines))
            } catch (failure) {
                if (failure.name !== "AbortError") commands.replaceChildren(failureNote(failure))
            }
        }, PAUSE)
    }

    closed.addEventListener("abort", () => { clearTimeout(timer); asking.abort() })
    return {
        element: h("div", { class: "stack tight" }, form, outcome, h("h3", {}, text.command), h("p", { class: "soft small" }, text.commandHint), commands),
        update(next) {
            const isNews = !words || !words.equals(next)
            words = next
            if (isNews) showCommand()
        },
    }
}

function savedNote(saved) {
    return h("div", { class: "note good" }, h("p", {}, h("strong", {}, text.saved(saved.file)), ` ${bytesText(saved.bytes)}`),
        saved.lines.map(line => h("p", { class: "small" }, line)),
        h("p", {}, h("a", { class: "button", href: saved.url, download: saved.file }, text.download)))
}

function commandLines(lines) {
    return h("div", { class: "command" }, h("pre", { tabindex: 0 }, h("code", {}, lines.join("\n"))), copyButton(() => lines.join("\n")))
}

/** Asks whether a file may be replaced; true or false. */
function replaceQuestion(failure) {
    return new Promise(resolve => {
        const end = answer => { dialog.close(); dialog.remove(); resolve(answer) }
        const dialog = h("dialog", { "aria-labelledby": "replace" },
            h("div", { class: "dialog-head" }, h("h2", { id: "replace" }, failure.message)),
            h("div", { class: "body" }, h("p", {}, text.replaceQuestion)),
            h("div", { class: "dialog-foot" }, h("button", { type: "button", onclick: () => end(false) }, text.otherName), h("button", { type: "button", class: "danger", onclick: () => end(true) }, text.replace)))
        dialog.addEventListener("cancel", event => { event.preventDefault(); end(false) })
        document.body.append(dialog)
        dialog.showModal()
    })
}
