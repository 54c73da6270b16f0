// The workshop: a drawing in 3D, with what can be changed in it and how it is saved. Everything chosen is in the address.
import { Box3, Group, Vector3 } from "/three/build/three.module.js"
import { getJSON, listen, recordingPath, withQuery } from "../api.js"
import { failureNote, h } from "../dom.js"
import { expose } from "../measure.js"
import { addressOf, go } from "../words.js"
import { texts } from "../texts.js"
import { drawingWords, editedDrawing } from "./edits.js"
import { listenToKeys } from "./keys.js"
import { measuringTool } from "./measuring.js"
import { loadModel, needsModel } from "./model.js"
import { axesOf, gridsOf } from "./planes.js"
import { pointsOf } from "./points.js"
import { savePanel } from "./save-panel.js"
import { makeRoom } from "./scene.js"
import { strokesPanel } from "./strokes-panel.js"
import { stylePanel } from "./style-panel.js"

const text = texts.workshop

export async function show(main, route) {
    const workshop = new Workshop(main, route)
    // Tracking takes its time: the page is there meanwhile, and can be left.
    workshop.update(route)
    return workshop
}

class Workshop {
    #closed = new AbortController()
    #loading = new AbortController()
    #building = new AbortController()
    #name
    #words
    #drawing = null
    #drawnWords = null
    #built = null
    #points = null
    #grids = null
    #model = null
    #content = new Group()

    constructor(main, route) {
        this.#name = route.name
        this.#words = route.words
        const change = make => go({ view: "shape", name: this.#name, words: make(this.#words) })
        this.strokes = strokesPanel(change, (number, color) => this.#paint(number, color))
        this.style = stylePanel(change, metres => this.#lift(metres))
        this.save = savePanel(route.name, this.#closed.signal)
        this.canvas = h("canvas", { tabindex: 0, role: "application", "aria-label": text.stage, "aria-describedby": "workshop-keys" })
        this.stage = h("div", { class: "workshop-stage stage" }, this.canvas)
        this.status = h("p", { class: "stage-status", role: "status" })
        this.problems = h("div")
        this.grid = h("span", { class: "small soft" })
        this.room = makeRoom(this.stage, this.canvas, { before: eye => this.#points?.face(eye), after: () => this.measure?.show() })
        this.room.scene.add(this.#content)
        this.measure = measuringTool(this.room, this.canvas, {
            places: () => this.#places(), meshes: () => (this.#model ? [this.#model.object] : []), up: () => this.#up(),
        })
        const { turn } = listenToKeys(this.canvas, this.room, this.measure.keys)
        this.stage.append(this.measure.element, this.status)
        this.panels = h("div", { class: "workshop-panels" },
            panel("strokes", this.strokes.element), panel("style", this.style.element), panel("save", this.save.element))
        this.panels.hidden = true
        this.layout = h("div", { class: "workshop" },
            h("section", { class: "stack tight", "aria-label": text.stage }, this.stage, this.#tools(turn),
                h("p", { class: "small soft", id: "workshop-keys" }, text.keys)),
            this.panels)
        main.append(h("h1", { tabindex: -1, class: "workshop-title" }, route.name), this.problems, this.layout)
        expose(measurements(this))
    }

    /** Shows what other words ask for; the eye stays where it is. */
    update(route) {
        this.#words = route.words
        const wanted = drawingWords(route.words)
        if (this.#drawnWords?.equals(wanted)) this.#apply()
        else this.#load(wanted)
    }

    close() {
        for (const one of [this.#closed, this.#loading, this.#building]) one.abort()
        for (const one of [this.#points, this.#grids, this.#model]) one?.dispose()
        this.room.close()
        expose(null)
    }

    #tools(turn) {
        const step = Math.PI / 12
        const button = (sign, label, action) => h("button", { type: "button", "aria-label": label, title: label, onclick: action }, sign)
        return h("div", { class: "row apart" },
            h("div", { class: "buttons" },
                button("⟲", text.turns.left, () => turn(-step, 0, 1)), button("⟳", text.turns.right, () => turn(step, 0, 1)),
                button("+", text.turns.nearer, () => turn(0, 0, 0.8)), button("−", text.turns.away, () => turn(0, 0, 1.25)),
                h("button", { type: "button", onclick: () => this.room.fit(null) }, text.showAll), this.measure.button),
            this.grid)
    }

    async #load(words) {
        this.#loading.abort()
        this.#loading = new AbortController()
        const { signal } = this.#loading
        this.#drawnWords = words
        this.problems.replaceChildren()
        this.layout.hidden = false
        this.status.textContent = text.tracking
        // The same run as the drawing's: it says how far it is.
        let frames = 0
        const progress = listen(withQuery(recordingPath(this.#name, "draw"), words), {
            start: data => { frames = data.frames },
            frames: data => {
                const last = data.frames[data.frames.length - 1]
                if (frames > 0 && last) this.status.textContent = text.trackingShare(Math.round((last.i + 1) / frames * 100))
            },
            end: () => progress.close(),
            failed: () => progress.close(),
        })
        signal.addEventListener("abort", () => progress.close())
        try {
            const drawing = await getJSON(withQuery(recordingPath(this.#name, "drawing"), words), { signal })
            this.#setDrawing(drawing)
        } catch (failure) {
            if (failure.name === "AbortError") return
            // The next change of words tries again.
            this.#drawnWords = null
            this.#explain(failure)
        } finally {
            progress.close()
            if (!signal.aborted) this.status.textContent = this.#isBuilding ? text.building : ""
        }
    }

    #setDrawing(drawing) {
        this.measure.clear()
        for (const one of [this.#points, this.#grids]) one?.dispose()
        this.#content.remove(...this.#content.children)
        this.#drawing = drawing
        this.#built = null
        this.#model?.dispose()
        this.#model = null
        const count = drawing.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
        this.panels.hidden = count === 0
        this.#points = this.#grids = null
        if (count === 0) {
            this.room.invalidate()
            return this.#explain({ message: text.empty, help: text.emptyHelp })
        }
        this.#points = pointsOf(drawing)
        this.#grids = gridsOf(drawing)
        this.#content.add(...this.#points.meshes, this.#grids.object)
        this.grid.textContent = text.grid(this.#grids.step)
        this.canvas.setAttribute("aria-label", text.canvas(this.#name, drawing.strokes.length, count))
        this.strokes.setDrawing(drawing)
        this.#apply()
        this.room.fit(this.#bounds())
    }

    /** Gives what is there the look that the words ask for. */
    #apply() {
        if (!this.#points) return
        const { strokes, height } = editedDrawing(this.#drawing, this.#words)
        this.#points.setLook(strokes)
        this.#points.setHeight(height)
        this.strokes.update(strokes)
        this.style.update(this.#words, height)
        this.save.update(this.#words)
        this.measure.clear()
        if (needsModel(this.#words)) this.#build()
        else this.#showPoints()
        this.room.invalidate()
    }

    get #isBuilding() { return this.#built !== null && !this.#model }

    #showPoints() {
        this.#building.abort()
        this.#built = null
        if (this.#model) {
            this.#content.remove(this.#model.object)
            this.#model.dispose()
            this.#model = null
        }
        this.problems.replaceChildren()
        this.status.textContent = ""
    }

    async #build() {
        if (this.#built?.equals(this.#words)) return
        this.#building.abort()
        this.#building = new AbortController()
        const { signal } = this.#building
        this.#built = this.#words
        this.status.textContent = text.building
        try {
            const model = await loadModel(this.#name, this.#words, signal)
            if (this.#model) {
                this.#content.remove(this.#model.object)
                this.#model.dispose()
            }
            this.#model = model
            this.#content.add(model.object)
            for (const mesh of this.#points.meshes) mesh.visible = false
            this.problems.replaceChildren()
            this.room.invalidate()
        } catch (failure) {
            if (failure.name === "AbortError") return
            // What was seen before stays.
            this.#built = null
            this.#explain(failure)
        }
        if (!signal.aborted) this.status.textContent = ""
    }

    #explain(failure) {
        // Nothing to look at: no empty stage.
        this.layout.hidden = !this.#points
        const film = h("a", { class: "button", href: addressOf({ view: "play", name: this.#name, words: this.#words }) }, text.toFilm)
        this.problems.replaceChildren(h("div", { class: "stack tight problems" }, failureNote(failure), h("div", {}, film)))
    }

    /** A colour while it is being chosen; the address has it when it is. */
    #paint(number, color) {
        if (this.#model) return
        const { strokes } = editedDrawing(this.#drawing, this.#words)
        for (const stroke of strokes) if (number === null || number === stroke.number) stroke.color = color
        this.#points.setLook(strokes)
        this.room.invalidate()
    }

    /** A height while it is being chosen. */
    #lift(metres) {
        if (this.#model) return
        this.#points.setHeight(metres)
        this.room.invalidate()
    }

    #bounds() {
        const { height } = editedDrawing(this.#drawing, this.#words)
        const box = new Box3()
        for (const stroke of this.#drawing.strokes) {
            for (const [x, y, z, plane] of stroke.points) {
                const place = new Vector3(x, y, z)
                box.expandByPoint(place).expandByPoint(place.addScaledVector(axesOf(this.#drawing.planes[plane]).up, height))
            }
        }
        return box.expandByScalar(this.#drawing.point_side / 2)
    }

    /** Where measuring may begin and end: the tops of the points, and where they stand. */
    #places() {
        if (!this.#drawing || this.#model) return []
        const { strokes, height } = editedDrawing(this.#drawing, this.#words)
        const places = []
        this.#drawing.strokes.forEach((stroke, i) => {
            if (!strokes[i].isShown) return
            for (const [x, y, z, plane] of stroke.points) {
                const foot = new Vector3(x, y, z)
                places.push(foot.clone().addScaledVector(axesOf(this.#drawing.planes[plane]).up, height), foot)
            }
        })
        return places
    }

    #up() {
        const stroke = this.#drawing?.strokes.find(one => one.points.length > 0)
        return axesOf(stroke ? this.#drawing.planes[stroke.points[0][3]] : null).up
    }

    /** Numbers for tests. */
    get numbers() {
        return {
            pictures: this.room.pictures, points: this.#drawing?.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0) ?? 0,
            isModel: Boolean(this.#model), isReady: Boolean(this.#points) && this.room.isSharp && this.status.textContent === "",
        }
    }
}

function panel(name, content) {
    return h("details", { class: "panel", open: true }, h("summary", {}, h("h2", {}, text.panels[name])), content)
}

/** What `window.airdraw` says while the workshop is shown: pictures drawn so far, points, and whether the mesh is the server's. */
function measurements(workshop) {
    return Object.freeze({
        view: "shape",
        get workshop() { return workshop.numbers },
        /** Where a place of the world is on the canvas, points of the page. */
        project(x, y, z) {
            const place = new Vector3(x, y, z).project(workshop.room.camera)
            return [(place.x + 1) / 2 * workshop.canvas.clientWidth, (1 - place.y) / 2 * workshop.canvas.clientHeight]
        },
    })
}
