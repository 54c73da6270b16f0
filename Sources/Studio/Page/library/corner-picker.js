// The four corners of a sheet on the first picture of a film: clicked one after the other, then drawn to where they belong, with a
// glass that enlarges what lies under the corner; by keys as well.
import { h } from "../dom.js"
import { texts } from "../texts.js"

const text = texts.library.corners
const SVG = "http://www.w3.org/2000/svg"
const GLASS = 112
const ZOOM = 4

/** The picker: `corners()` gives four places in pixels of the picture, or null before all are set. */
export function cornerPicker(url) {
    const image = h("img", { src: url, alt: text.picture, draggable: "false" })
    const outline = document.createElementNS(SVG, "svg")
    const line = document.createElementNS(SVG, "polygon")
    outline.setAttribute("class", "outline")
    outline.setAttribute("aria-hidden", "true")
    outline.append(line)
    const glass = h("canvas", { class: "glass", width: GLASS, height: GLASS, hidden: true, "aria-hidden": "true" })
    const stage = h("div", { class: "corners stage" }, image, outline, glass)
    const help = h("p", { class: "hint", role: "status" }, text.next(0))
    const problem = h("p", { class: "wrong", hidden: true }, text.noPicture)
    const places = []
    const handles = []

    const size = () => [image.naturalWidth, image.naturalHeight]
    const inside = ([x, y]) => [Math.min(Math.max(x, 0), size()[0] - 1), Math.min(Math.max(y, 0), size()[1] - 1)]

    /** Where a pointer is, in pixels of the picture: the first one's middle is (0, 0). */
    function placeOf(event) {
        const box = image.getBoundingClientRect()
        return inside([
            (event.clientX - box.left) / box.width * size()[0] - 0.5, (event.clientY - box.top) / box.height * size()[1] - 0.5])
    }

    function show() {
        const [width, height] = size()
        outline.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`)
        line.setAttribute("points", places.map(place => place.join(",")).join(" "))
        places.forEach(([x, y], i) => {
            handles[i].style.left = `${(x + 0.5) / width * 100}%`
            handles[i].style.top = `${(y + 0.5) / height * 100}%`
            handles[i].setAttribute("aria-label", text.corner(i + 1, Math.round(x), Math.round(y)))
        })
        help.textContent = text.next(places.length)
    }

    function enlarge([x, y]) {
        const [width, height] = size()
        const seen = GLASS / ZOOM
        const pen = glass.getContext("2d")
        pen.imageSmoothingEnabled = false
        pen.fillStyle = "black"
        pen.fillRect(0, 0, GLASS, GLASS)
        pen.drawImage(image, x + 0.5 - seen / 2, y + 0.5 - seen / 2, seen, seen, 0, 0, GLASS, GLASS)
        pen.strokeStyle = "white"
        pen.beginPath()
        pen.moveTo(GLASS / 2, GLASS / 4)
        pen.lineTo(GLASS / 2, GLASS * 3 / 4)
        pen.moveTo(GLASS / 4, GLASS / 2)
        pen.lineTo(GLASS * 3 / 4, GLASS / 2)
        pen.stroke()
        // On the other side of the picture: the finger covers what is under it.
        glass.classList.toggle("right", x < width / 2)
        glass.classList.toggle("low", y < height / 2 && x > width / 2)
        glass.hidden = false
    }

    function move(i, place) {
        places[i] = inside(place)
        show()
        enlarge(places[i])
    }

    function add(place) {
        const i = places.length
        const handle = h("button", { type: "button", class: "corner" }, String(i + 1))
        handle.addEventListener("pointerdown", event => {
            event.stopPropagation()
            handle.setPointerCapture(event.pointerId)
            enlarge(places[i])
        })
        handle.addEventListener("pointermove", event => { if (handle.hasPointerCapture(event.pointerId)) move(i, placeOf(event)) })
        handle.addEventListener("pointerup", () => { glass.hidden = true })
        handle.addEventListener("focus", () => { if (handle.matches(":focus-visible")) enlarge(places[i]) })
        handle.addEventListener("blur", () => { glass.hidden = true })
        handle.addEventListener("keydown", event => {
            const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
            if (!way) return
            event.preventDefault()
            const far = event.shiftKey ? 10 : 1
            move(i, [places[i][0] + way[0] * far, places[i][1] + way[1] * far])
        })
        handles.push(handle)
        places.push(inside(place))
        stage.append(handle)
        show()
        return handle
    }

    image.addEventListener("pointerdown", event => {
        if (!image.naturalWidth) return
        event.preventDefault()
        if (places.length < 4) add(placeOf(event))
    })
    image.addEventListener("error", () => { problem.hidden = false })

    const begin = h("button", { type: "button", onclick: () => {
        // For keys: all four at once, a little inside the picture, from where they are moved.
        const [width, height] = size()
        if (!width) return
        const starts = [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]]
        const first = places.length
        while (places.length < 4) add([starts[places.length][0] * width, starts[places.length][1] * height])
        handles[Math.min(first, 3)].focus()
    } }, text.set)
    const anew = h("button", { type: "button", onclick: () => {
        for (const handle of handles.splice(0)) handle.remove()
        places.length = 0
        glass.hidden = true
        show()
    } }, text.anew)

    return {
        element: h("div", { class: "field" }, h("span", { class: "label" }, text.label), help, stage, problem, h("div", { class: "buttons" }, begin, anew)),
        corners: () => (places.length === 4 ? places.map(place => place.map(value => Math.round(value * 10) / 10)) : null),
        close() { image.removeAttribute("src") },
    }
}
