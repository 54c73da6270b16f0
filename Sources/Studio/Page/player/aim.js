// Taps on the film: by mouse, pen and finger where they touch, by keyboard with a cross that the arrow keys move.
import { h, say } from "../dom.js"
import { texts } from "../texts.js"

const t = texts.player

/** A pointer that moved farther than this did not tap, CSS pixels. */
const SLIP = 10
/** Steps of the cross, view points. */
const STEP = 5
const SMALL = 0.5

export class Aim {
    /** `ontap([x, y], pressed)`: in view points to a tenth; `pressed` is when, milliseconds of the page's clock. */
    constructor(frame, canvas, player, ontap) {
        this.player = player
        this.canvas = canvas
        this.ontap = ontap
        this.place = player.recording.view.map(size => Math.round(size / 2))
        this.cross = h("div", { class: "aim", hidden: true })
        frame.append(this.cross)
        this.stop = new AbortController()
        const listen = (name, act) => canvas.addEventListener(name, act, { signal: this.stop.signal })
        listen("pointerdown", event => {
            if (event.button !== 0 || !event.isPrimary) return
            this.down = { x: event.clientX, y: event.clientY, id: event.pointerId }
        })
        listen("pointerup", event => this.up(event))
        listen("pointercancel", () => { this.down = null })
        listen("keydown", event => this.key(event))
        listen("focus", () => { if (canvas.matches(":focus-visible")) this.show() })
        listen("blur", () => { this.cross.hidden = true })
    }

    up(event) {
        const down = this.down
        this.down = null
        if (!down || down.id !== event.pointerId) return
        if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP) return
        this.cross.hidden = true
        this.place = this.player.viewPoint(event)
        this.ontap(this.place, event.timeStamp)
    }

    key(event) {
        const step = event.shiftKey ? SMALL : STEP
        const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }
        const way = ways[event.key]
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (way) {
            const { view } = this.player.recording
            this.place = this.place.map((value, axis) => Math.min(Math.max(Math.round((value + way[axis]) * 10) / 10, 0), view[axis]))
            this.show()
            say(t.aim(...this.place))
        } else if (event.key === "Enter") {
            this.ontap(this.place, event.timeStamp)
        } else return
        event.preventDefault()
        event.stopPropagation()
    }

    show() {
        const { view } = this.player.recording
        this.cross.hidden = false
        this.cross.style.left = `${this.place[0] / view[0] * 100}%`
        this.cross.style.top = `${this.place[1] / view[1] * 100}%`
    }

    close() { this.stop.abort() }
}
