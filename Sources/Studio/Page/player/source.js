// Where the pictures of a recording come from: its film where the browser can play it, else picture by picture.
import { FilmSource } from "./film-source.js"
import { PictureSource } from "./picture-source.js"

/** Opens the pictures; `{source, isFallback}`, where the fallback stands in for a film that cannot be played. */
export async function openSource(recording, frames, options) {
    if (!recording.film?.rate) return { source: await PictureSource.open(recording, frames, options), isFallback: false }
    try {
        return { source: await FilmSource.open(recording, frames, options), isFallback: false }
    } catch (failure) {
        if (options.signal.aborted) throw failure
        return { source: await PictureSource.open(recording, frames, options), isFallback: true }
    }
}
