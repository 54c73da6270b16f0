// How strokes become solids: the style, its sizes, the material and the height.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { withHeight, withStyle } from "./edits.js"
import { choiceField, numberField, tickField } from "./fields.js"

const text = texts.workshop.style

/** The slider reaches this far, millimetres; the field beside it further. */
const SLIDER = 100
const STYLES = ["points", "ribbon", "tube"]

/**
 * The panel. `change(make)` is given a function from words to words; `lift(metres)` hears of a height while it is being chosen.
 */
export function stylePanel(change, lift) {
    const set = (name, value) => change(words => words.with(name, value))
    const flag = name => isOn => set(name, isOn ? "" : null)
    const style = choiceField(text.style, STYLES.map(name => [name, text.styles[name]]), name => change(words => withStyle(words, name)))
    const material = choiceField(text.material, ["color", "wood"].map(name => [name, text.materials[name]]), name => set("material", name === "color" ? null : name))
    const fields = {
        width: numberField("width", text.width, { min: 0.1, usual: 3 }, value => set("width", value)),
        chamfer: numberField("chamfer", text.chamfer, { min: 0, usual: 0.5 }, value => set("chamfer", value)),
        radius: numberField("radius", text.radius, { min: 0.05, usual: 1.5 }, value => set("radius", value)),
    }
    const ticks = { taper: tickField(text.taper, flag("taper")), "width-from-speed": tickField(text.speed, flag("width-from-speed")), separate: tickField(text.separate, flag("separate")) }
    const ribbon = h("div", { class: "stack tight" }, h("div", { class: "fields" }, fields.width.element, fields.chamfer.element), ticks.taper.element, ticks["width-from-speed"].element)
    const tube = h("div", { class: "fields" }, fields.radius.element)

    const commit = metres => change(words => withHeight(words, metres))
    const height = numberField("height", text.height, { min: 0.01, max: 1_000_000, hint: text.heightHint },
        value => commit(value === null ? null : Number((value / 1000).toFixed(8))))
    const slider = h("input", { type: "range", min: 0, max: SLIDER, step: 0.5, "aria-label": text.heightSlider })
    const metresOf = value => (value > 0 ? value / 1000 : 0.00001)
    slider.addEventListener("input", () => {
        slider.setAttribute("aria-valuetext", text.heightValue(slider.valueAsNumber))
        height.set(metresOf(slider.valueAsNumber) * 1000)
        lift(metresOf(slider.valueAsNumber))
    })
    slider.addEventListener("change", () => commit(metresOf(slider.valueAsNumber)))
    const asDrawn = h("button", { type: "button", class: "plain", onclick: () => commit(null) }, text.asDrawn)

    return {
        element: h("div", { class: "stack" },
            labelled(text.style, style.element), ribbon, tube, ticks.separate.element,
            labelled(text.material, material.element),
            h("div", { class: "stack tight" }, height.element, slider, h("div", {}, asDrawn))),
        update(words, metres) {
            const name = words.value("style") ?? "points"
            style.set(name)
            material.set(words.value("material") ?? "color")
            for (const [option, field] of Object.entries(fields)) field.set(words.value(option))
            for (const [option, tick] of Object.entries(ticks)) tick.set(words.has(option))
            ribbon.hidden = name !== "ribbon"
            tube.hidden = name !== "tube"
            ticks.separate.element.hidden = name === "points"
            height.set(Number((metres * 1000).toFixed(3)))
            slider.value = metres * 1000
            slider.setAttribute("aria-valuetext", text.heightValue(Number((metres * 1000).toFixed(1))))
            asDrawn.hidden = !words.has("height")
        },
    }
}

function labelled(label, element) { return h("div", { class: "field" }, h("span", { class: "label" }, label), h("div", {}, element)) }
