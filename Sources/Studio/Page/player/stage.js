// Everything laid over the film, on a canvas of its own above it; both are drawn in one go, so that they are always of the same frame.
import * as THREE from "/three/build/three.module.js"
import { frameUniforms } from "./shaders.js"

/** More pixels than this a CSS pixel are not seen on a film, and cost. */
const FINEST = 2

export class Stage {
    /** Throws when the browser has no WebGL. */
    constructor(canvas, film, recording, frames) {
        // Lines smooth their edges themselves, which costs a software renderer a quarter of what this would.
        const context = canvas.getContext("webgl2", { antialias: false, powerPreference: "low-power" })
        if (!context) throw new Error("no WebGL")
        this.canvas = canvas
        this.film = film
        this.frames = frames
        this.recording = recording
        this.renderer = new THREE.WebGLRenderer({ canvas, context, antialias: false, alpha: true })
        // Asking for errors of shaders waits for each of them to be built.
        this.renderer.debug.checkShaderErrors = false
        this.uniforms = frameUniforms(recording)
        this.scene = new THREE.Scene()
        this.camera = new THREE.Camera()
        this.scale = 1
        this.isLost = false
        /** What was made before a loss is gone with it, and cannot be given back. */
        this.wasLost = false
        /** Called when all is to be drawn anew: another size, or the graphics card came back. */
        this.onneed = () => {}
        this.onlost = () => {}
        this.lost = event => { event.preventDefault(); this.isLost = this.wasLost = true; this.onlost(true) }
        this.restored = () => { this.isLost = false; this.onlost(false); this.resize(); this.onneed() }
        canvas.addEventListener("webglcontextlost", this.lost)
        canvas.addEventListener("webglcontextrestored", this.restored)
        this.observer = new ResizeObserver(() => { this.resize(); this.onneed() })
        this.observer.observe(canvas)
        this.resize()
    }

    add(object) { this.scene.add(object) }
    remove(object) { this.scene.remove(object) }

    /** Device pixels of a CSS pixel, as drawn. */
    get ratio() { return Math.min(window.devicePixelRatio || 1, FINEST) }

    resize() {
        const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio))
        const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio))
        if (this.canvas.width !== width || this.canvas.height !== height) this.renderer.setSize(width, height, false)
        this.film.resize(width, height)
        this.uniforms.pixels.value.set(width, height)
        /** Device pixels of a view point. */
        this.scale = width / this.recording.view[0]
    }

    /** Draws a frame: the camera of exactly this one. */
    draw(index) {
        if (this.isLost) return
        if (this.drawnRatio !== this.ratio) {
            this.drawnRatio = this.ratio
            this.resize()
        }
        this.take(index)
        this.renderer.render(this.scene, this.camera)
    }

    /** Draws what was just added once, empty: shaders that are built later would hold up the film. */
    warm() { if (!this.isLost) this.renderer.render(this.scene, this.camera) }

    /** Takes the camera of a frame. */
    take(index) {
        this.uniforms.cameraFromWorld.value.fromArray(this.frames.cameraFromWorld(index))
        this.uniforms.clipFromCamera.value.fromArray(this.frames.clipFromCamera(index))
    }

    /** The place in the view of a pointer, view points to a tenth; kept inside the view. */
    viewPoint(event) {
        const box = this.canvas.getBoundingClientRect()
        const [width, height] = this.recording.view
        const tenth = (share, size) => Math.min(Math.max(Math.round(share * size * 10) / 10, 0), size)
        return [tenth((event.clientX - box.left) / box.width, width), tenth((event.clientY - box.top) / box.height, height)]
    }

    close() {
        this.observer.disconnect()
        this.canvas.removeEventListener("webglcontextlost", this.lost)
        this.canvas.removeEventListener("webglcontextrestored", this.restored)
        this.renderer.dispose()
        this.renderer.forceContextLoss()
    }
}
