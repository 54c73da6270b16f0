// What the session knows of the room, laid over the film: planes with their grid, and the focus square.
import { Lines } from "./lines.js"
import { FOCUS, LEVEL, UPRIGHT } from "./looks.js"

/** Metres between the lines of a grid; more lines than this are not seen for what they are. */
const STEP = 0.05
const MOST = 400

/** Shares of the focus square's side: of the closed one, of the gap in an open side. */
const CLOSED = 0.97
const GAP = 0.35

/** Pieces no longer than this follow a lens, metres. */
const PIECE = 0.04

export class WorldOverlay {
    constructor(stage) {
        this.stage = stage
        const uniforms = stage.uniforms
        const line = (colour, opacity, width, order) => new Lines(uniforms, { colour, opacity, width, order })
        this.grids = [line(LEVEL, 0.3, 1, 1), line(UPRIGHT, 0.3, 1, 1)]
        this.outlines = [line(LEVEL, 0.9, 2, 2), line(UPRIGHT, 0.9, 2, 2)]
        this.square = line(FOCUS, 0.95, 2.5, 8)
        this.lines = [...this.grids, ...this.outlines, this.square]
        for (const each of this.lines) stage.add(each.object)
        this.planes = undefined
    }

    update(index, data) {
        const planes = data.planesAt(index)
        const isOther = planes !== this.planes
        if (isOther) this.layPlanes(planes ?? new Map())
        this.planes = planes
        this.laySquare(data.frame(index)?.q)
        for (const each of this.lines) each.update(this.stage.ratio, each.count, isOther || each === this.square)
    }

    layPlanes(planes) {
        for (const each of [...this.grids, ...this.outlines]) each.clear()
        for (const plane of planes.values()) {
            const kind = plane.vertical ? 1 : 0
            if (plane.outline.length < 3) continue
            const world = ([x, z]) => apply(plane.m, [x, 0, z])
            plane.outline.forEach((corner, k) => {
                this.lay(this.outlines[kind], world(corner), world(plane.outline[(k + 1) % plane.outline.length]))
            })
            for (const [a, b] of gridLines(plane.outline)) this.lay(this.grids[kind], world(a), world(b))
        }
    }

    lay(lines, a, b) {
        const length = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        if (this.stage.recording.distortion) lines.addBent(a, b, Math.max(1, Math.min(40, Math.ceil(length / PIECE))))
        else lines.add(a, b)
    }

    laySquare(square) {
        this.square.clear()
        if (!square) return
        // Its axes are as long as it is wide.
        const isClosed = square.on === "plane"
        const half = (isClosed ? CLOSED : 1) / 2
        const gap = isClosed ? 0 : GAP
        const world = (x, z) => apply(square.m, [x * half, 0, z * half])
        for (const [dx, dz] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            for (const s of [-1, 1]) this.lay(this.square, world(dx + dz * s, dz + dx * s), world(dx + dz * s * gap, dz + dx * s * gap))
        }
    }

    dispose() {
        for (const each of this.lines) {
            this.stage.remove(each.object)
            each.dispose()
        }
    }
}

function apply(m, [x, y, z]) {
    return [0, 1, 2].map(row => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

/** Lines along x and z inside of a convex outline. */
function gridLines(outline) {
    const found = []
    const low = axis => Math.min(...outline.map(p => p[axis]))
    const high = axis => Math.max(...outline.map(p => p[axis]))
    if ((high(0) - low(0) + high(1) - low(1)) / STEP > MOST) return found
    for (const axis of [0, 1]) {
        for (let k = Math.ceil(low(axis) / STEP); k * STEP <= high(axis); k += 1) {
            const at = k * STEP
            const crossings = []
            outline.forEach((a, i) => {
                const b = outline[(i + 1) % outline.length]
                if ((a[axis] < at) === (b[axis] < at)) return
                const t = (at - a[axis]) / (b[axis] - a[axis])
                crossings.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
            })
            if (crossings.length < 2) continue
            crossings.sort((a, b) => a[1 - axis] - b[1 - axis])
            found.push([crossings[0], crossings[crossings.length - 1]])
        }
    }
    return found
}
