// The player: a recording's film with what is found in it, and all that changes what is found. `#/play/NAME?words`.
import { getJSON, recordingPath, request } from "../api.js"
import { h, say } from "../dom.js"
import { texts } from "../texts.js"
import { go, note } from "../words.js"
import { FrameTable } from "./frames.js"
import { layOut } from "./layout.js"
import { Measure } from "./measure.js"
import { contains, penRanges, raiseRanges, toggle } from "./ranges.js"
import { Run } from "./run.js"
import { Screen } from "./screen.js"
import { project } from "./shaders.js"

const t = texts.player

/** The play head is noted in the address this long after it stopped, milliseconds. */
const SETTLED = 300

/** Numbers of a run that is coming in are counted anew this often at most, milliseconds. */
const CALM = 150

/** Opens the player in <main>. */
export async function show(main, route) {
    const path = recordingPath(route.name)
    const [recording, bytes] = await Promise.all([getJSON(path), request(`${path}/frames`).then(answer => answer.arrayBuffer())])
    const timeline = await getJSON(recording.timeline_url ?? `${path}/timeline`)
    const player = new Player(route, recording, new FrameTable(bytes), timeline)
    main.append(player.element)
    player.begin()
    return player
}

class Player {
    constructor(route, recording, frames, timeline) {
        Object.assign(this, { name: route.name, words: route.words, beside: route.beside, recording, frames, timeline })
        this.index = route.time === null ? 0 : frames.at(route.time)
        this.runs = [null]
        this.isWaitingForTip = false
        this.measure = new Measure()
        this.measure.project = (x, y, z) => project(recording, frames, this.index, x, y, z)
        this.measure.probe = async (x, y, z) => {
            const { probe } = await import("./probe.js")
            return probe(this.screen.stage, this.index, x, y, z)
        }
        this.screen = new Screen(this)
        const { element, parts } = layOut(this)
        this.element = element
        this.parts = parts
    }

    /** Opens the film and follows the words. */
    begin() {
        this.follow()
        this.screen.begin(this.index)
    }

    // MARK: - Words

    /** The address has other words, by a control here or by the browser's Back. */
    update(route) {
        const isSame = route.words.equals(this.words) && String(route.beside) === String(this.beside)
        this.words = route.words
        this.beside = route.beside
        if (isSame && route.time !== null) this.seek(this.frames.at(route.time))
        this.follow()
        this.tell("words")
        this.screen.redraw()
    }

    /** Lets the runs follow the words. */
    follow() {
        const wanted = [this.words, ...this.beside ? [this.beside] : []]
        for (const run of this.runs.slice(wanted.length)) run?.close()
        this.runs.length = wanted.length
        wanted.forEach((words, k) => {
            // Nothing is asked before there is a tap: the answer is known.
            const isSeeded = this.taps(words).length > 0 || words.value("pen") === "center"
            if (!isSeeded) {
                this.runs[k]?.close()
                this.runs[k] = null
                return
            }
            this.runs[k] ??= new Run(this.name, (what, run) => this.heard(what, run))
            this.runs[k].follow(words)
        })
        this.measure.follow(this.runs)
        this.screen.setRuns(this.runs)
    }

    /** Other words for both runs: the first's by `change`, the second's likewise. */
    change(change) { this.goTo(change(this.words), this.beside && change(this.beside)) }

    /** Other words for the second run, which begins with those of the first. */
    changeBeside(change) {
        const beside = change(this.beside ?? this.words)
        this.goTo(this.words, beside.equals(this.words) ? null : beside)
    }

    takeBeside() {
        // The second run has the drawing already: it becomes the first without being asked for again.
        this.runs = [this.runs[1], this.runs[0]]
        this.screen.setRuns(this.runs)
        say(t.taken)
        this.goTo(this.beside, null)
    }

    dropBeside() {
        say(t.dropped)
        this.goTo(this.words, null)
    }

    goTo(words, beside) { go({ view: "play", name: this.name, words, beside, time: this.frames.time(this.index) }) }

    // MARK: - What the server says

    heard(what, run) {
        if (what === "start") this.measure.answered(run.coming.seeds)
        if (what === "end" && this.runs.every(each => !each?.isRunning)) say(t.ended(run.coming.end.points, run.coming.end.strokes))
        if (what === "failed") say(run.failure.error)
        this.screen.redraw()
        // Frames come in many small lots; what counts them all is told now and then.
        if (what !== "frames") this.tellData()
        else this.dataTimer ??= setTimeout(() => this.tellData(), CALM)
    }

    tellData() {
        clearTimeout(this.dataTimer)
        this.dataTimer = null
        this.tell("data")
    }

    /** Tells all parts that something changed: "words", "data", "frame" or "playing". */
    tell(what, ...values) { for (const part of this.parts) part[what]?.(...values) }

    // MARK: - Taps and tools

    /** The taps that count: those of the words, else the recorded ones, as `{x, y, time}`. */
    taps(words) {
        if (!words.has("click")) return this.recording.taps
        return words.all("click").map(text => {
            const [place, time] = text.split("@")
            const [x, y] = place.split(",").map(Number)
            return { x, y, time: time === undefined ? 0 : Number(time) }
        }).filter(tap => Number.isFinite(tap.x) && Number.isFinite(tap.y) && Number.isFinite(tap.time))
    }

    /** Least confidence that draws. */
    gateOf(words) {
        const gate = Number(words.value("gate") ?? Number.NaN)
        if (Number.isFinite(gate)) return gate
        return words.has("tutorial-exact") ? 0.3 : 0.5
    }

    viewPoint(event) { return this.screen.viewPoint(event) }

    /** A tap on the film at the frame that is shown; `pressed` is when, milliseconds. */
    tap([x, y], pressed) {
        if (this.isWaitingForTip) {
            this.waitForTip(false)
            say(t.tipSet(x, y))
            this.changeBeside(words => words.without("tip").with("tip-at", `${x},${y}`))
            return
        }
        const time = this.frames.timeText(this.index)
        const text = `${x},${y}@${time}`
        this.measure.tapped(this.index, text, pressed)
        say(t.tapped(x, y, time))
        this.change(words => {
            // A second tap at the same frame takes the place of the first.
            const others = words.all("click").filter(click => this.frames.atOrAfter(Number(click.split("@")[1] ?? 0)) !== this.index)
            return words.withAll("click", [...others, text])
        })
    }

    waitForTip(isWaiting) {
        this.isWaitingForTip = isWaiting
        this.tell("waiting", isWaiting)
    }

    toggleDraw() {
        const { ranges, isOn, text } = toggle(penRanges(this.words, this.recording, this.frames), this.frames, this.index)
        say(isOn ? t.drawOn(text) : t.drawOff(text))
        this.change(words => words.withAll("draw", ranges))
    }

    toggleRaise() {
        const now = raiseRanges(this.words, this.recording).filter(range => contains([range], this.frames.time(this.index)))
        // The command line raises once: a new stretch takes the place of the old one.
        const { ranges, isOn, text } = toggle(now, this.frames, this.index)
        say(isOn ? t.raiseOn(text) : t.raiseOff(text))
        this.change(words => words.without("height").withAll("extrude", ranges.slice(0, 1)))
    }

    setHeight(metres) {
        this.change(words => metres === null ? words.without("height") : words.without("extrude").with("height", metres))
    }

    /** The number of the last stroke that is still there; null for none. */
    lastStroke() {
        const dropped = new Set(this.words.all("drop-stroke").map(Number))
        for (let n = this.runs[0]?.coming.strokes ?? 0; n > 0; n -= 1) if (!dropped.has(n)) return n
        return null
    }

    undo() {
        const stroke = this.lastStroke()
        if (stroke === null) {
            say(t.nothingToUndo)
            return
        }
        say(t.undone(stroke))
        this.change(words => words.adding("drop-stroke", stroke))
    }

    restart() {
        say(t.restarted)
        this.goTo(this.words.only([]), null)
    }

    // MARK: - Playing

    get isPlaying() { return this.screen.isPlaying }
    togglePlaying() { this.screen.togglePlaying() }
    setSpeed(speed) { this.screen.setSpeed(speed) }
    seek(index) { this.screen.seek(this.frames.clamp(index)) }

    step(by) {
        this.screen.pause()
        this.seek(this.screen.target + by)
    }

    /** A frame is on the screen. */
    shown(index) {
        this.index = index
        this.tell("frame", index)
        clearTimeout(this.timer)
        if (!this.isPlaying) {
            this.timer = setTimeout(() => {
                note({ view: "play", name: this.name, words: this.words, beside: this.beside, time: this.frames.time(this.index) })
            }, SETTLED)
        }
    }

    close() {
        clearTimeout(this.timer)
        clearTimeout(this.dataTimer)
        for (const run of this.runs) run?.close()
        for (const part of this.parts) part.close?.()
        this.screen.close()
        this.measure.close()
    }
}
