// The points of a drawing: boxes of one size, as many as there are, in one call to the graphics card. Their corners stand in one buffer;
// instances would take less of it, but where the processor draws each of them costs as much as a call of its own.
import * as THREE from "/three/build/three.module.js"
import { PROJECTION } from "./shaders.js"

/** Side of a point's footprint, and its height before the drawing is raised, metres. */
const SIDE = 0.003
const FLAT = 0.00001

const VERTEX = `
${PROJECTION}
attribute vec3 place;
attribute vec3 up;
attribute vec4 paint;
uniform float tall;
varying vec3 shade;

// The shortest turn that takes +Y to the normal of the surface; upside down is half a turn about x.
vec3 turned(vec3 v) {
    if (up.y < -0.999999) return vec3(v.x, -v.y, -v.z);
    float k = 1.0 / (1.0 + up.y);
    return mat3(
        1.0 - up.x * up.x * k, -up.x, -up.x * up.z * k,
        up.x, up.y, up.z,
        -up.x * up.z * k, -up.z, 1.0 - up.z * up.z * k) * v;
}

void main() {
    // Of a stroke that was taken back nothing is left.
    vec3 size = vec3(${SIDE}, tall, ${SIDE}) * paint.a;
    float light = 0.62 + 0.38 * max(dot(turned(normal), normalize(vec3(0.35, 0.85, 0.4))), 0.0);
    shade = paint.rgb * light;
    gl_Position = toClip(toCamera(place + turned(position * size)));
}`

const FRAGMENT = `
varying vec3 shade;
uniform float opacity;
void main() { gl_FragColor = vec4(shade, opacity); }`

/** A box that stands on its plane: y from 0 to 1. */
const BOX = new THREE.BoxBufferGeometry(1, 1, 1).translate(0, 0.5, 0)
const CORNERS = BOX.attributes.position.count
const TRIANGLES = BOX.index.count

export class Points {
    /** `opacity` under 1 for a drawing that is shown beside another. */
    constructor(uniforms, { opacity = 1, order = 3 } = {}) {
        this.material = new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT,
            uniforms: { ...uniforms, tall: { value: FLAT }, opacity: { value: opacity } },
            transparent: true, depthTest: true, depthWrite: true, side: THREE.DoubleSide,
        })
        this.geometry = new THREE.BufferGeometry()
        this.object = new THREE.Mesh(this.geometry, this.material)
        this.object.frustumCulled = false
        this.object.renderOrder = order
        this.count = 0
        this.makeRoom(256)
    }

    clear() { this.count = 0 }

    /** Adds a point that stands at a place of the world on a surface with this normal; without a colour it is not seen. */
    add(place, normal, colour) {
        if (this.count === this.room) this.makeRoom(this.room * 4)
        const { attributes } = this.geometry
        put(attributes.place, this.count, place)
        put(attributes.up, this.count, normal)
        put(attributes.paint, this.count, colour ? [...colour, 1] : [0, 0, 0, 0])
        this.count += 1
    }

    /** Shows the first points, as tall as the drawing is. */
    update(count, height) {
        const shown = Math.min(count, this.count)
        this.geometry.setDrawRange(0, shown * TRIANGLES)
        this.object.visible = shown > 0
        this.material.uniforms.tall.value = Math.max(height ?? FLAT, FLAT)
    }

    dispose() {
        this.geometry.dispose()
        this.material.dispose()
    }

    makeRoom(room) {
        // What the card holds of the old arrays goes with them.
        this.geometry.dispose()
        const repeated = ({ array, itemSize }) =>
            new THREE.BufferAttribute(Float32Array.from({ length: room * array.length }, (_, k) => array[k % array.length]), itemSize)
        this.geometry.setAttribute("position", repeated(BOX.attributes.position))
        this.geometry.setAttribute("normal", repeated(BOX.attributes.normal))
        for (const [name, size] of [["place", 3], ["up", 3], ["paint", 4]]) {
            const array = new Float32Array(room * CORNERS * size)
            const old = this.geometry.attributes[name]
            if (old) array.set(old.array)
            this.geometry.setAttribute(name, new THREE.BufferAttribute(array, size).setUsage(THREE.DynamicDrawUsage))
        }
        const index = Uint32Array.from({ length: room * TRIANGLES }, (_, k) => Math.floor(k / TRIANGLES) * CORNERS + BOX.index.array[k % TRIANGLES])
        this.geometry.setIndex(new THREE.BufferAttribute(index, 1))
        this.room = room
    }
}

/** Writes a value for all corners of a box; what the card has of the boxes before stays there. */
function put(attribute, number, values) {
    const { array, itemSize, updateRange } = attribute
    const first = number * CORNERS * itemSize
    const last = first + CORNERS * itemSize
    for (let k = first; k < last; k += itemSize) array.set(values, k)
    const start = updateRange.count < 0 ? first : Math.min(updateRange.offset, first)
    const end = updateRange.count < 0 ? last : Math.max(updateRange.offset + updateRange.count, last)
    updateRange.offset = start
    updateRange.count = end - start
    attribute.needsUpdate = true
}
