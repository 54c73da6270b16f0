// Where the graphics card puts a point of the world, read back from its pixels: for tests of the overlay, never called by the page.
import * as THREE from "/three/build/three.module.js"
import { PROJECTION } from "./shaders.js"

/** Pixels of a view point in the hidden picture, and side of the dot. */
const FINE = 4
const DOT = 5

/** Draws a dot at a point of the world with the camera of the shown frame; its middle in view points, or null where it is not seen. */
export function probe(stage, index, x, y, z) {
    const [width, height] = stage.recording.view.map(size => Math.round(size * FINE))
    const target = new THREE.WebGLRenderTarget(width, height, { depthBuffer: false })
    const geometry = new THREE.BufferGeometry()
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([x, y, z]), 3))
    const material = new THREE.ShaderMaterial({
        uniforms: stage.uniforms, depthTest: false,
        vertexShader: `${PROJECTION} void main() { gl_Position = toClip(toCamera(position)); gl_PointSize = ${DOT}.0; }`,
        fragmentShader: "void main() { gl_FragColor = vec4(1.0); }",
    })
    const points = new THREE.Points(geometry, material)
    points.frustumCulled = false
    const scene = new THREE.Scene()
    scene.add(points)
    const { renderer } = stage
    stage.take(index)
    renderer.setRenderTarget(target)
    renderer.setClearColor(0x000000, 1)
    renderer.render(scene, stage.camera)
    const pixels = new Uint8Array(width * height * 4)
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels)
    renderer.setRenderTarget(null)
    renderer.setClearColor(0x000000, 0)
    for (const made of [target, geometry, material]) made.dispose()
    let [count, sumX, sumY] = [0, 0, 0]
    for (let k = 0; k < width * height; k += 1) {
        if (pixels[k * 4] < 128) continue
        count += 1
        sumX += k % width + 0.5
        sumY += height - Math.floor(k / width) - 0.5
    }
    return count ? [sumX / count / FINE, sumY / count / FINE] : null
}
