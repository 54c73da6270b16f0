// Which strokes are there and in which colours, as the words of `airdraw edit` say.

/** Colours of strokes, one after the other, as the mesh has them. */
const PALETTE = [[0.76, 0.53, 0.29], [0.16, 0.44, 0.70], [0.80, 0.22, 0.24], [0.20, 0.58, 0.34], [0.55, 0.34, 0.64], [0.90, 0.62, 0.12]]

export class StrokeLooks {
    constructor(words) {
        this.dropped = new Set(words.all("drop-stroke").map(Number))
        this.colours = new Map()
        for (const word of words.all("color")) {
            const [, number, colour] = /^(?:(\d+):)?#([0-9a-f]{6})$/i.exec(word) ?? []
            if (colour) this.colours.set(number ? Number(number) : null, [0, 2, 4].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255))
        }
        this.key = [...words.all("drop-stroke"), "/", ...words.all("color")].join()
    }

    isThere(stroke) { return !this.dropped.has(stroke) }

    /** The colour of a stroke, by its number from 1; red, green and blue in 0…1. */
    colour(stroke) {
        const own = this.colours.get(stroke) ?? this.colours.get(null)
        if (own) return own
        // The palette counts the strokes that are left.
        const before = [...this.dropped].filter(number => number < stroke).length
        return PALETTE[(stroke - 1 - before) % PALETTE.length]
    }
}
