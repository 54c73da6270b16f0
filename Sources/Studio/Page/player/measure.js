// What tests read of the page at work, as `window.airdraw`: nothing here changes what the page does.
//
// - `taps`: for each tap `{frame, text, pressed, sent, answered, drawn}`, milliseconds of the page's clock: when the pointer went up, when
//   the new words went out, when the stream gave the box of the tap, and when that box was first drawn.
// - `playing`: for each stretch of playing `{speed, expected, shown, late, seconds}`: frames that were due, frames that were drawn, and
//   of those the ones drawn later than one frame's time after they were due.
// - `shown`: `{index, time, pictured}`: the frame that is drawn now, and whether its own picture is under it.
// - `project(x, y, z)`: where the shaders' numbers put a point of the world in the view, view points; null behind the camera.
// - `probe(x, y, z)`: a promise of where the graphics card drew such a point, view points, read from its pixels; null outside of the view.
// - `runs`: frames received so far, and whether all are there, of each run.
// - `draws`: how often the canvas was drawn.
import * as page from "../measure.js"

export class Measure {
    constructor() {
        this.taps = []
        this.playing = []
        this.shown = { index: -1, time: 0, pictured: false }
        this.draws = 0
        this.runs = []
        this.tap = null
        this.stretch = null
        page.expose(this)
    }

    /** Runs whose frames are counted; null for one that nothing was tapped for. */
    follow(runs) {
        this.runs = runs.map(run => ({
            get received() { return run?.coming.count ?? 0 },
            get isDone() { return run?.coming.isDone ?? false },
        }))
    }

    /** A tap was made; the box that answers it is waited for. */
    tapped(frame, text, pressed) {
        this.tap = { frame, text, pressed, sent: performance.now(), answered: null, drawn: null }
        this.taps.push(this.tap)
    }

    /** Boxes of taps came from the server. */
    answered(seeds) {
        if (this.tap && this.tap.answered === null && seeds.some(seed => seed.frame === this.tap.frame)) {
            this.tap.answered = performance.now()
        }
    }

    /** A frame was drawn, with the box of a tap on it or without. */
    drawn(index, time, pictured, seedFrame) {
        this.draws += 1
        this.shown = { index, time, pictured }
        if (this.tap && this.tap.answered !== null && this.tap.drawn === null && seedFrame === this.tap.frame) {
            this.tap.drawn = performance.now()
            this.tap = null
        }
    }

    started(speed, index) { this.stretch = { speed, from: index, last: index, expected: 1, shown: 1, late: 0, begun: performance.now(), seconds: 0 } }

    /** A picture was shown while playing; `lateness` is milliseconds past the time at which it was due. */
    played(index, lateness, frameTime) {
        const now = this.stretch
        if (!now || index === now.last) return
        now.last = index
        now.shown += 1
        now.expected = index - now.from + 1
        if (lateness > frameTime) now.late += 1
        now.seconds = (performance.now() - now.begun) / 1000
    }

    stopped() {
        if (this.stretch && this.stretch.shown > 1) this.playing.push(this.stretch)
        this.stretch = null
    }

    close() { page.expose(null) }
}
