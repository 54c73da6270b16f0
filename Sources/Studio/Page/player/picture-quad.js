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

const FRAGMENT = `
uniform sampler2D picture;
varying vec2 at;
void main() { gl_FragColor = vec4(texture2D(picture, at).rgb, 1.0); }`

export class PictureQuad {
    /** @param {number[]} map view_from_image: x' = a x + c y + tx, y' = b x + d y + ty, both normalized with the origin top left */
    constructor([a, b, c, d, tx, ty]) {
        this.texture = new THREE.Texture()
        Object.assign(this.texture, {
            flipY: false, generateMipmaps: false, minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter, format: THREE.RGBFormat,
        })
        this.geometry = new THREE.BufferGeometry()
        this.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3))
        this.geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2))
        this.geometry.setIndex([0, 1, 2, 0, 2, 3])
        this.material = new THREE.ShaderMaterial({
            vertexShader: VERTEX, fragmentShader: FRAGMENT, depthTest: false, depthWrite: false, side: THREE.DoubleSide,
            uniforms: {
                picture: { value: this.texture }, rowX: { value: new THREE.Vector3(a, c, tx) },
                rowY: { value: new THREE.Vector3(b, d, ty) },
            },
        })
        this.object = new THREE.Mesh(this.geometry, this.material)
        this.object.frustumCulled = false
        this.object.renderOrder = 0
        this.object.visible = false
    }

    /** Takes the picture that is on now. */
    take(image) {
        if (!image) return
        if (this.size && (this.size[0] !== sizeOf(image)[0] || this.size[1] !== sizeOf(image)[1])) this.texture.dispose()
        this.size = sizeOf(image)
        this.texture.image = image
        this.texture.needsUpdate = true
        this.object.visible = true
    }

    dispose() {
        this.texture.dispose()
        this.geometry.dispose()
        this.material.dispose()
    }
}

function sizeOf(image) { return [image.videoWidth ?? image.width, image.videoHeight ?? image.height] }
