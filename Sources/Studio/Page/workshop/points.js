// The points of a drawing as they are in the mesh: one small box each, drawn by instancing, stroke by stroke.
import { BufferAttribute, BufferGeometry, Color, InstancedMesh, Matrix4, MeshLambertMaterial, Vector3 } from "/three/build/three.module.js"
import { axesOf } from "./planes.js"

/** Chamfer of a point as far as it fits, and the height from which all edges have one, metres: as in the mesh. */
const CHAMFER = 0.001
const ALL_EDGES_FROM = 0.0001
/** Above this number of points chamfers are left out, which are smaller than a pixel then. */
const MANY = 3000

/** All points: `object` for the scene; `setHeight`, `setLook(strokes)`, `dispose`. */
export function pointsOf(drawing) {
    const count = drawing.strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
    const chamfer = count > MANY ? 0 : CHAMFER
    const geometry = new BufferGeometry()
    const meshes = drawing.strokes.map(stroke => strokeMesh(stroke, drawing.planes, geometry))
    let shownHeight = null
    return {
        meshes,
        setHeight(height) {
            if (height === shownHeight) return
            shownHeight = height
            setBox(geometry, drawing.point_side, height, chamfer)
        },
        setLook(strokes) {
            strokes.forEach((stroke, i) => {
                meshes[i].visible = stroke.isShown
                meshes[i].material.color = new Color(stroke.color).convertSRGBToLinear()
            })
        },
        dispose() {
            geometry.dispose()
            for (const mesh of meshes) mesh.material.dispose()
        },
    }
}

function strokeMesh(stroke, planes, geometry) {
    const mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), stroke.points.length)
    const matrix = new Matrix4()
    stroke.points.forEach(([x, y, z, plane], i) => {
        const { right, up, back } = axesOf(planes[plane])
        matrix.makeBasis(right, up, back).setPosition(x, y, z)
        mesh.setMatrixAt(i, matrix)
    })
    // Its box would be that of one point: it is always drawn.
    mesh.frustumCulled = false
    return mesh
}

/** Makes a geometry the box of a point: it stands on y = 0, its edges cut off at 45°. */
function setBox(geometry, side, height, largestChamfer) {
    const chamfer = Math.min(largestChamfer, height / 2, side / 2)
    const rings = ringsOf(side / 2, height, chamfer)
    const positions = []
    const normals = []
    const face = corners => {
        const normal = normalOf(corners)
        if (!normal) return
        for (let i = 1; i + 1 < corners.length; i += 1) {
            for (const corner of [corners[0], corners[i], corners[i + 1]]) {
                positions.push(...corner)
                normals.push(...normal)
            }
        }
    }
    rings.slice(1).forEach((above, k) => {
        const below = rings[k]
        below.forEach((_, i) => {
            const j = (i + 1) % below.length
            face([below[i], above[i], above[j], below[j]])
        })
    })
    face(rings[0])
    face([...rings[rings.length - 1]].reverse())
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3))
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3))
    geometry.computeBoundingSphere()
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

/** The normal of a flat face that may have corners twice; null when it has no area. */
function normalOf(corners) {
    const sum = new Vector3()
    corners.forEach((corner, i) => {
        sum.add(new Vector3(...corner).cross(new Vector3(...corners[(i + 1) % corners.length])))
    })
    return sum.length() < 1e-14 ? null : sum.normalize().toArray()
}
