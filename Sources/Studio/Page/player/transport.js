// Play, pause, steps, scrubbing and speed.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { icon } from "./icons.js"

const t = texts.player
export const SPEEDS = [0.25, 0.5, 1, 1.5, 2]

export class Transport {
    constructor(player) {
        this.player = player
        const button = (name, label, act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(name))
        this.playButton = button("play", t.play, () => player.togglePlaying())
        this.scrub = h("input", {
            type: "range", min: 0, max: player.frames.count - 1, step: 1, value: 0, "aria-label": t.scrub,
            oninput: () => player.seek(Number(this.scrub.value)),
        })
        this.clock = h("output", { class: "clock" })
        const speed = h("select", { id: "speed", onchange: () => player.setSpeed(Number(speed.value)) },
            SPEEDS.map(value => h("option", { value, selected: value === 1 }, t.speedOf(value))))
        this.element = h("div", { class: "transport", role: "group", "aria-label": t.transport },
            this.scrub,
            h("div", { class: "row apart" },
                h("div", { class: "buttons steps" },
                    button("start", t.toStart, () => player.seek(0)),
                    button("backTen", t.backTen, () => player.step(-10)),
                    button("back", t.back, () => player.step(-1)),
                    this.playButton,
                    button("forth", t.forth, () => player.step(1)),
                    button("forthTen", t.forthTen, () => player.step(10)),
                    button("end", t.toEnd, () => player.seek(player.frames.count - 1))),
                this.clock,
                h("div", { class: "speed" }, h("label", { for: "speed", class: "aside-text" }, t.speed), speed)))
    }

    frame(index) {
        const { frames } = this.player
        this.scrub.value = index
        this.clock.textContent = t.clock(frames.time(index), frames.end)
        // Those who listen hear the place when they move there, not while it plays.
        if (!this.player.isPlaying) this.scrub.setAttribute("aria-valuetext", t.place(index, frames.count, frames.time(index)))
    }

    playing(isPlaying) {
        const label = isPlaying ? t.pause : t.play
        this.playButton.replaceChildren(icon(isPlaying ? "pause" : "play"))
        this.playButton.setAttribute("aria-label", label)
        this.playButton.title = label
        this.frame(this.player.index)
    }
}
