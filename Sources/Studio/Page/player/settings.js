// What changes tracking: tracker, box, tip, gate, smoothing, surfaces. A change makes a second run beside the first.
import { h } from "../dom.js"
import { texts } from "../texts.js"

const t = texts.player

/** Options of this panel; what differs in them makes the second run another. */
export const SETTINGS = ["tracker", "box-size", "tip", "tip-at", "gate", "smooth", "hit", "planes"]

export class Settings {
    constructor(player) {
        this.player = player
        const change = (name, value) => player.changeBeside(words => words.with(name, value))
        this.tracker = select("tracker", t.trackers, value => change("tracker", value === "csrt" ? null : value))
        this.box = number("box-size", [1, 2000], value => change("box-size", value))
        this.gate = number("gate", [0, 1], value => change("gate", value), 0.05)
        const tip = () => {
            const values = [this.tipX.input.value.trim(), this.tipY.input.value.trim()]
            if (values.every(text => text === "")) player.changeBeside(words => words.without("tip", "tip-at"))
            else if (this.tipX.isGood() && this.tipY.isGood()) {
                player.changeBeside(words => words.without("tip-at").with("tip", values.map(text => text || "0").join(",")))
            }
        }
        this.tipX = number("tip-x", [-2000, 2000], tip, 1)
        this.tipY = number("tip-y", [-2000, 2000], tip, 1)
        this.tipTap = h("button", { type: "button", "aria-pressed": "false", onclick: () => player.waitForTip(!player.isWaitingForTip) }, t.tipTap)
        this.smooth = h("input", { type: "checkbox", onchange: () => change("smooth", this.smooth.checked ? null : "off") })
        this.hits = select("hit", t.hitChoices, value => change("hit", value || null))
        this.planes = select("planes", t.planesChoices, value => change("planes", value === "automatic" ? null : value))
        this.element = h("details", { class: "panel settings" },
            h("summary", {}, h("h2", {}, t.settings)),
            h("div", { class: "stack" },
                h("p", { class: "soft small" }, t.settingsHelp),
                field(t.tracker, this.tracker, "tracker"),
                h("div", { class: "fields" },
                    field(t.boxSize, this.box, "box-size", t.boxSizeHint(player.recording.usual_box)),
                    field(t.gate, this.gate, "gate", t.gateHint)),
                h("fieldset", {}, h("legend", { class: "label small soft" }, t.tip),
                    h("div", { class: "fields" }, field(t.tipX, this.tipX, "tip-x"), field(t.tipY, this.tipY, "tip-y"), this.tipTap),
                    h("p", { class: "soft small" }, t.tipHint)),
                h("label", { class: "tick" }, this.smooth, t.smooth),
                field(t.hits, this.hits, "hit"),
                field(t.planes, this.planes, "planes")))
        this.words()
    }

    /** Shows what the words say: those of the second run where there is one. */
    words() {
        const words = this.player.beside ?? this.player.words
        this.tracker.value = words.value("tracker") ?? "csrt"
        show(this.box, words.value("box-size") ?? "")
        this.box.input.placeholder = this.player.recording.usual_box
        show(this.gate, words.value("gate") ?? "")
        this.gate.input.placeholder = String(this.player.gateOf(words.without("gate")))
        const [x, y] = this.tipOf(words)
        show(this.tipX, x)
        show(this.tipY, y)
        const recorded = this.player.recording.tip
        for (const [axis, each] of [this.tipX, this.tipY].entries()) {
            each.input.placeholder = recorded ? String(Math.round(recorded[axis] * 10) / 10) : "0"
        }
        this.smooth.checked = words.value("smooth") !== "off"
        this.hits.value = words.value("hit") ?? ""
        this.planes.value = words.value("planes") ?? "automatic"
    }

    /** The tip as an offset from the tap. */
    tipOf(words) {
        const offset = words.value("tip")
        if (offset !== null) return offset.split(",")
        const place = words.value("tip-at")?.split(",").map(Number)
        const tap = this.player.taps(words)[0]
        if (!place || !tap) return ["", ""]
        return [place[0] - tap.x, place[1] - tap.y].map(value => String(Math.round(value * 10) / 10))
    }

    waiting(isWaiting) { this.tipTap.setAttribute("aria-pressed", String(isWaiting)) }
}

function select(id, choices, act) {
    const element = h("select", { id, onchange: () => act(element.value) },
        Object.entries(choices).map(([value, words]) => h("option", { value }, words)))
    return element
}

/** A field for a number or nothing, with what is wrong below it. */
function number(id, [low, high], act, step = "any") {
    const wrong = h("p", { class: "wrong", id: `${id}-wrong`, hidden: true })
    const input = h("input", {
        id, type: "number", inputmode: "decimal", step: "any", min: low, max: high, "aria-describedby": `${id}-wrong`, dataset: { step },
        onchange: () => {
            const good = isGood()
            wrong.hidden = good
            wrong.textContent = good ? "" : t.between(low, high)
            input.setAttribute("aria-invalid", String(!good))
            if (good) act(input.value === "" ? null : input.value)
        },
    })
    const isGood = () => !input.validity.badInput && (input.value === "" || (Number(input.value) >= low && Number(input.value) <= high))
    return { input, wrong, isGood }
}

function field(label, made, id, hint = null) {
    const input = made.input ?? made
    return h("div", { class: "field" }, h("label", { for: id }, label), input, hint ? h("span", { class: "hint" }, hint) : null, made.wrong ?? null)
}

function show({ input, wrong }, value) {
    if (document.activeElement === input && input.value !== "" && Number(input.value) === Number(value)) return
    input.value = value
    wrong.hidden = true
    input.setAttribute("aria-invalid", "false")
}
