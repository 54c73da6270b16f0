// A film's pictures as the decoder left them, brightness and colour apart. Where pixels are drawn by the processor and not by a graphics
// card, handing these over and mixing them in the shader costs a fraction of what the browser's own conversion does.

/** Turns brightness and colour into red, green and blue: shares of blue and red in brightness, by the film's matrix. */
const SHARES = { bt709: [0.2126, 0.0722], smpte170m: [0.299, 0.114], bt470bg: [0.299, 0.114], "bt2020-ncl": [0.2627, 0.0593] }

export class VideoPlanes {
    constructor() {
        this.buffers = [null, null]
        this.turn = 0
        this.isBusy = false
        this.waiting = null
    }

    static get isPossible() { return typeof VideoFrame === "function" }

    /** Reads the picture that a video shows and gives it to `done`, or null where that cannot be; of several in a hurry the last one. */
    take(video, done) {
        let frame
        try {
            frame = new VideoFrame(video)
        } catch {
            // The video has no picture at this moment.
            done(null)
            return
        }
        if (this.isBusy) {
            this.waiting?.frame.close()
            this.waiting = { frame, done }
        } else this.read(frame, done)
    }

    async read(frame, done) {
        this.isBusy = true
        let picture = null
        try {
            if (frame.format === "I420" || frame.format === "NV12") picture = await this.copy(frame)
        } catch {
            // The frame was taken away while it was read: the next one will do.
        }
        frame.close()
        this.isBusy = false
        if (this.isClosed) return
        done(picture)
        const next = this.waiting
        this.waiting = null
        if (next) this.read(next.frame, next.done)
    }

    async copy(frame) {
        const size = frame.allocationSize()
        // Two in turn: the card may still read the last one.
        this.turn = 1 - this.turn
        if (this.buffers[this.turn]?.length !== size) this.buffers[this.turn] = new Uint8Array(size)
        const data = this.buffers[this.turn]
        const { width, height } = frame.visibleRect
        const { matrix, fullRange } = frame.colorSpace
        const layout = await frame.copyTo(data)
        const isPacked = frame.format === "NV12"
        const rows = k => k === 0 ? height : Math.ceil(height / 2)
        return {
            isPacked, width, height, mix: mixOf(SHARES[matrix] ?? SHARES.bt709, fullRange === true),
            planes: layout.map(({ offset, stride }, k) => ({
                data: data.subarray(offset, offset + stride * rows(k)), height: rows(k), width: k > 0 && isPacked ? stride / 2 : stride,
                // What of a line is picture.
                share: (k === 0 ? width : Math.ceil(width / 2)) / (k > 0 && isPacked ? stride / 2 : stride),
            })),
        }
    }

    close() {
        this.isClosed = true
        this.waiting?.frame.close()
        this.waiting = null
    }
}

/** The matrix, in columns, and the offset that turn (y, u, v) in 0…1 into colours: rgb = matrix · (yuv − offset). */
function mixOf([red, blue], isFull) {
    const green = 1 - red - blue
    const y = isFull ? 1 : 255 / 219
    const c = isFull ? 1 : 255 / 224
    const u = 2 * (1 - blue) * c
    const v = 2 * (1 - red) * c
    return { offset: [isFull ? 0 : 16 / 255, 128 / 255, 128 / 255], matrix: [y, y, y, 0, -u * blue / green, u, v, -v * red / green, 0] }
}
