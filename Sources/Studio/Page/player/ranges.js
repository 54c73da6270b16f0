// Stretches of time as the command line has them, "A..B", and the play head's part in them. Ends belong to a stretch.

/** The stretches in words, as `{from, to}` in seconds; what is none is left out: the server says what is wrong with it. */
export function parseRanges(texts) {
    return texts.map(text => text.split("..").map(Number)).filter(pair => pair.length === 2 && pair[0] < pair[1])
        .map(([from, to]) => ({ from, to }))
}

export function contains(ranges, time) { return ranges.some(range => range.from <= time && time <= range.to) }

/** The stretches in which the pen is down: those of the words, else the recorded ones, else the whole clip. */
export function penRanges(words, recording, frames) {
    if (words.has("draw")) return parseRanges(words.all("draw"))
    if (recording.draws.length) return recording.draws.map(([from, to]) => ({ from, to }))
    return [{ from: 0, to: frames.end }]
}

/** The stretches in which the drawing is raised: none where its height is given. */
export function raiseRanges(words, recording) {
    if (words.has("height")) return []
    if (words.has("extrude")) return parseRanges(words.all("extrude"))
    return recording.extrudes.map(([from, to]) => ({ from, to }))
}

/**
 * Puts the pen down at a frame, until the end of the recording, or lifts it after that frame where it is down.
 * @returns {{ranges: string[], isOn: boolean, text: string}} the words of all stretches, and what was done at which time
 */
export function toggle(ranges, frames, index) {
    const time = frames.time(index)
    if (contains(ranges, time)) {
        const kept = ranges.filter(range => !(range.from <= time && time <= range.to))
        const from = Math.min(...ranges.filter(range => range.from <= time && time <= range.to).map(range => range.from))
        const to = frames.endText(index, from)
        return { ranges: texts([...kept, { from, to }]), isOn: false, text: to }
    }
    const from = frames.timeText(index)
    const to = frames.endText(frames.count - 1, Number(from))
    // What began later and is open too is in it.
    const others = ranges.filter(range => !(range.from >= Number(from) && range.to === Number(to)))
    return { ranges: texts([...others, { from, to }]), isOn: true, text: from }
}

function texts(ranges) {
    return [...ranges].sort((a, b) => Number(a.from) - Number(b.from)).map(range => `${range.from}..${range.to}`)
}
