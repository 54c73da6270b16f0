// Colours of what is laid over the film; the renderer of previews has the same.
export const MOODS = { sure: "#3ddb59", unsure: "#faab29", gone: "#ff544d", calm: "#ffffff" }
export const LEVEL = "#59d9f2"
export const UPRIGHT = "#b28cff"
export const FOCUS = "#ffcc33"
/** The second run, beside the first: also dashed, and with a letter. */
export const BESIDE = "#ff9df5"

/** How sure the tracker is in a frame. */
export function moodOf(frame, gate) {
    if (!frame?.s || frame.c === undefined || frame.c === null) return MOODS.calm
    if (frame.s === "lost") return MOODS.gone
    return frame.c >= gate ? MOODS.sure : MOODS.unsure
}
