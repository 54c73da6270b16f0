// A run: words of the command line and what the server streams for them. What was there stays on show until the new has come as far.
import { listen, recordingPath, withQuery } from "../api.js"
import { RunData } from "./run-data.js"
import { StrokeLooks } from "./stroke-looks.js"

export class Run {
    /** `onchange(what)` is called after "start", "wait", "frames", "end", "failed" and "lost". */
    constructor(name, onchange) {
        this.name = name
        this.onchange = onchange
        this.words = null
        this.shown = new RunData()
        this.coming = this.shown
        this.reset()
    }

    reset() {
        this.ahead = null
        this.failure = null
        this.isLost = false
    }

    /** Follows other words. */
    follow(words) {
        if (this.words !== null && this.words.equals(words)) return
        this.stream?.close()
        this.words = words
        this.looks = new StrokeLooks(words)
        this.coming = new RunData()
        this.reset()
        this.stream = listen(withQuery(recordingPath(this.name, "draw"), words), {
            start: data => {
                this.coming.begin(data)
                this.ahead = null
                this.onchange("start", this)
            },
            wait: data => { this.ahead = data.ahead; this.onchange("wait", this) },
            frames: data => {
                this.ahead = null
                this.coming.take(data)
                this.onchange("frames", this)
            },
            end: data => {
                this.coming.end = data
                this.shown = this.coming
                this.stream.close()
                this.onchange("end", this)
            },
            failed: data => {
                this.failure = data
                this.stream.close()
                this.onchange("failed", this)
            },
            lost: isLost => { this.isLost = isLost; this.onchange("lost", this) },
        })
    }

    /** What to show at a frame: the old drawing until the new one has come this far. */
    at(i) {
        // Where nothing was shown before, what has come so far is better than nothing.
        const isBetter = this.coming.count > i || this.coming.isDone || this.shown.count === 0
        if (isBetter) this.shown = this.coming
        return this.shown
    }

    /** Whether frames are still to come. */
    get isRunning() { return this.failure === null && !this.coming.isDone }

    close() { this.stream?.close() }
}
