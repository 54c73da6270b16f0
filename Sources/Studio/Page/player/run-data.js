// What the server found in one run, frame by frame, as far as it has come.
import { PALETTE } from "./points.js"

const UP = [0, 1, 0]

/** A frame whose pen leaves a line. */
const DRAWS = new Set(["drawn", "already_there"])

export class RunData {
    constructor() {
        this.start = null
        this.seeds = []
        this.end = null
        this.clear()
    }

    clear() {
        this.count = 0
        this.frames = []
        this.planes = []
        this.points = []
        this.pointsUntil = []
        this.way = []
        this.wayUntil = []
        this.strokes = 0
        this.end = null
    }

    /** Takes the beginning of a stream; the same again after a reconnection. */
    begin(start) {
        this.start = start
        this.seeds = start.seeds ?? []
    }

    /** Takes frames. Those that were here before, as after the server came back, take the place of what was there. */
    take({ frames, planes }) {
        if (!frames.length) return
        if (frames[0].i < this.count) this.forget(frames[0].i)
        if (planes) this.planes.push({ from: frames[0].i, planes: new Map(planes.map(plane => [plane.id, plane])) })
        for (const frame of frames) this.add(frame)
    }

    frame(i) { return i < this.count ? this.frames[i] : null }

    /** The box of a tap at a frame: known before anything was tracked. */
    seed(i) { return this.seeds.find(seed => seed.frame === i) ?? null }

    /** The planes as they were known at a frame, by identifier. */
    planesAt(i) {
        for (let k = this.planes.length - 1; k >= 0; k -= 1) if (this.planes[k].from <= i) return this.planes[k].planes
        return new Map()
    }

    /** How many points stood at a frame, and how many pieces of the pen's way. */
    pointsAt(i) { return this.count ? this.pointsUntil[Math.min(i, this.count - 1)] : 0 }
    wayAt(i) { return this.count ? this.wayUntil[Math.min(i, this.count - 1)] : 0 }

    get isDone() { return this.end !== null }

    add(frame) {
        const last = this.frames[this.count - 1]
        // Words and height are sent when they change.
        frame.words ??= last && last.o === frame.o ? last.words : undefined
        frame.h ??= last?.h
        if (last?.w && frame.w && DRAWS.has(last.o) && DRAWS.has(frame.o)) this.way.push([last.w, frame.w])
        for (const [stroke, x, y, z, plane] of frame.n ?? []) {
            this.points.push({ place: [x, y, z], normal: this.normal(plane, frame.i), colour: PALETTE[stroke % PALETTE.length], stroke })
            this.strokes = Math.max(this.strokes, stroke + 1)
        }
        this.frames[frame.i] = frame
        this.count = frame.i + 1
        this.pointsUntil[frame.i] = this.points.length
        this.wayUntil[frame.i] = this.way.length
    }

    normal(plane, i) {
        const m = this.planesAt(i).get(plane)?.m
        return m ? [m[4], m[5], m[6]] : UP
    }

    forget(from) {
        this.count = from
        this.frames.length = from
        this.points.length = from > 0 ? this.pointsUntil[from - 1] : 0
        this.way.length = from > 0 ? this.wayUntil[from - 1] : 0
        this.planes = this.planes.filter(entry => entry.from < from)
        this.end = null
    }
}
