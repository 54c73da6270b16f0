// The drawing as the mesh that is saved: ribbons, tubes and wood come from the server as one GLB file.
import { Color, Group, MeshLambertMaterial } from "/three/build/three.module.js"
import { GLTFLoader } from "/three/examples/jsm/loaders/GLTFLoader.js"
import { recordingPath, request, withQuery } from "../api.js"

/** Whether the words ask for what only the server builds. */
export function needsModel(words) { return (words.value("style") ?? "points") !== "points" || words.value("material") === "wood" }

/** Loads the model of a recording's drawing: `{object, dispose}`. */
export async function loadModel(name, words, signal) {
    const bytes = await (await request(withQuery(recordingPath(name, "mesh.glb"), words), { signal })).arrayBuffer()
    const { scene } = await new Promise((resolve, reject) => new GLTFLoader().parse(bytes, "", resolve, reject))
    signal.throwIfAborted()
    const object = new Group()
    object.add(scene)
    const spent = []
    scene.traverse(part => {
        if (!part.isMesh && !part.isLine) return
        spent.push(part.geometry)
        if (!part.isMesh) return
        // Light is worked out at corners alone: a tenth of the work where no graphics card does it.
        const { color, map, side, vertexColors } = part.material
        part.material.dispose()
        part.material = new MeshLambertMaterial({ color: color ?? new Color(1, 1, 1), map: map ?? null, side, vertexColors })
        spent.push(part.material)
        if (map) spent.push(map)
    })
    return { object, dispose() { for (const one of spent) one.dispose() } }
}
