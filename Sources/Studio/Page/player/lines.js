// Lines that are as wide in the picture as they say: each piece is a rectangle that the graphics card lays along it. Its four corners each
// hold the whole piece; instances would hold it once, but where the processor draws each of them costs as much as a call of its own.
import * as THREE from "/three/build/three.module.js"
import { PROJECTION } from "./shaders.js"

const VERTEX = `
${PROJECTION}
attribute vec3 from;
attribute vec3 to;
attribute vec2 corner;
varying float along;
varying float across;
uniform float width;

vec4 place(vec3 p) {
    return ON_VIEW ? viewToClip(p.xy) : toClip(p);
}

void main() {
    vec3 a = from;
    vec3 b = to;
    if (!ON_VIEW) {
        a = toCamera(from);
        b = toCamera(to);
        float near = -0.01;
        if (a.z > near && b.z > near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
        if (a.z > near) a = mix(b, a, (b.z - near) / (b.z - a.z));
        if (b.z > near) b = mix(a, b, (a.z - near) / (a.z - b.z));
    }
    vec4 ca = place(a);
    vec4 cb = place(b);
    vec2 pa = ca.xy / ca.w * pixels;
    vec2 pb = cb.xy / cb.w * pixels;
    vec2 way = pb - pa;
    float size = length(way);
    if (size < 0.0001) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    way /= size;
    vec2 side = vec2(-way.y, way.x);
    // corner.x: which end, corner.y: which side; ends reach half a width further, so that pieces join. Clip space is two units wide.
    vec4 c = corner.x < 0.5 ? ca : cb;
    // A pixel more on each side, over which the edge fades.
    across = (corner.y * 2.0 - 1.0) * (width * 0.5 + 1.0);
    vec2 shift = side * across * 2.0 + way * (corner.x * 2.0 - 1.0) * width;
    c.xy += shift / pixels * c.w;
    along = corner.x < 0.5 ? 0.0 : size * 0.5;
    gl_Position = c;
}`

const FRAGMENT = `
uniform vec3 colour;
uniform float opacity;
uniform float dash;
uniform float width;
varying float along;
varying float across;
void main() {
    if (dash > 0.0 && fract(along / dash) > 0.55) discard;
    gl_FragColor = vec4(colour, opacity * clamp(width * 0.5 + 0.5 - abs(across), 0.0, 1.0));
}`

const CORNERS = [0, 0, 1, 0, 1, 1, 0, 1]
const TRIANGLES = [0, 1, 2, 0, 2, 3]

export class Lines {
    /**
     * @param uniforms those of the frame
     * @param {{colour: number, opacity?: number, width?: number, dash?: number, onView?: boolean, order?: number, depth?: boolean}} look
     *   width and dash in CSS pixels; `onView`: places are view points in place of the world's metres
     */
    constructor(uniforms, { colour, opacity = 1, width = 2, dash = 0, onView = false, order = 5, depth = false }) {
        this.width = width
        this.dash = dash
        this.material = new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT, defines: { ON_VIEW: onView ? "true" : "false" },
            uniforms: {
                ...uniforms, colour: { value: new THREE.Color(colour) }, opacity: { value: opacity }, width: { value: width },
                dash: { value: dash },
            },
            transparent: true, depthTest: depth, depthWrite: false, side: THREE.DoubleSide,
        })
        this.geometry = new THREE.BufferGeometry()
        this.count = 0
        this.makeRoom(16)
        this.object = new THREE.Mesh(this.geometry, this.material)
        this.object.frustumCulled = false
        this.object.renderOrder = order
    }

    clear() { this.count = 0 }

    /** Adds a piece from a to b. */
    add(a, b) {
        if (this.count === this.room) this.makeRoom(this.room * 2)
        for (let k = this.count * 12; k < this.count * 12 + 12; k += 3) {
            this.from[k] = a[0]
            this.from[k + 1] = a[1]
            this.from[k + 2] = a[2] ?? 0
            this.to[k] = b[0]
            this.to[k + 1] = b[1]
            this.to[k + 2] = b[2] ?? 0
        }
        this.count += 1
    }

    /** Adds a piece in so many parts that a lens can bend it. */
    addBent(a, b, parts) {
        const at = k => a.map((value, axis) => value + (b[axis] - value) * k / parts)
        for (let k = 0; k < parts; k += 1) this.add(at(k), at(k + 1))
    }

    /** Gives what was added to the graphics card; shows the first `count` pieces. */
    update(scale, count = this.count, isChanged = true) {
        this.geometry.setDrawRange(0, count * TRIANGLES.length)
        this.object.visible = count > 0
        this.material.uniforms.width.value = this.width * scale
        this.material.uniforms.dash.value = this.dash * scale
        if (isChanged) for (const name of ["from", "to"]) this.geometry.attributes[name].needsUpdate = true
    }

    setColour(colour) { this.material.uniforms.colour.value.set(colour) }

    dispose() {
        this.geometry.dispose()
        this.material.dispose()
    }

    makeRoom(room) {
        // What the card holds of the old arrays goes with them.
        this.geometry.dispose()
        const grown = old => {
            const array = new Float32Array(room * 12)
            if (old) array.set(old)
            return array
        }
        this.from = grown(this.from)
        this.to = grown(this.to)
        this.room = room
        for (const name of ["from", "to"]) {
            this.geometry.setAttribute(name, new THREE.BufferAttribute(this[name], 3).setUsage(THREE.DynamicDrawUsage))
        }
        // three.js wants to know a position, though the places are `from` and `to`.
        this.geometry.setAttribute("position", this.geometry.attributes.from)
        const corners = Float32Array.from({ length: room * 8 }, (_, k) => CORNERS[k % 8])
        this.geometry.setAttribute("corner", new THREE.BufferAttribute(corners, 2))
        const triangles = Uint32Array.from({ length: room * 6 }, (_, k) => Math.floor(k / 6) * 4 + TRIANGLES[k % 6])
        this.geometry.setIndex(new THREE.BufferAttribute(triangles, 1))
    }
}
