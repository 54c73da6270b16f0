// The camera picture under everything that is laid over it. A plain canvas: the browser turns a film's colours into pixels of it in one go,
// which costs a processor that draws without a graphics card a third of what a texture does.

export class FilmCanvas {
    /** @param {number[]} map view_from_image: x' = a x + c y + tx, y' = b x + d y + ty, both normalized with the origin top left */
    constructor(canvas, map) {
        this.canvas = canvas
        this.map = map
        // Not `desynchronized`: film and overlay are to be seen at the same moment.
        this.context = canvas.getContext("2d", { alpha: false })
        /** Whether the picture is to be drawn again, because the canvas has another size. */
        this.isStale = true
    }

    /** Takes a size, device pixels. */
    resize(width, height) {
        if (this.canvas.width === width && this.canvas.height === height) return
        this.canvas.width = width
        this.canvas.height = height
        this.isStale = true
    }

    /** Draws the picture that is on now, a video or a bitmap, where the view shows it. */
    draw(image) {
        if (!image) return
        const [a, b, c, d, tx, ty] = this.map
        const { width, height } = this.canvas
        this.context.setTransform(1, 0, 0, 1, 0, 0)
        this.context.clearRect(0, 0, width, height)
        this.context.setTransform(a * width, b * height, c * width, d * height, tx * width, ty * height)
        this.context.drawImage(image, 0, 0, 1, 1)
        this.isStale = false
    }
}
