// How the time line is drawn: rows of bands, marks and curves over the same time.
import { texts } from "../texts.js"
import { penRanges, raiseRanges } from "./ranges.js"

const t = texts.player

/** Heights, CSS pixels: of a row's words, of a band, of a curve, between rows, of the seconds. */
const WORDS = 15
const BAND = 14
const CURVE = 52
const GAP = 6
const AXIS = 18

/** The rows that there is something to draw in. */
export function rowsOf(player) {
    const runs = player.runs.filter(Boolean)
    const letter = k => runs.length > 1 ? [t.runA, t.runB][k] : ""
    const hasErrors = runs.some(run => run.shown.frames.some(frame => frame.e !== undefined && frame.e !== null))
    return [
        { kind: "axis", height: AXIS },
        { kind: "events", name: t.rows.events, height: WORDS + BAND },
        { kind: "tracking", name: t.rows.tracking, height: WORDS + BAND },
        { kind: "pen", name: t.rows.draws, height: WORDS + BAND },
        ...runs.map((run, k) => ({ kind: "outcomes", name: t.rows.outcome(letter(k)), run, height: WORDS + BAND })),
        ...runs.length ? [{ kind: "confidence", name: t.rows.confidence, runs, height: WORDS + CURVE }] : [],
        ...hasErrors ? [{ kind: "error", name: t.rows.error, runs, height: WORDS + CURVE }] : [],
    ]
}

export function heightOf(rows) { return rows.reduce((sum, row) => sum + row.height + GAP, 0) }

export class TimelineChart {
    constructor(context, player, { width, ratio, colours, patterns, font }) {
        Object.assign(this, { context, player, width, ratio, colours, patterns, font })
    }

    /** CSS pixels of a time. */
    x(time) { return this.player.frames.end > 0 ? time / this.player.frames.end * this.width : 0 }

    draw(rows) {
        const c = this.context
        c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
        c.clearRect(0, 0, this.width, heightOf(rows))
        let y = 0
        for (const row of rows) {
            if (row.name) this.text(row.name, 0, y + 11, this.colours.soft)
            this[row.kind](row, y + (row.name ? WORDS : 0))
            y += row.height + GAP
        }
    }

    text(words, x, y, colour, align = "left") {
        const c = this.context
        c.font = `11px ${this.font}`
        c.fillStyle = colour
        c.textAlign = align
        c.fillText(words, x, y)
    }

    /** A stretch of time filled with a pattern. */
    band(name, from, to, y, height = BAND) {
        const c = this.context
        const x = this.x(from)
        const width = Math.max(this.x(to) - x, 1)
        c.save()
        // Patterns are made in device pixels.
        c.setTransform(1, 0, 0, 1, 0, 0)
        c.fillStyle = this.patterns.of(c, name)
        const pixels = value => Math.round(value * this.ratio)
        c.fillRect(pixels(x), pixels(y), Math.max(1, pixels(width)), pixels(height))
        c.restore()
    }

    axis(row, y) {
        const c = this.context
        const { end } = this.player.frames
        const step = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300].find(seconds => this.x(seconds) >= 48) ?? 600
        for (let time = 0; time <= end; time += step) {
            const x = this.x(time)
            c.fillStyle = this.colours.line
            c.fillRect(x, y + 13, 1, 5)
            const align = time === 0 ? "left" : x > this.width - 20 ? "right" : "center"
            this.text(`${time} s`, x, y + 10, this.colours.soft, align)
        }
    }

    events(row, y) {
        const c = this.context
        const { timeline } = this.player
        c.fillStyle = this.colours.soft
        for (const { time } of timeline.planes) this.shape(this.x(time), y + BAND / 2, [[0, -4], [4, 0], [0, 4], [-4, 0]])
        c.fillStyle = this.colours.accent
        for (const { time } of this.player.taps(this.player.words)) this.shape(this.x(time), y + BAND / 2, [[-6, -6], [6, -6], [0, 6]])
    }

    shape(x, y, corners) {
        const c = this.context
        c.beginPath()
        for (const [dx, dy] of corners) c.lineTo(Math.min(Math.max(x, 5), this.width - 5) + dx, y + dy)
        c.fill()
    }

    tracking(row, y) {
        for (const [from, to, state] of this.player.timeline.tracking) this.band(state, from, to, y)
        for (const [from, to] of this.player.timeline.interruptions) this.band("not_available", from, to, y)
    }

    pen(row, y) {
        const c = this.context
        const { words, recording, frames } = this.player
        c.fillStyle = this.colours.line
        c.fillRect(0, y + BAND - 1, this.width, 1)
        c.fillStyle = this.colours.ink
        for (const { from, to } of penRanges(words, recording, frames)) {
            c.fillRect(this.x(from), y + 4, Math.max(this.x(to) - this.x(from), 2), 6)
        }
        c.fillStyle = this.colours.accent
        for (const { from, to } of raiseRanges(words, recording)) {
            const [a, b] = [this.x(from), this.x(to)]
            c.beginPath()
            c.moveTo(a, y + BAND)
            c.lineTo(b, y)
            c.lineTo(b, y + BAND)
            c.fill()
        }
    }

    outcomes({ run }, y) {
        const { frames } = this.player
        const data = run.shown
        let from = 0
        for (let i = 1; i <= data.count; i += 1) {
            if (i < data.count && data.frames[i].o === data.frames[from].o) continue
            this.band(data.frames[from].o, frames.time(from), this.until(i), y)
            from = i
        }
        if (data.count < frames.count) this.band("coming", data.count ? this.until(data.count) : 0, frames.end, y)
    }

    /** When a frame begins; the end after the last. */
    until(i) { return i < this.player.frames.count ? this.player.frames.time(i) : this.player.frames.end }

    confidence({ runs }, y) {
        const c = this.context
        this.ground(y)
        const at = value => y + CURVE - value * CURVE
        const gate = this.player.gateOf(this.player.words)
        c.strokeStyle = this.colours.bad
        c.lineWidth = 1
        c.setLineDash([2, 3])
        c.beginPath()
        c.moveTo(0, at(gate))
        c.lineTo(this.width, at(gate))
        c.stroke()
        c.setLineDash([])
        runs.forEach((run, k) => this.curve(run.shown, frame => frame.c, at, k))
        this.tag(`${t.gateLine} ${gate}`, at(gate) + (gate > 0.5 ? 14 : -3), this.colours.bad)
    }

    error({ runs }, y) {
        this.ground(y)
        const values = runs.flatMap(run => run.shown.frames.map(frame => frame.e)).filter(value => value !== undefined && value !== null)
            .sort((a, b) => a - b)
        // A few frames far off do not flatten all others.
        const most = Math.max(values[Math.floor(values.length * 0.98)] ?? 1, 0.5)
        runs.forEach((run, k) => this.curve(run.shown, frame => frame.e, value => y + CURVE - Math.min(value / most, 1) * CURVE, k))
        this.tag(`${most.toFixed(1)} mm`, y + 11, this.colours.soft)
    }

    /** Words at the right end, on a ground that curves do not cross. */
    tag(words, y, colour) {
        const c = this.context
        c.font = `11px ${this.font}`
        c.fillStyle = this.colours.panel
        c.fillRect(this.width - c.measureText(words).width - 4, y - 10, this.width, 13)
        this.text(words, this.width, y, colour, "right")
    }

    ground(y) {
        const c = this.context
        c.fillStyle = this.colours.line
        c.fillRect(0, y + CURVE, this.width, 1)
        c.fillRect(0, y, this.width, 1)
    }

    /** A curve over the frames; the second run's is dashed. */
    curve(data, valueOf, at, k) {
        const c = this.context
        c.strokeStyle = k === 0 ? this.colours.accent : this.colours.ink
        c.lineWidth = 1.5
        c.setLineDash(k === 0 ? [] : [4, 3])
        c.beginPath()
        let isDown = false
        for (let i = 0; i < data.count; i += 1) {
            const value = valueOf(data.frames[i])
            if (value === undefined || value === null) { isDown = false; continue }
            const x = this.x(this.player.frames.time(i))
            if (isDown) c.lineTo(x, at(value))
            else c.moveTo(x, at(value))
            isDown = true
        }
        c.stroke()
        c.setLineDash([])
    }
}
