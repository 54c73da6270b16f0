// The frames table of a recording: when each frame is, which picture shows it, where its camera is and how it projects.
const NUMBERS = 36

/** What the numbers of a tracking state mean. */
export const STATES = ["normal", "limited", "not_available"]

export class FrameTable {
    /** @param {ArrayBuffer} bytes little-endian doubles, 36 a frame */
    constructor(bytes) {
        this.numbers = new Float64Array(bytes)
        this.count = Math.floor(this.numbers.length / NUMBERS)
        this.byFilm = new Map()
        for (let i = 0; i < this.count; i += 1) {
            const film = this.film(i)
            if (film >= 0 && !this.byFilm.has(film)) this.byFilm.set(film, i)
        }
    }

    /** When a frame is, seconds. */
    time(i) { return this.numbers[i * NUMBERS] }

    /** The number of the frame's picture in the film; -1 where it has none. */
    film(i) { return this.numbers[i * NUMBERS + 1] }

    state(i) { return STATES[this.numbers[i * NUMBERS + 2]] ?? STATES[2] }

    isInterrupted(i) { return this.numbers[i * NUMBERS + 3] === 1 }

    cameraFromWorld(i) { return this.numbers.subarray(i * NUMBERS + 4, i * NUMBERS + 20) }

    clipFromCamera(i) { return this.numbers.subarray(i * NUMBERS + 20, i * NUMBERS + 36) }

    get end() { return this.count ? this.time(this.count - 1) : 0 }

    clamp(i) { return Math.max(0, Math.min(this.count - 1, i)) }

    /** The first frame that is not earlier than a time, as taps and ranges are read; the last one after the end. */
    atOrAfter(time) {
        let low = 0
        let high = this.count
        while (low < high) {
            const middle = (low + high) >> 1
            if (this.time(middle) < time) low = middle + 1
            else high = middle
        }
        return this.clamp(low)
    }

    /** The last frame that is not later than a time: the one that is on at that time. */
    at(time) {
        const i = this.atOrAfter(time)
        return i > 0 && this.time(i) > time ? i - 1 : i
    }

    /** The frame of a picture of the film; the nearest earlier one where the table leaves it out. */
    ofFilm(film) {
        for (let n = film; n >= 0; n -= 1) {
            const i = this.byFilm.get(n)
            if (i !== undefined) return i
        }
        return 0
    }

    /** The number of the picture to show for a frame: its own, or the last one before it. */
    filmAtOrBefore(i) {
        for (let k = i; k >= 0; k -= 1) if (this.film(k) >= 0) return this.film(k)
        return 0
    }

    /** The shortest text of a time that the command line maps to this very frame: at the first frame that is not earlier. */
    timeText(i) {
        const before = i > 0 ? this.time(i - 1) : Number.NEGATIVE_INFINITY
        return shortestBetween(value => value > before && value <= this.time(i) && value >= 0, this.time(i), Math.floor)
    }

    /** The shortest text of a time that ends a range with this frame in it and not the next; later than `after` where that is given. */
    endText(i, after = Number.NEGATIVE_INFINITY) {
        const next = i + 1 < this.count ? this.time(i + 1) : Number.POSITIVE_INFINITY
        return shortestBetween(value => value >= this.time(i) && value < next && value > after, this.time(i), Math.ceil)
    }
}

/** The decimal number with the fewest digits that is good, seen from a value on. */
function shortestBetween(isGood, value, round) {
    for (let digits = 0; digits <= 15; digits += 1) {
        const scale = 10 ** digits
        for (const step of [0, round === Math.ceil ? 1 : -1]) {
            const text = ((round(value * scale) + step) / scale).toFixed(digits)
            if (isGood(Number(text))) return text
        }
    }
    return String(value)
}
