// How everything that is laid over the film gets to its place: one piece of shader and one set of numbers for all materials.
import * as THREE from "/three/build/three.module.js"

/** The numbers of the frame that is drawn; materials share these very objects. */
export function frameUniforms(recording) {
    const [k1, k2, p1, p2, k3] = recording.distortion ?? [0, 0, 0, 0, 0]
    return {
        cameraFromWorld: { value: new THREE.Matrix4() },
        clipFromCamera: { value: new THREE.Matrix4() },
        view: { value: new THREE.Vector2(recording.view[0], recording.view[1]) },
        // Device pixels of the canvas, and those of a view point.
        pixels: { value: new THREE.Vector2(1, 1) },
        bend: { value: new THREE.Vector4(k1, k2, p1, p2) },
        bend3: { value: k3 },
        reach: { value: reachOf(k1, k2, k3) },
    }
}

/** The square of the radius up to which the lens model does not fold the picture back. */
export function reachOf(k1, k2, k3) {
    for (let s = 0; s < 16; s += 0.01) if (1 + s * (3 * k1 + s * (5 * k2 + s * 7 * k3)) <= 0) return Math.max(s - 0.01, 0)
    return 16
}

/** Where a point of the world lands. The lens bends in the camera's axes, after Brown and Conrady, before the projection. */
export const PROJECTION = `
uniform mat4 cameraFromWorld;
uniform mat4 clipFromCamera;
uniform vec2 view;
uniform vec2 pixels;
uniform vec4 bend;
uniform float bend3;
uniform float reach;

vec3 toCamera(vec3 world) { return (cameraFromWorld * vec4(world, 1.0)).xyz; }

vec4 toClip(vec3 camera) {
    if (camera.z < 0.0) {
        // y down, as the coefficients are meant.
        vec2 p = vec2(camera.x, -camera.y) / -camera.z;
        float r = min(dot(p, p), reach);
        float radial = 1.0 + r * (bend.x + r * (bend.y + r * bend3));
        vec2 q = p * radial + vec2(
            2.0 * bend.z * p.x * p.y + bend.w * (r + 2.0 * p.x * p.x),
            bend.z * (r + 2.0 * p.y * p.y) + 2.0 * bend.w * p.x * p.y);
        camera.xy = vec2(q.x, -q.y) * -camera.z;
    }
    return clipFromCamera * vec4(camera, 1.0);
}

vec4 viewToClip(vec2 point) { return vec4(point.x / view.x * 2.0 - 1.0, 1.0 - point.y / view.y * 2.0, 0.0, 1.0); }
`

/** The same as the shader does, in double precision: view points of a point of the world, or null behind the camera. */
export function project(recording, frames, index, x, y, z) {
    const c = times(frames.cameraFromWorld(index), [x, y, z, 1])
    if (!(c[2] < 0)) return null
    const [k1, k2, p1, p2, k3] = recording.distortion ?? [0, 0, 0, 0, 0]
    const px = c[0] / -c[2]
    const py = c[1] / c[2]
    const r = Math.min(px * px + py * py, reachOf(k1, k2, k3))
    const radial = 1 + r * (k1 + r * (k2 + r * k3))
    const qx = px * radial + 2 * p1 * px * py + p2 * (r + 2 * px * px)
    const qy = py * radial + p1 * (r + 2 * py * py) + 2 * p2 * px * py
    const clip = times(frames.clipFromCamera(index), [qx * -c[2], -qy * -c[2], c[2], 1])
    return [(clip[0] / clip[3] + 1) / 2 * recording.view[0], (1 - clip[1] / clip[3]) / 2 * recording.view[1]]
}

/** A matrix in columns times a vector. */
export function times(m, v) {
    return [0, 1, 2, 3].map(row => m[row] * v[0] + m[row + 4] * v[1] + m[row + 8] * v[2] + m[row + 12] * v[3])
}
