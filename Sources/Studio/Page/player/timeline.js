// The time line: what the session knew, what became of each frame and how sure the tracker was, over the whole recording.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { OUTCOMES, Patterns } from "./patterns.js"
import { TimelineChart, heightOf, rowsOf } from "./timeline-chart.js"
import { sentence } from "./why.js"

const t = texts.player

/** What the chart takes of the theme. */
const COLOURS = ["ink", "soft", "line", "accent", "bad", "panel"]

export class Timeline {
    /** `coming` says how far the server has come. */
    constructor(player, coming) {
        this.player = player
        this.canvas = h("canvas", { "aria-hidden": "true" })
        this.head = h("div", { class: "head-line" })
        this.slider = h("div", {
            class: "track", tabindex: 0, role: "slider", "aria-label": t.timeline, "aria-valuemin": 1, "aria-valuemax": player.frames.count,
            "aria-orientation": "horizontal", "aria-describedby": "timeline-help",
        }, this.canvas, this.head)
        this.legend = h("ul", { class: "legend" })
        this.element = h("section", { class: "panel timeline", "aria-labelledby": "timeline-title" },
            h("header", { class: "row apart" }, h("h2", { id: "timeline-title" }, t.timeline), coming,
                h("p", { id: "timeline-help", class: "soft small" }, t.timelineHelp)),
            this.slider,
            h("details", { open: matchMedia("(min-width: 700px)").matches }, h("summary", { class: "small" }, t.legend), this.legend))
        this.width = 0
        this.stop = new AbortController()
        this.listen()
        this.observer = new ResizeObserver(() => this.draw())
        this.observer.observe(this.slider)
    }

    listen() {
        const { signal } = this.stop
        const seek = event => {
            const box = this.canvas.getBoundingClientRect()
            const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)
            this.player.seek(this.player.frames.at(share * this.player.frames.end))
        }
        this.slider.addEventListener("pointerdown", event => {
            if (event.button !== 0) return
            this.slider.setPointerCapture(event.pointerId)
            this.dragging = event.pointerId
            seek(event)
        }, { signal })
        this.slider.addEventListener("pointermove", event => { if (this.dragging === event.pointerId) seek(event) }, { signal })
        for (const name of ["pointerup", "pointercancel"]) this.slider.addEventListener(name, () => { this.dragging = null }, { signal })
        this.slider.addEventListener("keydown", event => {
            const act = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
            // Left, right, Home and End are the player's own keys.
            if (!act) return
            event.preventDefault()
            this.player.step(act)
        }, { signal })
        const anew = () => this.draw()
        document.addEventListener("themechange", anew, { signal })
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew, { signal })
    }

    frame(index) {
        const { frames } = this.player
        const share = frames.end > 0 ? frames.time(index) / frames.end : 0
        this.head.style.transform = `translateX(${share * this.width}px)`
        if (this.player.isPlaying) return
        const run = this.player.runs[0]
        this.slider.setAttribute("aria-valuenow", index + 1)
        const place = t.place(index, frames.count, frames.time(index))
        this.slider.setAttribute("aria-valuetext", t.frameLine(place, sentence(run?.at(index).frame(index))))
    }

    data() { this.draw() }

    words() { this.draw() }

    draw() {
        const width = this.slider.clientWidth
        if (width === 0) return
        // Asking the page for it anew at each frame would make it lay out everything.
        this.width = width
        const ratio = Math.min(window.devicePixelRatio || 1, 2)
        const style = getComputedStyle(document.documentElement)
        const isDark = document.documentElement.dataset.theme
            ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
        if (this.patterns?.isDark !== isDark || this.patterns.ratio !== ratio) this.patterns = new Patterns(isDark, ratio)
        const rows = rowsOf(this.player)
        const height = heightOf(rows)
        this.slider.style.height = `${height}px`
        this.canvas.width = Math.round(width * ratio)
        this.canvas.height = Math.round(height * ratio)
        // Colours that follow the theme resolve on an element.
        const colours = Object.fromEntries(COLOURS.map(name => [name, resolved(this.slider, `--${name}`)]))
        const look = { width, ratio, colours, patterns: this.patterns, font: style.fontFamily }
        new TimelineChart(this.canvas.getContext("2d"), this.player, look).draw(rows)
        this.layLegend()
        this.frame(this.player.index)
    }

    /** Says what the patterns mean: of those that are there. */
    layLegend() {
        const seen = new Set(this.player.runs.filter(Boolean).flatMap(run => run.shown.frames.map(frame => frame.o)))
        const names = OUTCOMES.filter(name => seen.has(name))
        const states = ["normal", "limited", "not_available", "not_recorded"].filter(name => this.player.timeline.tracking.some(part => part[2] === name))
        const key = [...names, "/", ...states, this.patterns.isDark].join()
        if (key === this.legendKey) return
        this.legendKey = key
        const entry = (name, words) => {
            const tile = this.patterns.tile(name)
            tile.setAttribute("aria-hidden", "true")
            const sample = h("canvas", { class: "sample", width: 24, height: 14, "aria-hidden": "true" })
            const context = sample.getContext("2d")
            context.fillStyle = context.createPattern(tile, "repeat")
            context.fillRect(0, 0, 24, 14)
            return h("li", {}, sample, words)
        }
        const sign = (text, words) => h("li", {}, h("span", { class: "sign", "aria-hidden": "true" }, text), words)
        this.legend.replaceChildren(
            ...states.map(name => entry(name, `${t.rows.tracking}: ${t.states[name]}`)),
            ...names.map(name => entry(name, t.outcomes[name].name)), entry("coming", t.marks.coming),
            sign("▼", t.marks.tap), sign("◆", t.marks.plane), sign("━", t.marks.draw), sign("▲", t.marks.raise))
    }

    close() {
        this.stop.abort()
        this.observer.disconnect()
    }
}

/** A colour of the theme as the canvas takes it. */
function resolved(element, name) {
    const probe = h("span")
    probe.style.color = `var(${name})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
}
