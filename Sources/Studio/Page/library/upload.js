// Sending a file with word of how far it is, which fetch cannot give.
import { ApiFailure } from "../api.js"
import { texts } from "../texts.js"

/**
 * Sends bytes. `progress(sent, total)` hears how far it is. `done` gives `{status, said}`, the answer and its JSON, whatever the status; it
 * fails with ApiFailure when there is no answer, and with an AbortError after `cancel()`.
 */
export function upload(path, body, progress) {
    const request = new XMLHttpRequest()
    const done = new Promise((resolve, reject) => {
        request.open("POST", path)
        request.setRequestHeader("X-AirDraw", "studio")
        request.setRequestHeader("Content-Type", "application/octet-stream")
        request.upload.onprogress = event => progress(event.loaded, event.total)
        request.onload = () => resolve({ status: request.status, said: jsonOf(request.responseText) })
        request.onerror = () => reject(new ApiFailure(texts.library.imports.broken, texts.library.imports.brokenHelp))
        request.onabort = () => reject(new DOMException("cancelled", "AbortError"))
        request.send(body)
    })
    return { done, cancel: () => request.abort() }
}

function jsonOf(text) {
    try {
        return JSON.parse(text)
    } catch {
        // Not the words of the studio's server: the status is all there is.
        return {}
    }
}
