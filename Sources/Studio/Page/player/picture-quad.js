// The camera picture behind everything: its four corners lie where the view shows them.
import * as THREE from "/three/build/three.module.js"

const VERTEX = `
uniform vec3 rowX;
uniform vec3 rowY;
varying vec2 at;
void main() {
    at = uv;
    vec3 p = vec3(uv, 1.0);
    gl_Position = vec4(dot(rowX, p) * 2.0 - 1.0, 1.0 - dot(rowY, p) * 2.0, 0.0, 1.0);
}`

/** KIND: 0 for colours, 1 for brightness and colour in three planes, 2 for the same in two. */
const FRAGMENT = `
uniform sampler2D first;
uniform sampler2D second;
uniform sampler2D third;
uniform vec2 share;
uniform vec3 offset;
uniform mat3 mixture;
varying vec2 at;
void main() {
#if KIND == 0
    gl_FragColor = vec4(texture2D(first, at).rgb, 1.0);
#else
    float y = texture2D(first, vec2(at.x * share.x, at.y)).r;
    vec2 place = vec2(at.x * share.y, at.y);
#if KIND == 1
    vec2 c = vec2(texture2D(second, place).r, texture2D(third, place).r);
#else
    vec2 c = texture2D(second, place).ra;
#endif
    gl_FragColor = vec4(mixture * (vec3(y, c) - offset), 1.0);
#endif
}`

const SOFT = { flipY: false, generateMipmaps: false, minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter, unpackAlignment: 1 }

export class PictureQuad {
    /** @param {number[]} map view_from_image: x' = a x + c y + tx, y' = b x + d y + ty, both normalized with the origin top left */
    constructor([a, b, c, d, tx, ty]) {
        this.geometry = new THREE.BufferGeometry()
        this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3))
        this.geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2))
        this.geometry.setIndex([0, 1, 2, 0, 2, 3])
        this.uniforms = {
            first: { value: null }, second: { value: null }, third: { value: null }, share: { value: new THREE.Vector2(1, 1) },
            offset: { value: new THREE.Vector3() }, mixture: { value: new THREE.Matrix3() },
            rowX: { value: new THREE.Vector3(a, c, tx) }, rowY: { value: new THREE.Vector3(b, d, ty) },
        }
        this.materials = []
        this.textures = []
        this.object = new THREE.Mesh(this.geometry, this.material(0))
        this.object.frustumCulled = false
        this.object.renderOrder = 0
        this.object.visible = false
    }

    /** Takes the picture that is on now: a video, a bitmap, or planes of brightness and colour. */
    take(image) {
        if (!image) return
        if (image.planes) this.takePlanes(image)
        else this.takeColours(image)
        this.object.visible = true
    }

    takeColours(image) {
        const size = [image.videoWidth ?? image.width, image.videoHeight ?? image.height, "colours"].join()
        if (this.size !== size) this.begin(size, 0, [Object.assign(new THREE.Texture(), SOFT)])
        this.textures[0].image = image
        this.textures[0].needsUpdate = true
    }

    takePlanes({ planes, isPacked, mix }) {
        const size = planes.map(plane => [plane.width, plane.height]).join()
        if (this.size !== size) {
            const format = k => k > 0 && isPacked ? THREE.LuminanceAlphaFormat : THREE.LuminanceFormat
            this.begin(size, isPacked ? 2 : 1, planes.map((plane, k) =>
                Object.assign(new THREE.DataTexture(plane.data, plane.width, plane.height, format(k), THREE.UnsignedByteType), SOFT)))
        }
        this.uniforms.share.value.set(planes[0].share, planes[1].share)
        this.uniforms.offset.value.fromArray(mix.offset)
        this.uniforms.mixture.value.fromArray(mix.matrix)
        planes.forEach((plane, k) => {
            this.textures[k].image.data = plane.data
            this.textures[k].needsUpdate = true
        })
    }

    /** Pictures of another size or kind come from here on. */
    begin(size, kind, textures) {
        for (const texture of this.textures) texture.dispose()
        this.size = size
        this.textures = textures
        this.object.material = this.material(kind)
        for (const [k, name] of ["first", "second", "third"].entries()) this.uniforms[name].value = textures[k] ?? null
    }

    material(kind) {
        return this.materials[kind] ??= new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT, defines: { KIND: kind }, uniforms: this.uniforms, depthTest: false, depthWrite: false,
            side: THREE.DoubleSide,
        })
    }

    dispose() {
        for (const texture of this.textures) texture.dispose()
        for (const material of this.materials) material?.dispose()
        this.geometry.dispose()
    }
}
