// The planes that a drawing lies on: their axes, and a grid of centimetres on each.
import { BufferGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Vector3 } from "/three/build/three.module.js"

const LEVEL = new Vector3(0, 1, 0)
/** How far the grid lies under the plane, metres: flat points are 0.01 mm high. */
const UNDER = 0.0002
/** Free room round the drawing, metres, and the most lines one way. */
const MARGIN = 0.02
const MOST_LINES = 120

/** Three axes of a plane as vectors; x and z lie in it. */
export function axesOf(normal) {
    const up = normal ? new Vector3(...normal).normalize() : LEVEL
    // Level planes get the world's own axes; upright ones have x level.
    const right = Math.abs(up.dot(LEVEL)) > 0.9 ? new Vector3(1, 0, 0) : new Vector3().crossVectors(LEVEL, up)
    right.addScaledVector(up, -right.dot(up)).normalize()
    return { right, up, back: new Vector3().crossVectors(right, up) }
}

/** A grid on each plane that has points: `{object, step, dispose}`; `step` is the side of a square in metres. */
export function gridsOf(drawing) {
    const group = new Group()
    const [fine, bold] = [0x333b44, 0x6b7783].map(color => new LineBasicMaterial({ color: new Color(color).convertSRGBToLinear() }))
    const geometries = []
    let step = 0.01
    for (const [plane, points] of pointsByPlane(drawing)) {
        const grid = gridOf(points, axesOf(drawing.planes[plane]))
        step = Math.max(step, grid.step)
        for (const [positions, material] of [[grid.fine, fine], [grid.bold, bold]]) {
            const geometry = new BufferGeometry()
            geometry.setAttribute("position", new Float32BufferAttribute(positions, 3))
            geometries.push(geometry)
            group.add(new LineSegments(geometry, material))
        }
    }
    return {
        object: group, step,
        dispose() { for (const one of [...geometries, fine, bold]) one.dispose() },
    }
}

function pointsByPlane(drawing) {
    const found = new Map()
    for (const stroke of drawing.strokes) {
        for (const [x, y, z, plane] of stroke.points) {
            if (!found.has(plane)) found.set(plane, [])
            found.get(plane).push(new Vector3(x, y, z))
        }
    }
    return found
}

function gridOf(points, { right, up, back }) {
    const level = points.reduce((sum, p) => sum + p.dot(up), 0) / points.length - UNDER
    const xs = points.map(p => p.dot(right))
    const zs = points.map(p => p.dot(back))
    const range = values => values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity])
    const [x, z] = [range(xs), range(zs)]
    const extent = Math.max(x[1] - x[0], z[1] - z[0]) + 2 * MARGIN
    let step = 0.01
    while (extent / step > MOST_LINES) step *= 10
    const indices = ([low, high]) => [Math.floor((low - MARGIN) / step), Math.ceil((high + MARGIN) / step)]
    const [ix, iz] = [indices(x), indices(z)]
    const fine = []
    const bold = []
    const place = (a, b) => new Vector3().addScaledVector(right, a * step).addScaledVector(back, b * step).addScaledVector(up, level).toArray()
    for (let i = ix[0]; i <= ix[1]; i += 1) (i % 10 === 0 ? bold : fine).push(...place(i, iz[0]), ...place(i, iz[1]))
    for (let i = iz[0]; i <= iz[1]; i += 1) (i % 10 === 0 ? bold : fine).push(...place(ix[0], i), ...place(ix[1], i))
    return { fine, bold, step }
}
