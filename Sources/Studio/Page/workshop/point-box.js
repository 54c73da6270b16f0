// The box of one point, as it is in the mesh: it stands on y = 0, centred in x and z, its edges cut off at 45°.
import { Vector3 } from "/three/build/three.module.js"

/** The largest chamfer, and the height from which all edges have one, metres. */
const CHAMFER = 0.001
const ALL_EDGES_FROM = 0.0001

/**
 * A box: `{positions, normals, faces}`, flat lists of its corners, and each face as `{normal, corner, index}`, the triangles of which are
 * numbers of corners. `isPlain` leaves the chamfers out.
 */
export function pointBox(side, height, isPlain) {
    const chamfer = isPlain ? 0 : Math.min(CHAMFER, height / 2, side / 2)
    const rings = ringsOf(side / 2, height, chamfer)
    const box = { positions: [], normals: [], faces: [] }
    rings.slice(1).forEach((above, k) => {
        const below = rings[k]
        below.forEach((_, i) => {
            const j = (i + 1) % below.length
            addFace(box, [below[i], above[i], above[j], below[j]])
        })
    })
    addFace(box, rings[0])
    addFace(box, [...rings[rings.length - 1]].reverse())
    return box
}

/** Outlines from the bottom up, from +x toward +z. */
function ringsOf(half, height, chamfer) {
    const inner = half - chamfer
    const square = (reach, y) => [[reach, y, -reach], [reach, y, reach], [-reach, y, reach], [-reach, y, -reach]]
    if (chamfer === 0) return [square(half, 0), square(half, height)]
    const octagon = y => [
        [half, y, -inner], [half, y, inner], [inner, y, half], [-inner, y, half],
        [-half, y, inner], [-half, y, -inner], [-inner, y, -half], [inner, y, -half],
    ]
    if (height < ALL_EDGES_FROM) return [octagon(0), octagon(height)]
    const cut = y => [0, 1, 1, 2, 2, 3, 3, 0].map(i => square(inner, y)[i])
    return [cut(0), octagon(chamfer), octagon(height - chamfer), cut(height)]
}

/** Adds a flat face, whose corners may come twice; nothing where it has no area. */
function addFace(box, corners) {
    const sum = new Vector3()
    corners.forEach((corner, i) => sum.add(new Vector3(...corner).cross(new Vector3(...corners[(i + 1) % corners.length]))))
    if (sum.length() < 1e-14) return
    const normal = sum.normalize().toArray()
    const first = box.positions.length / 3
    for (const corner of corners) {
        box.positions.push(...corner)
        box.normals.push(...normal)
    }
    const index = []
    for (let i = 1; i + 1 < corners.length; i += 1) index.push(first, first + i, first + i + 1)
    box.faces.push({ normal, corner: corners[0], index })
}
