// What one run found, laid over the film: the drawing, the way of the pen, the box with its confidence, the pen.
import * as THREE from "/three/build/three.module.js"
import { Label } from "./label.js"
import { Lines } from "./lines.js"
import { BESIDE, MOODS, moodOf } from "./looks.js"
import { Points } from "./points.js"

/** Arms of the pen's cross and radius of its ring, CSS pixels; radius of the pen in the world, metres. */
const ARM = 8
const RING = 6
const PEN = 0.004

export class RunOverlay {
    /** The second run has `isBeside`: its own colour, dashes, and a letter at its box. */
    constructor(stage, { isBeside = false, letter = "" } = {}) {
        this.stage = stage
        this.isBeside = isBeside
        this.letter = letter
        const uniforms = stage.uniforms
        const order = isBeside ? 10 : 20
        const tint = isBeside ? BESIDE : MOODS.calm
        this.points = new Points(uniforms, { opacity: isBeside ? 0.55 : 1, order })
        this.way = new Lines(uniforms, { colour: tint, opacity: 0.7, width: 1, order: order + 1 })
        this.worldPen = new Lines(uniforms, { colour: isBeside ? BESIDE : "#ff3b30", width: 2.5, order: order + 2 })
        this.boxShadow = new Lines(uniforms, { colour: "#000000", opacity: 0.55, width: 4, onView: true, order: order + 3 })
        this.box = new Lines(uniforms, { colour: tint, width: 2, dash: isBeside ? 8 : 0, onView: true, order: order + 4 })
        this.crossShadow = new Lines(uniforms, { colour: "#000000", opacity: 0.7, width: 3, onView: true, order: order + 5 })
        this.cross = new Lines(uniforms, { colour: tint, width: 1.5, onView: true, order: order + 6 })
        this.label = new Label(uniforms, order + 7)
        this.lines = [this.way, this.worldPen, this.boxShadow, this.box, this.crossShadow, this.cross]
        this.group = new THREE.Group()
        this.group.add(this.points.object, ...this.lines.map(line => line.object), this.label.object)
        stage.add(this.group)
        this.gathered = {}
        this.gate = 0.5
    }

    /** Lays out a frame of a run: `shown` is what is on show, `coming` what is on its way. Gives the frame of a tap whose box is drawn. */
    update(index, shown, coming, looks) {
        const drawing = shown.drawingAt(index)
        this.gather(shown, drawing.points, looks)
        const scale = this.stage.ratio
        const frame = shown.frame(index)
        this.points.update(drawing.count, frame?.h ?? shown.frame(shown.count - 1)?.h)
        this.way.update(scale, shown.wayAt(index), this.isGrown)
        this.isGrown = false
        const seed = coming.seed(index) ?? shown.seed(index)
        const isNew = seed !== null && coming !== shown
        this.layBox(isNew || !frame?.b ? seed?.box ?? null : frame.b, isNew ? null : frame)
        this.layPen(isNew ? null : frame)
        for (const line of this.lines) if (line !== this.way) line.update(scale)
        return seed?.frame ?? null
    }

    /** Takes in points and ways that are new since the last time. */
    gather(data, points, looks) {
        const was = this.gathered
        if (points !== was.points || looks.key !== was.key || points.length < this.points.count) this.points.clear()
        if (data !== was.data || looks.key !== was.key || data.way.length < this.way.count) {
            this.way.clear()
            this.isGrown = true
        }
        this.gathered = { data, points, key: looks.key }
        for (let k = this.points.count; k < points.length; k += 1) {
            const { place, normal, stroke } = points[k]
            this.points.add(place, normal, looks.isThere(stroke) ? looks.colour(stroke) : null)
        }
        for (let k = this.way.count; k < data.way.length; k += 1) {
            const { from, to, stroke } = data.way[k]
            // A piece without length is not seen, and keeps the count.
            this.way.add(from, looks.isThere(stroke) ? to : from)
            this.isGrown = true
        }
    }

    layBox(box, frame) {
        this.box.clear()
        this.boxShadow.clear()
        if (!box) {
            this.label.hide()
            return
        }
        const [x, y, w, h] = box
        const corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
        const colour = this.isBeside ? BESIDE : moodOf(frame, this.gate)
        this.box.setColour(colour)
        corners.forEach((corner, k) => {
            this.box.add(corner, corners[(k + 1) % 4])
            this.boxShadow.add(corner, corners[(k + 1) % 4])
        })
        const share = frame?.c === undefined || frame?.c === null ? "" : `${Math.round(frame.c * 100)} %`
        const words = [this.letter, share].filter(Boolean).join(" ")
        if (!words) {
            this.label.hide()
            return
        }
        // The first run's words stand over its box, the second's under it.
        const gap = 3 / this.pointsPerPixel
        const height = 21 / this.pointsPerPixel
        this.label.show(words, colour, this.isBeside ? [x, y + h + height] : [x, Math.max(y - gap, height)], this.stage.ratio)
    }

    /** CSS pixels of a view point. */
    get pointsPerPixel() { return this.stage.scale / this.stage.ratio || 1 }

    layPen(frame) {
        for (const line of [this.cross, this.crossShadow, this.worldPen]) line.clear()
        if (frame?.p) {
            const [x, y] = frame.p
            const arm = ARM / this.pointsPerPixel
            for (const line of [this.crossShadow, this.cross]) {
                line.add([x - arm, y], [x + arm, y])
                line.add([x, y - arm], [x, y + arm])
            }
            if (frame.w) {
                const radius = RING / this.pointsPerPixel
                circle(20, (a, b) => this.cross.add([x + a[0] * radius, y + a[1] * radius], [x + b[0] * radius, y + b[1] * radius]))
            }
        }
        if (frame?.w) {
            const [x, y, z] = frame.w
            circle(16, (a, b) => this.worldPen.add([x + a[0] * PEN, y, z + a[1] * PEN], [x + b[0] * PEN, y, z + b[1] * PEN]))
        }
    }

    dispose() {
        this.stage.remove(this.group)
        this.points.dispose()
        for (const line of this.lines) line.dispose()
        this.label.dispose()
    }
}

function circle(parts, add) {
    const at = k => [Math.cos(k / parts * 2 * Math.PI), Math.sin(k / parts * 2 * Math.PI)]
    for (let k = 0; k < parts; k += 1) add(at(k), at(k + 1))
}
