// A film that the browser decodes. Which picture is on is known from the film itself, not from a clock.
import { request } from "../api.js"

/** Films up to this size are held whole, so that seeking asks nobody, bytes. */
const HELD = 200e6

/** Without a picture so long after a jump the one on show counts as the one that was asked for, milliseconds. */
const PATIENCE = 200

export class FilmSource {
    /** Opens the film of a recording; throws when the browser cannot play it. */
    static async open(recording, frames, { signal }) {
        let url = recording.film.url
        let blob = null
        if (recording.film.bytes <= HELD) {
            blob = URL.createObjectURL(await (await request(url, { signal })).blob())
            url = blob
        }
        const video = document.createElement("video")
        const release = () => {
            video.removeAttribute("src")
            video.load()
            if (blob) URL.revokeObjectURL(blob)
        }
        try {
            if (!video.requestVideoFrameCallback) throw new Error("no frame callbacks")
            Object.assign(video, { muted: true, playsInline: true, preload: "auto" })
            await new Promise((ready, fail) => {
                video.onloadeddata = ready
                video.onerror = () => fail(new Error(video.error?.message || "cannot be played"))
                signal.addEventListener("abort", () => fail(new DOMException("closed", "AbortError")), { once: true })
                video.src = url
            })
            video.onerror = null
            if (!video.videoWidth) throw new Error("no pictures")
        } catch (failure) {
            release()
            throw failure
        }
        return new FilmSource(video, recording.film.rate, frames, release)
    }

    constructor(video, rate, frames, release) {
        this.video = video
        this.rate = rate
        this.frames = frames
        this.release = release
        this.image = video
        /** What has to be on the page for the film to play in time, under everything: the browser holds back films that nobody sees. */
        this.element = video
        video.className = "source"
        this.speed = 1
        this.index = 0
        this.target = null
        this.isSeeking = false
        this.isClosed = false
        /** Called with `{index, lateness, pictured}` for each picture that is to be drawn. */
        this.onframe = () => {}
        this.onpause = () => {}
        this.onfailure = () => {}
        video.onended = () => this.onpause()
        video.onpause = () => this.onpause()
        video.onerror = () => this.onfailure()
        video.onseeked = () => this.seeked()
        this.listen()
    }

    get width() { return this.video.videoWidth }
    get height() { return this.video.videoHeight }
    get isPlaying() { return !this.video.paused && !this.video.ended }

    async play() {
        this.target = null
        this.video.playbackRate = this.speed
        try {
            await this.video.play()
        } catch (failure) {
            // A pause that comes before the first picture ends the waiting; that is no failure.
            if (failure.name !== "AbortError") this.onfailure()
        }
    }

    pause() { this.video.pause() }

    setSpeed(speed) {
        this.speed = speed
        this.video.playbackRate = speed
    }

    /** Shows a frame; of many that are asked for in a hurry only the last is looked up. */
    seek(index) {
        this.target = index
        if (!this.isSeeking) this.jump()
    }

    close() {
        this.isClosed = true
        clearTimeout(this.timer)
        this.video.onpause = this.video.onended = this.video.onerror = this.video.onseeked = null
        this.video.pause()
        this.video.remove()
        this.release()
    }

    jump() {
        this.isSeeking = true
        this.jumping = this.target
        // The middle of the picture's time: its edges are rounded differently from film to film.
        this.video.currentTime = (this.frames.filmAtOrBefore(this.target) + 0.5) / this.rate
    }

    seeked() {
        this.isSeeking = false
        if (this.target !== null && this.target !== this.jumping) {
            this.jump()
            return
        }
        clearTimeout(this.timer)
        this.timer = setTimeout(() => this.arrive(), PATIENCE)
    }

    /** The picture of a jump is there. */
    arrive() {
        clearTimeout(this.timer)
        if (this.target === null || this.isClosed) return
        this.index = this.target
        this.target = null
        this.give(this.index, this.frames.film(this.index) >= 0, performance.now())
    }

    /** Gives a picture on to be drawn; `due` is when it should be seen, milliseconds of the page's clock. */
    give(index, pictured, due) {
        this.onframe({ index, pictured, lateness: Math.max(0, performance.now() - due) })
    }

    listen() {
        this.video.requestVideoFrameCallback((now, { mediaTime, expectedDisplayTime }) => {
            if (this.isClosed) return
            this.listen()
            const film = Math.round(mediaTime * this.rate)
            if (this.target !== null) {
                if (film === this.frames.filmAtOrBefore(this.target)) this.arrive()
                return
            }
            this.index = this.frames.ofFilm(film)
            this.give(this.index, true, expectedDisplayTime)
        })
    }
}
