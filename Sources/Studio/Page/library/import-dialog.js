// What a film does not say of itself: what of known size lies on the table, from which the camera's place is found.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { cornerPicker } from "./corner-picker.js"

const text = texts.library.dialog

/** The sheets that `airdraw import` knows by name; "other" asks for two sides. */
const SHEETS = ["a4", "letter", "a3", "a5", "a6", "card", "other"]

/**
 * Asks for the words of an import. `answered({words, beside})` gets the words and the files that they speak of, or null when the dialog
 * was left. A film chooses what lies on the table; other things have a name alone.
 */
export function importDialog(one, answered) {
    const isFilm = Boolean(one.asked)
    const name = field(text.name, h("input", { type: "text", value: one.words.name ?? "", autocomplete: "off", spellcheck: "false" }), text.nameHint)
    const kinds = isFilm ? filmKinds(one) : []
    const wrong = h("p", { class: "note bad", role: "alert", hidden: true })
    const place = h("div", { class: "stack" })
    let kind = kinds[0] ?? null

    const choice = isFilm ? h("fieldset", { class: "kinds" }, h("legend", {}, text.question), kinds.map((each, i) =>
        h("label", { class: "tick" },
            h("input", { type: "radio", name: "kind", checked: i === 0, onchange: () => { kind = each; showKind() } }), each.label))) : null

    function showKind() {
        wrong.hidden = true
        if (kind) place.replaceChildren(kind.element)
    }

    function submit(event) {
        event.preventDefault()
        const answer = kind ? kind.answer() : { words: {}, beside: [] }
        wrong.hidden = !answer.problem
        wrong.textContent = answer.problem ?? ""
        const called = name.input.value.trim()
        if (!answer.problem) finish({ words: { ...(called ? { name: called } : {}), ...answer.words }, beside: answer.beside ?? [] })
    }

    const dialog = h("dialog", { "aria-labelledby": "import-question" }, h("form", { method: "dialog", novalidate: true, onsubmit: submit },
        h("div", { class: "dialog-head" }, h("h2", { id: "import-question" }, text.heading(one.title))),
        h("div", { class: "body" }, isFilm ? h("p", {}, text.why) : null, name.element, choice, place, wrong),
        h("div", { class: "dialog-foot" },
            h("button", { type: "button", onclick: () => finish(null) }, texts.cancel),
            h("button", { type: "submit", class: "first" }, text.go))))

    let isOver = false
    function finish(answer) {
        if (isOver) return
        isOver = true
        for (const each of kinds) each.close?.()
        dialog.close()
        dialog.remove()
        answered(answer)
    }

    // What was wrong is being put right.
    for (const each of ["input", "pointerdown"]) place.addEventListener(each, () => { wrong.hidden = true })
    dialog.addEventListener("cancel", event => { event.preventDefault(); finish(null) })
    showKind()
    document.body.append(dialog)
    dialog.showModal()
    return { close: () => finish(null) }
}

let fieldNumber = 0

function field(label, input, hint = null) {
    fieldNumber += 1
    input.id = `import-field-${fieldNumber}`
    if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`)
    const element = h("div", { class: "field" }, h("label", { for: input.id }, label), input,
        hint ? h("p", { class: "hint", id: `${input.id}-hint` }, hint) : null)
    return { element, input }
}

/** Each thing that can lie on the table has a label, its fields, and the words that they make or the problem with them. */
function filmKinds(one) { return [picture(), sheet(one), board(), camera()] }

function picture() {
    const file = field(text.picture.file, h("input", { type: "file", accept: "image/png,image/jpeg" }), text.picture.fileHint)
    const width = field(text.picture.width, number("85", { min: 1 }), text.picture.widthHint)
    return {
        label: text.picture.label, element: h("div", { class: "stack" }, file.element, width.element),
        answer() {
            const chosen = file.input.files[0]
            if (!chosen) return { problem: text.picture.missing }
            const metres = width.input.valueAsNumber / 1000
            if (!(metres > 0)) return { problem: text.widthWrong }
            return { words: { world: `reference:${chosen.name}:${plain(metres)}` }, beside: [chosen] }
        },
    }
}

function sheet(one) {
    const size = field(text.sheet.size, h("select", { onchange: showSides }, SHEETS.map(each => h("option", { value: each }, text.sheet.sizes[each]))))
    const sides = [field(text.sheet.width, number("210", { min: 1 })), field(text.sheet.length, number("297", { min: 1 }))]
    const own = h("div", { class: "fields", hidden: true }, sides.map(each => each.element))
    const picker = cornerPicker(one.asked?.first ?? `/api/imports/${one.id}/first.jpg`)
    function showSides() { own.hidden = size.input.value !== "other" }
    return {
        label: text.sheet.label, element: h("div", { class: "stack" }, size.element, own, picker.element),
        answer() {
            const [width, length] = sides.map(each => each.input.valueAsNumber / 1000)
            if (size.input.value === "other" && !(width > 0 && length > 0)) return { problem: text.widthWrong }
            const corners = picker.corners()
            if (!corners) return { problem: text.sheet.missing }
            const name = size.input.value === "other" ? `${plain(width)}x${plain(length)}` : size.input.value
            return { words: { world: `sheet:${name}:${corners.flat().map(value => plain(value)).join(",")}` } }
        },
        close: picker.close,
    }
}

function board() {
    const words = field(text.board.words, h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: "charuco:5x7:0.03:0.022:6X6_250" }), text.board.hint)
    return {
        label: text.board.label, element: words.element,
        answer() {
            const value = words.input.value.trim().replace(/^board:/, "")
            return value ? { words: { world: `board:${value}` } } : { problem: text.board.missing }
        },
    }
}

function camera() {
    const file = field(text.camera.file, h("input", { type: "file", accept: "application/json,.json" }), text.camera.hint)
    return {
        label: text.camera.label, element: file.element,
        answer() {
            const chosen = file.input.files[0]
            return chosen ? { words: { camera: chosen.name }, beside: [chosen] } : { problem: text.camera.missing }
        },
    }
}

function number(value, more) { return h("input", { type: "number", value, step: "any", inputmode: "decimal", ...more }) }

/** A number without the noise of floating point. */
function plain(value) { return String(Number(value.toFixed(6))) }
