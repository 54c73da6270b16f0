// A few words on a dark ground that lie on the view, such as the confidence over a box.
import * as THREE from "/three/build/three.module.js"
import { PROJECTION } from "./shaders.js"

const VERTEX = `
${PROJECTION}
uniform vec2 corner;
uniform vec2 size;
varying vec2 at;
void main() {
    at = uv;
    vec4 c = viewToClip(corner);
    // The lower left corner of the words stands at the place; uv counts from the top.
    c.xy += vec2(uv.x, 1.0 - uv.y) * size / pixels * 2.0;
    gl_Position = c;
}`

const FRAGMENT = `
uniform sampler2D words;
varying vec2 at;
void main() { gl_FragColor = texture2D(words, at); }`

/** Height of the letters and of the ground, CSS pixels. */
const LETTERS = 12
const GROUND = 18

export class Label {
    constructor(uniforms, order) {
        this.canvas = document.createElement("canvas")
        this.texture = new THREE.CanvasTexture(this.canvas)
        Object.assign(this.texture, {
            flipY: false, generateMipmaps: false, minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter, premultiplyAlpha: false,
        })
        this.geometry = new THREE.BufferGeometry()
        this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3))
        this.geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2))
        this.geometry.setIndex([0, 1, 2, 0, 2, 3])
        this.material = new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthTest: false, depthWrite: false, side: THREE.DoubleSide,
            uniforms: {
                ...uniforms, words: { value: this.texture }, corner: { value: new THREE.Vector2() }, size: { value: new THREE.Vector2() },
            },
        })
        this.object = new THREE.Mesh(this.geometry, this.material)
        this.object.frustumCulled = false
        this.object.renderOrder = order
        this.object.visible = false
        this.said = ""
    }

    /** Puts words with their lower left corner at a view point. `ratio` is device pixels of a CSS pixel. */
    show(words, colour, place, ratio) {
        this.object.visible = true
        this.material.uniforms.corner.value.set(place[0], place[1])
        const saying = `${words}|${colour}|${ratio}`
        if (saying === this.said) return
        this.said = saying
        const context = this.canvas.getContext("2d")
        const font = `600 ${LETTERS * ratio}px system-ui, "DejaVu Sans", sans-serif`
        context.font = font
        const width = Math.ceil(context.measureText(words).width + 10 * ratio)
        const height = Math.ceil(GROUND * ratio)
        if (this.canvas.width !== width || this.canvas.height !== height) {
            // Another size is another texture on the card.
            this.texture.dispose()
            this.canvas.width = width
            this.canvas.height = height
        }
        context.clearRect(0, 0, width, height)
        context.fillStyle = "rgb(0 0 0 / 72%)"
        context.fillRect(0, 0, width, height)
        context.font = font
        context.textBaseline = "middle"
        context.fillStyle = colour
        context.fillText(words, 5 * ratio, height / 2 + ratio / 2)
        this.texture.needsUpdate = true
        this.material.uniforms.size.value.set(width, height)
    }

    hide() { this.object.visible = false }

    dispose() {
        this.texture.dispose()
        this.geometry.dispose()
        this.material.dispose()
    }
}
