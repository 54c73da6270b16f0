// Measuring between two places of the drawing: a click takes the nearest point, or the nearest corner of the mesh.
import { Raycaster, Vector2, Vector3 } from "/three/build/three.module.js"
import { h, say } from "../dom.js"
import { millimetresText } from "../format.js"
import { texts } from "../texts.js"

const text = texts.workshop
const SVG = "http://www.w3.org/2000/svg"
/** How near a click must be to a point or a corner, points of the page; and a key press, whose cross is moved by turning. */
const REACH = 14
const KEY_REACH = 40

/**
 * The tool: `element` lies over the canvas, `button` switches it. `places()` gives the points as `{position, mesh}` in the world,
 * `meshes()` what else can be met; `up()` the direction in which heights count.
 */
export function measuringTool(room, canvas, { places, meshes, up }) {
    const svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("aria-hidden", "true")
    const line = svgPart("line")
    const ends = [svgPart("circle"), svgPart("circle")]
    const hover = svgPart("circle")
    hover.setAttribute("class", "hover")
    svg.append(line, ...ends, hover)
    const cross = h("div", { class: "cross", hidden: true, "aria-hidden": "true" })
    const label = h("output", { class: "measure-label", hidden: true })
    const element = h("div", { class: "measure" }, svg, cross, label)
    const button = h("button", { type: "button", "aria-pressed": "false", onclick: () => setActive(!isActive) }, text.measure)
    let isActive = false
    let taken = []
    let near = null

    function setActive(value) {
        isActive = value
        button.setAttribute("aria-pressed", String(value))
        canvas.classList.toggle("measuring", value)
        // A layer over the canvas costs as much as the canvas: it is there only while it is needed.
        element.classList.toggle("active", value)
        taken = []
        near = null
        if (value) say(text.measureHint)
        show()
    }

    function onScreen(place) {
        const p = place.clone().project(room.camera)
        return { x: (p.x + 1) / 2 * canvas.clientWidth, y: (1 - p.y) / 2 * canvas.clientHeight, depth: p.z }
    }

    /** The place of the drawing at a place of the canvas; null when there is none. */
    function placeAt(x, y, reach) {
        let best = null
        for (const place of places()) {
            const seen = onScreen(place)
            if (seen.depth > 1) continue
            const distance = Math.hypot(seen.x - x, seen.y - y)
            // Of two that lie about as near on the screen, the one in front.
            const cost = distance + seen.depth * reach
            if (distance <= reach && (!best || cost < best.cost)) best = { cost, place }
        }
        return best ? best.place.clone() : cornerAt(x, y, reach)
    }

    function cornerAt(x, y, reach) {
        const ray = new Raycaster()
        ray.setFromCamera(new Vector2(x / canvas.clientWidth * 2 - 1, 1 - y / canvas.clientHeight * 2), room.camera)
        const [hit] = ray.intersectObjects(meshes(), true)
        if (!hit) return null
        const position = hit.object.geometry.attributes.position
        const corners = [hit.face.a, hit.face.b, hit.face.c].map(i => new Vector3().fromBufferAttribute(position, i).applyMatrix4(hit.object.matrixWorld))
        const nearest = corners.map(corner => ({ corner, seen: onScreen(corner) }))
            .map(({ corner, seen }) => ({ corner, distance: Math.hypot(seen.x - x, seen.y - y) }))
            .sort((a, b) => a.distance - b.distance)[0]
        return nearest.distance <= reach ? nearest.corner : hit.point
    }

    function take(x, y, reach) {
        const place = placeAt(x, y, reach)
        if (!place) return say(text.nothingThere)
        taken = taken.length === 2 ? [place] : [...taken, place]
        show()
        say(taken.length === 2 ? label.textContent : text.firstTaken)
    }

    function result() {
        const way = new Vector3().subVectors(taken[1], taken[0])
        const height = way.dot(up())
        const along = Math.sqrt(Math.max(0, way.lengthSq() - height * height))
        return text.measured(...[way.length(), along, Math.abs(height)].map(millimetresText))
    }

    /** Draws what was taken where the camera sees it now. */
    function show() {
        if (!isActive) return
        cross.hidden = !(isActive && canvas.matches(":focus-visible"))
        const seen = taken.map(onScreen)
        ends.forEach((end, i) => setCircle(end, seen[i]))
        setCircle(hover, near ? onScreen(near) : undefined)
        line.style.display = seen.length === 2 ? "" : "none"
        label.hidden = seen.length < 2
        if (seen.length < 2) return
        for (const [name, value] of [["x1", seen[0].x], ["y1", seen[0].y], ["x2", seen[1].x], ["y2", seen[1].y]]) line.setAttribute(name, value)
        label.textContent = result()
    }

    let pressed = null
    canvas.addEventListener("pointerdown", event => { pressed = { x: event.clientX, y: event.clientY } })
    canvas.addEventListener("pointerup", event => {
        // A drag turns the drawing and takes nothing.
        if (!isActive || !pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 5) return
        take(event.offsetX, event.offsetY, REACH)
    })
    canvas.addEventListener("pointermove", event => {
        if (!isActive || event.buttons !== 0) return
        near = placeAt(event.offsetX, event.offsetY, REACH)
        show()
    })
    canvas.addEventListener("pointerleave", () => { near = null; show() })
    canvas.addEventListener("focus", show)
    canvas.addEventListener("blur", show)
    show()
    return {
        element, button, show,
        keys: {
            m: () => setActive(!isActive),
            Enter: () => { if (isActive) take(canvas.clientWidth / 2, canvas.clientHeight / 2, KEY_REACH) },
            Escape: () => { if (isActive) setActive(false) },
        },
        clear() { taken = []; near = null; show() },
    }
}

function svgPart(name) {
    const part = document.createElementNS(SVG, name)
    if (name === "circle") part.setAttribute("r", 6)
    return part
}

function setCircle(circle, seen) {
    circle.style.display = seen ? "" : "none"
    if (!seen) return
    circle.setAttribute("cx", seen.x)
    circle.setAttribute("cy", seen.y)
}
