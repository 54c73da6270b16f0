// Turning and going nearer by keys: arrows, plus and minus, zero.
import { Spherical, Vector3 } from "/three/build/three.module.js"

const STEP = Math.PI / 24
const NEARER = 0.9

/** Listens to the keys of a canvas; `others` are further keys by their name. */
export function listenToKeys(canvas, room, others) {
    const turn = (azimuth, polar, factor) => {
        const { camera, controls } = room
        const way = new Spherical().setFromVector3(new Vector3().subVectors(camera.position, controls.target))
        way.theta += azimuth
        way.phi = Math.min(Math.max(way.phi + polar, 0.01), Math.PI - 0.01)
        way.radius = Math.min(Math.max(way.radius * factor, controls.minDistance), controls.maxDistance)
        camera.position.copy(controls.target).add(new Vector3().setFromSpherical(way))
        controls.update()
        room.invalidate()
    }
    const keys = {
        ArrowLeft: () => turn(-STEP, 0, 1), ArrowRight: () => turn(STEP, 0, 1), ArrowUp: () => turn(0, -STEP, 1), ArrowDown: () => turn(0, STEP, 1),
        "+": () => turn(0, 0, NEARER), "=": () => turn(0, 0, NEARER), "-": () => turn(0, 0, 1 / NEARER), 0: () => room.fit(null), ...others,
    }
    canvas.addEventListener("keydown", event => {
        if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return
        event.preventDefault()
        keys[event.key]()
    })
    return { turn }
}
