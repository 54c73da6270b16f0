// The film on its canvas: pictures from their source, the overlay of the same frame, playing and seeking.
import { failureNote, h } from "../dom.js"
import { texts } from "../texts.js"
import { Aim } from "./aim.js"
import { FilmCanvas } from "./film-canvas.js"
import { RunOverlay } from "./run-overlay.js"
import { openSource } from "./source.js"
import { PictureSource } from "./picture-source.js"
import { Stage } from "./stage.js"
import { WorldOverlay } from "./world-overlay.js"

const t = texts.player

export class Screen {
    constructor(player) {
        this.player = player
        this.stop = new AbortController()
        this.canvas = h("canvas", { tabindex: 0, role: "application", "aria-label": t.stage })
        const film = h("canvas", { class: "film", "aria-hidden": "true" })
        this.film = new FilmCanvas(film, player.recording.view_from_image)
        this.message = h("p", { class: "over", role: "status" })
        this.frame = h("div", { class: "frame" }, film, this.canvas, this.message)
        this.notes = h("div", { class: "stack tight" })
        this.element = h("section", { class: "screen", "aria-label": t.filmPart }, h("div", { class: "stage" }, this.frame), this.notes)
        if (player.recording.problem) this.notes.append(h("p", { class: "note warn" }, player.recording.problem))
        const [width, height] = player.recording.view
        this.frame.style.setProperty("--aspect", String(width / height))
        this.source = null
        this.speed = 1
        this.target = player.index
        this.overlays = []
        this.runs = []
        try {
            this.stage = new Stage(this.canvas, this.film, player.recording, player.frames)
            this.world = new WorldOverlay(this.stage)
            this.stage.onneed = () => this.redraw()
            this.stage.onlost = isLost => this.say(isLost ? t.lostContext : "")
        } catch (failure) {
            // Without 3D there is no film to tap, and everything else goes on.
            this.stage = null
            this.canvas.hidden = film.hidden = true
            this.notes.append(failureNote({ message: t.noWebGL, help: t.noWebGLHelp }))
        }
        this.aim = new Aim(this.frame, this.canvas, player, (place, pressed) => player.tap(place, pressed))
    }

    get options() { return { signal: this.stop.signal } }

    /** Opens the pictures and shows a frame. */
    async begin(index) {
        this.say(t.opening)
        this.player.shown(index)
        if (!this.stage) { this.say(""); return }
        try {
            const { source, isFallback } = await openSource(this.player.recording, this.player.frames, this.options)
            if (this.stop.signal.aborted) { source.close(); return }
            if (isFallback) this.notes.append(h("p", { class: "note warn" }, t.fallback))
            this.use(source)
        } catch (failure) {
            if (this.stop.signal.aborted) return
            this.say("")
            this.notes.append(failureNote({ message: t.noPictures, help: t.noPicturesHelp }))
        }
    }

    use(source) {
        this.source = source
        if (source.element) this.frame.prepend(source.element)
        source.setSpeed(this.speed)
        source.onframe = frame => this.pictured(frame)
        source.onpause = () => this.paused()
        source.onfailure = () => this.fallBack()
        source.seek(this.target)
        this.hint()
    }

    /** The film stopped being playable on the way: pictures one by one go on where it was. */
    async fallBack() {
        const isLast = this.source instanceof PictureSource
        this.source.close()
        this.source = null
        this.paused()
        if (!isLast) {
            try {
                this.use(await PictureSource.open(this.player.recording, this.player.frames, this.options))
                this.notes.append(h("p", { class: "note warn" }, t.fallback))
                return
            } catch {
                // Neither film nor pictures: said below.
            }
        }
        if (!this.stop.signal.aborted) this.notes.append(failureNote({ message: t.noPictures, help: t.noPicturesHelp }))
    }

    /** Overlays for as many runs as there are. */
    setRuns(runs) {
        if (!this.stage) return
        this.runs = runs
        while (this.overlays.length > runs.length) this.overlays.pop().dispose()
        while (this.overlays.length < runs.length) {
            const isBeside = this.overlays.length > 0
            this.overlays.push(new RunOverlay(this.stage, { isBeside }))
            this.stage.warm()
        }
        this.overlays.forEach((overlay, k) => { overlay.letter = runs.length > 1 ? [t.runA, t.runB][k] : "" })
        this.hint()
    }

    /** Says what to do where nothing was tapped yet. */
    hint() {
        const isEmpty = this.runs.length > 0 && this.runs.every(run => run === null)
        if (this.source) this.say(this.player.isWaitingForTip ? t.tapTip : isEmpty ? t.tapHere : "")
    }

    say(words) {
        if (this.message.textContent !== words) this.message.textContent = words
        this.message.hidden = !words
    }

    // MARK: - Frames

    pictured({ index, lateness, pictured }) {
        this.picture = true
        this.isPictured = pictured
        // Unless another frame was asked for meanwhile, steps count from the one on show.
        if (this.source.target === null) this.target = index
        const frameTime = 1000 / (this.player.recording.rate || 30) / this.speed
        this.draw(index, true)
        if (this.isPlaying) this.player.measure.played(index, lateness, frameTime)
        this.player.shown(index)
    }

    /** Draws the shown frame again soon, once however often it is asked for. */
    redraw() {
        if (!this.stage) return
        this.request ??= requestAnimationFrame(() => {
            this.request = null
            this.draw(this.player.index, false)
        })
    }

    draw(index, isNewPicture) {
        if (!this.stage) return
        if (isNewPicture || this.film.isStale) this.film.draw(this.source?.image)
        let seed = null
        this.overlays.forEach((overlay, k) => {
            const run = this.runs[k]
            overlay.group.visible = run !== null
            if (!run) return
            overlay.gate = run.shown.start?.gate ?? this.player.gateOf(run.words)
            const tapped = overlay.update(index, run.at(index), run.coming, run.looks)
            if (k === 0) seed = tapped
        })
        const first = this.runs.find(Boolean)
        if (first) this.world.update(index, first.at(index))
        this.stage.draw(index)
        this.player.measure.drawn(index, this.player.frames.time(index), this.isPictured ?? false, seed)
    }

    viewPoint(event) { return this.stage.viewPoint(event) }

    // MARK: - Playing

    get isPlaying() { return this.source?.isPlaying ?? false }

    togglePlaying() {
        if (!this.source) return
        if (this.isPlaying) this.source.pause()
        else this.play()
    }

    play() {
        if (this.target >= this.player.frames.count - 1) this.seek(0)
        this.player.measure.started(this.speed, this.target)
        this.source.play()
        this.player.tell("playing", true)
    }

    pause() { if (this.isPlaying) this.source.pause() }

    paused() {
        this.player.measure.stopped()
        this.player.tell("playing", false)
        this.player.shown(this.player.index)
    }

    setSpeed(speed) {
        this.speed = speed
        this.source?.setSpeed(speed)
    }

    seek(index) {
        this.target = index
        if (this.source) this.source.seek(index)
        else this.player.shown(index)
    }

    close() {
        this.stop.abort()
        cancelAnimationFrame(this.request)
        this.aim.close()
        this.source?.close()
        if (!this.stage) return
        if (!this.stage.wasLost) {
            for (const overlay of this.overlays) overlay.dispose()
            this.world.dispose()
        }
        this.stage.close()
    }
}
