// What the server found in one run, frame by frame, as far as it has come.
const UP = [0, 1, 0]

/** A frame whose pen leaves a line. */
const DRAWS = new Set(["drawn", "already_there"])

export class RunData {
    constructor() {
        this.start = null
        this.seeds = []
        this.clear()
    }

    clear() {
        this.count = 0
        this.frames = []
        this.planes = []
        // Points are only added, until the planes under them move: then all are told anew, and begin another list.
        this.drawings = [{ from: 0, points: [], until: [] }]
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

    /** Takes frames; planes are as they are at the last of them. What was here before, as after the server came back, is replaced. */
    take({ frames, planes }) {
        if (!frames.length) return
        if (frames[0].i < this.count) this.forget(frames[0].i)
        if (planes) this.planes.push({ from: frames[frames.length - 1].i, planes: new Map(planes.map(plane => [plane.id, plane])) })
        for (const frame of frames) this.add(frame)
    }

    frame(i) { return i < this.count ? this.frames[i] : null }

    /** The box of a tap at a frame: known before anything was tracked. */
    seed(i) { return this.seeds.find(seed => seed.frame === i) ?? null }

    /** The planes as they were known at a frame, by identifier; null before the first. */
    planesAt(i) { return lastFrom(this.planes, i)?.planes ?? null }

    /** The points that stood at a frame: the first `count` of a list that only grows. */
    drawingAt(i) {
        const drawing = lastFrom(this.drawings, i)
        const last = Math.min(i, this.count - 1) - drawing.from
        return { points: drawing.points, count: last >= 0 ? drawing.until[last] : 0 }
    }

    /** How many pieces the pen's way had at a frame. */
    wayAt(i) { return this.count ? this.wayUntil[Math.min(i, this.count - 1)] : 0 }

    /** How many points there are now. */
    get pointCount() { return this.drawings[this.drawings.length - 1].points.length }

    get isDone() { return this.end !== null }

    add(frame) {
        const last = this.frames[this.count - 1]
        // Words and height are sent when they change.
        frame.words ??= last?.words
        frame.h ??= last?.h
        if (frame.r) this.drawings.push({ from: frame.i, points: [], until: [] })
        const drawing = this.drawings[this.drawings.length - 1]
        for (const [stroke, x, y, z, plane] of frame.n ?? []) {
            drawing.points.push({ place: [x, y, z], normal: this.normal(plane, frame.i), stroke })
            this.strokes = Math.max(this.strokes, stroke)
        }
        drawing.until[frame.i - drawing.from] = drawing.points.length
        if (last?.w && frame.w && DRAWS.has(last.o) && DRAWS.has(frame.o)) {
            this.way.push({ from: last.w, to: frame.w, stroke: drawing.points[drawing.points.length - 1]?.stroke ?? 1 })
        }
        this.wayUntil[frame.i] = this.way.length
        this.frames[frame.i] = frame
        this.count = frame.i + 1
    }

    normal(plane, i) {
        const m = this.planesAt(i)?.get(plane)?.m
        return m ? [m[4], m[5], m[6]] : UP
    }

    forget(from) {
        this.count = from
        this.frames.length = from
        this.way.length = from > 0 ? this.wayUntil[from - 1] : 0
        this.planes = this.planes.filter(entry => entry.from < from)
        this.drawings = this.drawings.filter(drawing => drawing.from < from || drawing.from === 0)
        const drawing = this.drawings[this.drawings.length - 1]
        drawing.until.length = Math.max(from - drawing.from, 0)
        drawing.points = drawing.points.slice(0, drawing.until[drawing.until.length - 1] ?? 0)
        this.end = null
    }
}

/** The last of some entries that holds at a frame. */
function lastFrom(entries, i) {
    for (let k = entries.length - 1; k >= 0; k -= 1) if (entries[k].from <= i) return entries[k]
    return null
}
