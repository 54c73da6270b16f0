// Pictures of a recording one by one: for folders of pictures, and for films that the browser cannot play.
import { recordingPath } from "../api.js"

/** Pictures asked for ahead of the play head, at once, and kept. */
const AHEAD = 12
const AT_ONCE = 3
const KEPT = 30

export class PictureSource {
    static async open(recording, frames, { signal }) {
        const source = new PictureSource(recording, frames)
        signal.addEventListener("abort", () => source.close(), { once: true })
        await source.load(0)
        return source
    }

    constructor(recording, frames) {
        this.prefix = (recording.pictures ?? recordingPath(recording.name, "pictures")).replace(/\/$/, "")
        this.frames = frames
        this.size = recording.image
        this.speed = 1
        this.index = 0
        this.isPlaying = false
        this.isClosed = false
        this.pictures = new Map()
        this.asked = new Map()
        // Without a film each frame is a picture of its own.
        this.hasFilm = frames.byFilm.size > 0
        this.failures = 0
        this.target = null
        /** The frame whose picture was shown last, and seconds that a picture takes to come. */
        this.shown = -1
        this.latency = 0
        this.image = null
        this.onframe = () => {}
        this.onpause = () => {}
        this.onfailure = () => {}
    }

    get width() { return this.image?.width ?? this.size[0] }
    get height() { return this.image?.height ?? this.size[1] }

    play() {
        if (this.isPlaying) return
        this.isPlaying = true
        this.begin()
        const tick = () => {
            if (!this.isPlaying || this.isClosed) return
            this.advance()
            if (this.isPlaying) this.request = requestAnimationFrame(tick)
        }
        this.request = requestAnimationFrame(tick)
    }

    pause() {
        if (!this.isPlaying) return
        this.isPlaying = false
        cancelAnimationFrame(this.request)
        this.onpause()
    }

    setSpeed(speed) {
        this.speed = speed
        this.begin()
    }

    seek(index) {
        this.index = index
        this.shown = -1
        this.begin()
        this.target = index
        this.show(index, 0) || this.fill()
    }

    close() {
        this.isClosed = true
        this.isPlaying = false
        cancelAnimationFrame(this.request)
        for (const stop of this.asked.values()) stop.abort()
        for (const picture of this.pictures.values()) picture.close()
        this.pictures.clear()
        this.image = null
    }

    /** Playing counts from here: this frame is on now. */
    begin() {
        this.origin = { wall: performance.now(), time: this.frames.time(this.index) }
    }

    advance() {
        const time = this.origin.time + (performance.now() - this.origin.wall) / 1000 * this.speed
        const index = this.frames.at(time)
        // The play head goes on; the newest picture that is there and due is shown, with the overlay of its own frame.
        this.index = index
        const due = [...this.pictures.keys()].filter(key => key > this.shown && key <= index)
        if (due.length) {
            const newest = Math.max(...due)
            const wall = this.origin.wall + (this.frames.time(newest) - this.origin.time) / this.speed * 1000
            this.show(newest, performance.now() - wall)
        }
        this.fill()
        if (index >= this.frames.count - 1) this.pause()
    }

    /** Shows a frame if its picture is there. */
    show(index, lateness) {
        const picture = this.pictures.get(this.number(index))
        if (!picture) return false
        this.target = null
        this.shown = index
        this.image = picture
        this.onframe({ index, lateness, pictured: this.number(index) === index })
        return true
    }

    /** Asks for the pictures that come next: while it plays only for those that can be there in time, and as many as can be. */
    fill() {
        const rate = (this.frames.count - 1) / (this.frames.end - this.frames.time(0)) || 30
        const late = this.isPlaying ? this.latency * rate * this.speed : 0
        const stride = Math.max(1, Math.ceil(late / AT_ONCE))
        for (let k = 0; k < AHEAD && this.asked.size < AT_ONCE; k += 1) {
            const index = this.index + (stride > 1 ? Math.ceil(late) : 0) + k * stride
            if (index >= this.frames.count) break
            const number = this.number(index)
            if (!this.pictures.has(number) && !this.asked.has(number)) this.load(index).catch(() => {})
        }
    }

    /** The number of the picture of a frame, which counts as frames do; of one without a picture that of the last one before it. */
    number(index) {
        if (!this.hasFilm) return index
        for (let k = index; k >= 0; k -= 1) if (this.frames.film(k) >= 0) return k
        return 0
    }

    async load(index) {
        const number = this.number(index)
        const begun = performance.now()
        const stop = new AbortController()
        this.asked.set(number, stop)
        try {
            const answer = await fetch(`${this.prefix}/${number}`, { signal: stop.signal })
            if (!answer.ok) throw new Error(String(answer.status))
            const picture = await createImageBitmap(await answer.blob())
            if (this.isClosed) { picture.close(); return }
            this.keep(number, picture)
            this.latency += ((performance.now() - begun) / 1000 - this.latency) * 0.3
            this.failures = 0
        } catch (failure) {
            if (this.isClosed) return
            this.failures += 1
            if (this.failures > 3) this.onfailure()
            throw failure
        } finally {
            this.asked.delete(number)
        }
        if (this.target !== null && this.number(this.target) === number) this.show(this.target, 0)
        if (this.failures <= 3) this.fill()
    }

    /** Keeps a picture, and lets those go that are farthest from the play head. */
    keep(number, picture) {
        this.pictures.get(number)?.close()
        this.pictures.set(number, picture)
        this.image ??= picture
        // What lies behind counts three times as far; the one on show stays.
        const away = key => {
            if (this.pictures.get(key) === this.image) return -1
            return key < this.index ? (this.index - key) * 3 : key - this.index
        }
        while (this.pictures.size > KEPT) {
            const farthest = [...this.pictures.keys()].reduce((a, b) => away(a) > away(b) ? a : b)
            this.pictures.get(farthest).close()
            this.pictures.delete(farthest)
        }
    }
}
