// The points of a drawing as they are in the mesh, a small box each: one geometry a stroke, of the faces that can be seen.
//
// Where no graphics card draws, an instance costs as much as a call of its own and a triangle about half a microsecond, whether it is seen
// or not: 10,000 boxes by instancing came at 3 pictures a second. So their corners stand in one buffer, of their faces only those are
// drawn that look toward the eye, three or four of six, and how light falls on a face is worked out once.
import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial, Vector3 } from "/three/build/three.module.js"
import { axesOf } from "./planes.js"
import { pointBox } from "./point-box.js"

/** So many points that follow each other are looked at together: they lie close, and the eye sees the same sides of them. */
const GROUP = 64
/** Above this number of points chamfers are left out, which are smaller than a pixel then. */
const MANY = 3000
/** From where light falls, in the axes of the plane, and how much of it comes from everywhere: each of the six sides has a grey of its own. */
const LIGHT = new Vector3(-0.35, 0.85, 0.4).normalize()
const AROUND = 0.42

/** A side has one colour all over, which is worked out beforehand: nothing is left to do for its corners and its many pixels. */
const VERTEX = `
attribute vec4 color;
flat varying vec4 seen;
void main() {
    seen = color;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`
const FRAGMENT = "flat varying vec4 seen; void main() { gl_FragColor = seen; }"

/** All points: `meshes` for the scene; `setHeight`, `setLook(strokes)`, `face(eye)` before each picture, `dispose`. */
export function pointsOf(drawing) {
    const count = drawing.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
    const parts = drawing.strokes.flatMap((stroke, number) => partsOf(stroke, drawing.planes, number))
    let shownHeight = null
    return {
        meshes: parts.map(part => part.mesh),
        setHeight(height) {
            if (height === shownHeight) return
            shownHeight = height
            const box = pointBox(drawing.point_side, height, count > MANY)
            for (const part of parts) part.setBox(box)
        },
        setLook(strokes) {
            for (const part of parts) {
                part.mesh.visible = strokes[part.number].isShown
                part.setColor(strokes[part.number].color)
            }
        },
        face(eye) { for (const part of parts) if (part.mesh.visible) part.face(eye) },
        dispose() {
            for (const { mesh } of parts) {
                mesh.geometry.dispose()
                mesh.material.dispose()
            }
        },
    }
}

/** What a stroke has on each plane. */
function partsOf(stroke, planes, number) {
    const places = new Map()
    for (const [x, y, z, plane] of stroke.points) {
        if (!places.has(plane)) places.set(plane, [])
        places.get(plane).push(new Vector3(x, y, z))
    }
    return [...places].map(([plane, points]) => new Part(points, axesOf(planes[plane]), number))
}

/** The boxes of a stroke on one plane. */
class Part {
    #points
    #axes
    #faces = []
    #seen = ""
    #corners = 0
    #shades = []
    #color = "#000000"

    constructor(points, axes, number) {
        this.#points = points
        this.#axes = axes
        this.number = number
        this.mesh = new Mesh(new BufferGeometry(), new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT }))
    }

    /** Puts a box on each point. */
    setBox(box) {
        const corners = this.#turned(box.positions)
        this.#shades = shadesOf(box.normals)
        this.#corners = corners.length / 3
        const positions = new Float32Array(this.#points.length * corners.length)
        this.#points.forEach((point, i) => {
            const place = [point.x, point.y, point.z]
            const start = i * corners.length
            for (let k = 0; k < corners.length; k += 1) positions[start + k] = corners[k] + place[k % 3]
        })
        this.#faces = box.faces.map(face => {
            const normal = new Vector3(...this.#turned(face.normal))
            const corner = new Vector3(...this.#turned(face.corner))
            // The eye sees such a face of some box of a group when it is before the one that lies farthest back.
            const depths = new Float64Array(Math.ceil(this.#points.length / GROUP)).fill(Infinity)
            this.#points.forEach((point, i) => {
                const group = Math.floor(i / GROUP)
                depths[group] = Math.min(depths[group], point.dot(normal) + corner.dot(normal))
            })
            return { normal, depths, index: face.index }
        })
        const { geometry } = this.mesh
        // Buffers of another length need new attributes; the old ones go with them.
        geometry.dispose()
        geometry.setAttribute("position", new BufferAttribute(positions, 3))
        geometry.setAttribute("color", new BufferAttribute(new Uint8Array(positions.length / 3 * 4), 4, true))
        this.#paint()
        const triangles = box.faces.reduce((sum, face) => sum + face.index.length, 0)
        geometry.setIndex(new BufferAttribute(new Uint32Array(this.#points.length * triangles), 1))
        geometry.setDrawRange(0, 0)
        geometry.computeBoundingSphere()
        this.#seen = ""
    }

    /** Gives all boxes a colour, as "#rrggbb". */
    setColor(color) {
        if (color === this.#color) return
        this.#color = color
        if (this.mesh.geometry.attributes.color) this.#paint()
    }

    /** Writes the colour of each side as screens show it. */
    #paint() {
        const light = new Color(this.#color).convertSRGBToLinear()
        const box = this.#shades.flatMap(shade =>
            [...light.clone().multiplyScalar(shade).convertLinearToSRGB().toArray(), 1].map(value => Math.round(255 * value)))
        const { color } = this.mesh.geometry.attributes
        color.array.set(box)
        // All boxes are alike: what is there is laid again beside itself, twice as long each time.
        for (let done = box.length; done < color.array.length; done *= 2) color.array.copyWithin(done, 0, done)
        color.needsUpdate = true
    }

    /** Draws the faces that can be seen from a place, and no others. */
    face(eye) {
        const before = this.#faces.map(face => eye.dot(face.normal))
        const groups = Array.from({ length: Math.ceil(this.#points.length / GROUP) }, (_, group) =>
            this.#faces.filter((face, k) => before[k] > face.depths[group]))
        const seen = groups.map(faces => faces.map(face => face.index[0]).join()).join(" ")
        if (seen === this.#seen) return
        this.#seen = seen
        const { index } = this.mesh.geometry
        let k = 0
        groups.forEach((faces, group) => {
            const corners = faces.flatMap(face => face.index)
            const end = Math.min((group + 1) * GROUP, this.#points.length)
            for (let i = group * GROUP; i < end; i += 1) {
                const first = i * this.#corners
                for (const corner of corners) {
                    index.array[k] = first + corner
                    k += 1
                }
            }
        })
        index.needsUpdate = true
        this.mesh.geometry.setDrawRange(0, k)
    }

    /** Vectors of the box's own axes in those of the world. */
    #turned(list) {
        const { right, up, back } = this.#axes
        const out = []
        for (let i = 0; i < list.length; i += 3) {
            out.push(...new Vector3().addScaledVector(right, list[i]).addScaledVector(up, list[i + 1]).addScaledVector(back, list[i + 2]).toArray())
        }
        return out
    }
}

/** How light each side is, 0…1, by its normal. */
function shadesOf(normals) {
    const shades = []
    for (let i = 0; i < normals.length; i += 3) {
        const sun = normals[i] * LIGHT.x + normals[i + 1] * LIGHT.y + normals[i + 2] * LIGHT.z
        // What looks away is a little darker the more it does: no side is quite black, and none like another.
        shades.push(AROUND + (sun > 0 ? (1 - AROUND) * sun : AROUND / 2 * sun))
    }
    return shades
}
