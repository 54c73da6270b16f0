// The points of a drawing: boxes of one size, as many as there are, in one call to the graphics card.
import * as THREE from "/three/build/three.module.js"
import { PROJECTION } from "./shaders.js"

/** Side of a point's footprint, and its height before the drawing is raised, metres. */
const SIDE = 0.003
const FLAT = 0.00001

const VERTEX = `
${PROJECTION}
attribute vec4 paint;
uniform float tall;
varying vec3 shade;
void main() {
    // Of a stroke that was taken back nothing is left.
    vec3 size = vec3(${SIDE}, tall, ${SIDE}) * paint.a;
    vec3 world = (instanceMatrix * vec4(position * size, 1.0)).xyz;
    vec3 up = normalize(mat3(instanceMatrix) * normal);
    float light = 0.62 + 0.38 * max(dot(up, normalize(vec3(0.35, 0.85, 0.4))), 0.0);
    shade = paint.rgb * light;
    gl_Position = toClip(toCamera(world));
}`

const FRAGMENT = `
varying vec3 shade;
uniform float opacity;
void main() { gl_FragColor = vec4(shade, opacity); }`

export class Points {
    /** `opacity` under 1 for a drawing that is shown beside another. */
    constructor(uniforms, { opacity = 1, order = 3 } = {}) {
        this.material = new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT,
            uniforms: { ...uniforms, tall: { value: FLAT }, opacity: { value: opacity } },
            transparent: true, depthTest: true, depthWrite: true, side: THREE.DoubleSide,
        })
        // Stands on its plane: y from 0 to 1.
        this.box = new THREE.BoxBufferGeometry(1, 1, 1)
        this.box.translate(0, 0.5, 0)
        this.group = new THREE.Group()
        this.order = order
        this.count = 0
        this.makeRoom(256)
    }

    clear() { this.count = 0 }

    /** Adds a point that stands at a place of the world on a surface with this normal; without a colour it is not seen. */
    add(place, normal, colour) {
        if (this.count === this.mesh.instanceMatrix.count) this.makeRoom(this.count * 4)
        this.mesh.instanceMatrix.array.set(standing(place, normal), this.count * 16)
        this.paint.array.set(colour ? [...colour, 1] : [0, 0, 0, 0], this.count * 4)
        this.count += 1
        this.mesh.instanceMatrix.needsUpdate = true
        this.paint.needsUpdate = true
    }

    /** Shows the first points, as tall as the drawing is. */
    update(count, height) {
        this.mesh.count = Math.min(count, this.count)
        this.mesh.visible = this.mesh.count > 0
        this.material.uniforms.tall.value = Math.max(height ?? FLAT, FLAT)
    }

    dispose() {
        this.mesh.geometry.dispose()
        this.box.dispose()
        this.material.dispose()
    }

    makeRoom(room) {
        const old = this.mesh
        const geometry = this.box.clone()
        const paint = new THREE.InstancedBufferAttribute(new Float32Array(room * 4), 4).setUsage(THREE.DynamicDrawUsage)
        geometry.setAttribute("paint", paint)
        const mesh = new THREE.InstancedMesh(geometry, this.material, room)
        mesh.instanceMatrix = new THREE.InstancedBufferAttribute(new Float32Array(room * 16), 16).setUsage(THREE.DynamicDrawUsage)
        mesh.frustumCulled = false
        mesh.renderOrder = this.order
        if (old) {
            mesh.instanceMatrix.array.set(old.instanceMatrix.array)
            paint.array.set(this.paint.array)
            this.group.remove(old)
            old.geometry.dispose()
        }
        this.group.add(mesh)
        this.mesh = mesh
        this.paint = paint
    }
}

/** The matrix of a place with +Y along a normal, its sides along the world's x and z where the normal is up. */
function standing([px, py, pz], [nx, ny, nz]) {
    // The shortest turn from y to the normal; upside down is half a turn about x.
    if (ny < -0.999999) return [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, px, py, pz, 1]
    const k = 1 / (1 + ny)
    return [1 - nx * nx * k, -nx, -nx * nz * k, 0, nx, ny, nz, 0, -nx * nz * k, -nz, 1 - nz * nz * k, 0, px, py, pz, 1]
}
