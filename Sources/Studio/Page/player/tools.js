// The tutorial's buttons: Draw, 3D, Undo, Restart; and the height by a slider.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { shortNumber } from "../words.js"
import { icon } from "./icons.js"
import { contains, penRanges, raiseRanges } from "./ranges.js"

const t = texts.player

/** Greatest height of the slider, millimetres. */
const TALLEST = 100

export class Tools {
    constructor(player) {
        this.player = player
        const button = (name, words, help, act) => h("button", { type: "button", title: help, onclick: act }, icon(name), words)
        this.draw = button("draw", t.draw, t.drawHelp, () => player.toggleDraw())
        this.raise = button("raise", t.raise, t.raiseHelp, () => player.toggleRaise())
        this.undo = button("undo", t.undo, t.undoHelp, () => player.undo())
        this.restart = button("restart", t.restart, t.restartHelp, () => player.restart())
        this.slider = h("input", { type: "range", id: "height", min: 0, max: TALLEST, step: 1, value: 0, "aria-describedby": "height-help" })
        this.value = h("output", { for: "height" })
        this.slider.addEventListener("input", () => this.showHeight(Number(this.slider.value)))
        this.slider.addEventListener("change", () => player.setHeight(heightText(Number(this.slider.value))))
        this.element = h("section", { class: "tools", "aria-label": t.tools },
            h("div", { class: "buttons" }, this.draw, this.raise, this.undo, this.restart),
            h("div", { class: "height" },
                h("label", { for: "height" }, t.height), this.slider, this.value,
                h("span", { id: "height-help", class: "aside-text" }, t.heightHelp)))
        this.words()
    }

    words() {
        const height = this.player.words.value("height")
        const mm = height === null ? 0 : Number(height) * 1000
        this.slider.value = mm
        this.showHeight(mm)
        this.frame(this.player.index)
        this.data()
    }

    showHeight(mm) {
        const words = mm > 0 ? `${shortNumber(mm, 1)} ${t.heightUnit}` : t.noHeight
        this.value.textContent = words
        this.slider.setAttribute("aria-valuetext", words)
    }

    frame(index) {
        const { words, recording, frames } = this.player
        const time = frames.time(index)
        const isRaising = contains(raiseRanges(words, recording), time)
        press(this.raise, isRaising)
        // Raising lifts the pen, as in the tutorial.
        press(this.draw, !isRaising && contains(penRanges(words, recording, frames), time))
    }

    data() { this.undo.disabled = this.player.lastStroke() === null }
}

function press(button, isPressed) {
    const value = String(isPressed)
    if (button.getAttribute("aria-pressed") !== value) button.setAttribute("aria-pressed", value)
}

/** Millimetres as the word for metres; null for none. */
function heightText(mm) { return mm > 0 ? shortNumber(mm / 1000, 6) : null }
