// The server's answers, and its streams of events.
import { texts } from "./texts.js"

/** What the server said it could not do, and what helps. */
export class ApiFailure extends Error {
    constructor(message, help = null, status = 0) {
        super(message)
        this.help = help
        this.status = status
    }
}

/** The path of something of a recording. */
export function recordingPath(name, ...parts) {
    return ["/api/recordings", encodeURIComponent(name), ...parts.map(part => encodeURIComponent(part))].join("/")
}

/** A path with words as its query. */
export function withQuery(path, words) {
    const query = words.toString()
    return query ? `${path}?${query}` : path
}

/** Asks for something and waits for a good answer; ApiFailure for any other. */
export async function request(path, options = {}) {
    let answer
    try {
        answer = await fetch(path, options)
    } catch (failure) {
        if (failure.name === "AbortError") throw failure
        throw new ApiFailure(texts.failures.noServer, texts.failures.noServerHelp)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
}

export async function getJSON(path, { signal } = {}) { return (await request(path, { signal })).json() }

/** Sends a body that becomes JSON, or bytes (a Blob), and gives the JSON of the answer. */
export async function post(path, body, { signal } = {}) {
    const isBytes = body instanceof Blob
    const headers = { "X-AirDraw": "studio", "Content-Type": isBytes ? "application/octet-stream" : "application/json" }
    return (await request(path, { method: "POST", headers, body: isBytes ? body : JSON.stringify(body), signal })).json()
}

async function failureOf(answer) {
    let said = {}
    try {
        said = await answer.json()
    } catch {
        // Not the words of the studio's server; its number says what there is to say.
    }
    return new ApiFailure(said.error ?? texts.failures.status(answer.status), said.help ?? null, answer.status)
}

/** Reconnects without a word in between after which the server counts as gone, and the wait before the next try, milliseconds. */
const PATIENCE = 8
const PAUSE = 2000

/**
 * Listens to a stream of events until it is closed.
 *
 * The server closes each stream after at most two seconds and the browser comes back with the last id, so that no page holds a
 * connection for long. `handlers` has a function for each name of an event, given its data; `failed({error, help})` also hears of answers
 * that are no stream, and `lost(isLost)` when the server does not answer and when it does again.
 * @returns {{close(): void}}
 */
export function listen(url, handlers) {
    let source = null
    let timer = null
    let silences = 0
    let isLost = false
    let isClosed = false
    const lost = value => {
        if (value !== isLost) handlers.lost?.(value)
        isLost = value
    }
    const open = () => {
        source = new EventSource(url)
        for (const name of Object.keys(handlers)) {
            if (name === "lost") continue
            source.addEventListener(name, event => {
                if (isClosed) return
                silences = 0
                lost(false)
                handlers[name](JSON.parse(event.data), event.lastEventId)
            })
        }
        source.onopen = () => { silences = 0; lost(false) }
        source.onerror = () => {
            if (isClosed) return
            silences += 1
            if (source.readyState === EventSource.CLOSED) {
                explain(url).then(failure => {
                    if (isClosed) return
                    if (failure) handlers.failed?.({ error: failure.message, help: failure.help })
                    else again()
                })
            } else if (silences > PATIENCE) again()
        }
    }
    const again = () => {
        source.close()
        lost(true)
        silences = 0
        timer = setTimeout(open, PAUSE)
    }
    open()
    return {
        close() {
            isClosed = true
            clearTimeout(timer)
            source.close()
        },
    }
}

/** Why an address is no stream; null when it is one now, or when nobody answers. */
async function explain(url) {
    const stop = new AbortController()
    try {
        const answer = await fetch(url, { signal: stop.signal })
        if (!answer.ok) return await failureOf(answer)
    } catch {
        // Nobody answers: the next try will tell.
    } finally {
        stop.abort()
    }
    return null
}
