// The room in which a drawing is looked at: camera, light, turning, and pictures only when something changed.
import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "/three/build/three.module.js"
import { OrbitControls } from "/three/examples/jsm/controls/OrbitControls.js"
import { ApiFailure } from "../api.js"
import { texts } from "../texts.js"

/** The colour of stages in styles/tokens.css. */
const STAGE = 0x0c0e10
const FIELD = 40
/** From where the drawing is seen first: from before the table, a little from the right, downward. */
const FIRST_WAY = new Vector3(0.35, 0.85, 1).normalize()
/** Pixels of the screen to one point of the page: more cost much and show little. */
const MOST_PIXELS = 2

/**
 * A picture that comes so soon after the one before belongs to a movement, and when they take longer than is smooth, milliseconds; then
 * those of a movement have fewer pixels, and the one after it all of them.
 */
const MOVEMENT = 250
const SLOW = 45
const COARSE = 0.4

/** Whether a graphics card draws. Without one, smooth edges would cost three quarters of all pictures. */
function hasCard() {
    const gl = document.createElement("canvas").getContext("webgl")
    const names = gl?.getExtension("WEBGL_debug_renderer_info")
    const name = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : ""
    gl?.getExtension("WEBGL_lose_context")?.loseContext()
    return !/swiftshader|llvmpipe|softpipe|software/i.test(name)
}

/**
 * Makes the room on a canvas that fills `stage`. `before(eye)` is called before each picture with the place of the camera, `after()` when
 * it is drawn. Fails with ApiFailure when the browser cannot draw in 3D.
 */
export function makeRoom(stage, canvas, { before, after }) {
    const context = canvas.getContext("webgl2", { alpha: false, antialias: hasCard(), stencil: false })
    if (!context) throw new ApiFailure(texts.workshop.noWebGL, texts.workshop.noWebGLHelp)
    const renderer = new WebGLRenderer({ canvas, context })
    renderer.setClearColor(new Color(STAGE))
    renderer.gammaOutput = true
    const scene = new Scene()
    const camera = new PerspectiveCamera(FIELD, 1, 0.001, 100)
    const light = new DirectionalLight(0xffffff, 0.55)
    scene.add(new HemisphereLight(0xffffff, 0x707880, 0.5), camera)
    // The light comes with the eye, from its upper left: no side is ever quite dark.
    camera.add(light, light.target)
    light.position.set(-0.4, 0.9, 0.6)
    light.target.position.set(0, -0.2, -1)

    const controls = new OrbitControls(camera, canvas)
    controls.enableKeys = false
    controls.screenSpacePanning = true
    let box = null
    let turn = 0
    let pictures = 0
    let last = -Infinity
    let slow = 0
    let share = 1
    let rest = 0

    function draw(now) {
        turn = 0
        sharpen(now)
        before(camera.position)
        renderer.render(scene, camera)
        pictures += 1
        after()
    }

    function invalidate() { turn ||= requestAnimationFrame(draw) }

    /** Chooses how sharp the next picture is. */
    function sharpen(now) {
        const gap = now - last
        last = now
        const isMoving = gap < MOVEMENT
        if (!isMoving) slow = 0
        else if (gap > SLOW) slow += 1
        // One alone is no slow machine.
        else if (slow < 2) slow = 0
        const wanted = slow >= 2 ? COARSE : 1
        if (wanted !== share) {
            share = wanted
            size()
        }
        clearTimeout(rest)
        if (share < 1) rest = setTimeout(invalidate, MOVEMENT)
    }

    function size() {
        renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS) * share)
        renderer.setSize(stage.clientWidth, stage.clientHeight, false)
    }

    function resize() {
        const { clientWidth: width, clientHeight: height } = stage
        if (width === 0 || height === 0) return
        size()
        camera.aspect = width / height
        camera.updateProjectionMatrix()
        // At once: a canvas is empty after its size has changed.
        cancelAnimationFrame(turn)
        draw(performance.now())
    }

    /** Shows all of a box from where it is seen best. */
    function fit(bounds) {
        if (bounds) box = bounds
        if (!box) return
        const center = box.getCenter(new Vector3())
        const radius = Math.max(box.getSize(new Vector3()).length() / 2, 0.005)
        const half = Math.atan(Math.tan(FIELD / 2 * Math.PI / 180) * Math.min(1, camera.aspect))
        const distance = radius / Math.sin(half) * 1.05
        controls.target.copy(center)
        controls.minDistance = radius / 20
        controls.maxDistance = distance * 8
        camera.near = radius / 50
        camera.far = distance * 10
        camera.position.copy(center).addScaledVector(FIRST_WAY, distance)
        camera.updateProjectionMatrix()
        controls.update()
        invalidate()
    }

    controls.addEventListener("change", invalidate)
    const observer = new ResizeObserver(resize)
    observer.observe(stage)
    const lost = event => { event.preventDefault() }
    canvas.addEventListener("webglcontextlost", lost)
    canvas.addEventListener("webglcontextrestored", invalidate)

    return {
        scene, camera, controls, invalidate, fit,
        get pictures() { return pictures },
        /** Whether the picture has all pixels. */
        get isSharp() { return share === 1 },
        close() {
            cancelAnimationFrame(turn)
            clearTimeout(rest)
            observer.disconnect()
            controls.dispose()
            canvas.removeEventListener("webglcontextlost", lost)
            scene.dispose()
            renderer.dispose()
            renderer.forceContextLoss()
        },
    }
}
