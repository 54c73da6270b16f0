// Fields that hold a word of the address.
import { h } from "../dom.js"

/** A number with a label; `changed(value)` hears of numbers that are accepted, and of null when the field was emptied. */
export function numberField(id, label, { min, max, step = "any", usual, hint = null }, changed) {
    const input = h("input", { type: "number", id, min, max, step, inputmode: "decimal", "aria-describedby": hint ? `${id}-hint` : null })
    input.addEventListener("change", () => {
        const isGood = input.value === "" ? !input.validity.badInput : input.validity.valid
        input.setAttribute("aria-invalid", String(!isGood))
        if (isGood) changed(input.value === "" || input.valueAsNumber === usual ? null : input.valueAsNumber)
    })
    return {
        element: h("div", { class: "field" }, h("label", { for: id }, label), input, hint ? h("p", { class: "hint", id: `${id}-hint` }, hint) : null),
        set(value) {
            if (document.activeElement === input && input.getAttribute("aria-invalid") === "true") return
            input.value = value ?? usual
            input.setAttribute("aria-invalid", "false")
        },
    }
}

/** A box to tick. */
export function tickField(label, changed) {
    const input = h("input", { type: "checkbox", onchange: () => changed(input.checked) })
    return { element: h("label", { class: "tick" }, input, label), set(value) { input.checked = value } }
}

/** Buttons of which one is pressed; `options` is a list of [value, label]. */
export function choiceField(label, options, changed) {
    const buttons = options.map(([value, name]) => h("button", { type: "button", onclick: () => changed(value) }, name))
    return {
        element: h("div", { class: "choice", role: "group", "aria-label": label }, buttons),
        set(value) { buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(options[i][0] === value))) },
    }
}
