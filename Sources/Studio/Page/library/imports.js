// The imports of this browser tab. They live longer than the page that shows them: a film is sent on while another one is looked at,
// and what the server works on is found again after a reload.
import { ApiFailure, listen } from "../api.js"
import { texts } from "../texts.js"
import { archive } from "./folder-archive.js"
import { upload } from "./upload.js"

const KEY = "airdraw.imports"
const text = texts.library.imports

/** The name of the recording that a file becomes, unless somebody says another one. */
const nameOf = file => file.replace(/\.(zip|r3d|mp4|mov|m4v|avi|mkv|webm)$/i, "")

/**
 * One import. `state` is "waiting", "packing", "sending", "asking" (the server needs words), "working", "done", "failed" or "cancelled";
 * each change is told to `imports` as an event "change".
 */
export class Import {
    #stop = new AbortController()
    #stream = null
    #upload = null

    constructor(thing) {
        this.title = thing.files ? `${thing.name}/` : thing.name
        this.thing = thing
        this.words = { name: nameOf(thing.name) }
        this.state = "waiting"
        this.step = ""
        this.done = 0
        this.total = 0
        this.notes = []
        this.failure = null
        this.id = thing.id ?? null
    }

    /** Whether it holds a place in the row of uploads. */
    get isSending() { return this.state === "packing" || this.state === "sending" }
    get isOver() { return ["done", "failed", "cancelled"].includes(this.state) }
    /** Whether the server has the bytes, so that they need not be sent again. */
    get isKept() { return this.id !== null }
    get canRepeat() { return this.isKept || Boolean(this.thing.file || this.thing.files) }

    /** Sends the bytes; what follows is up to the server. */
    async send() {
        try {
            this.#set("packing", { step: "", done: 0, total: 0 })
            const { file, name } = await this.#content()
            this.#set("sending", { done: 0, total: file.size })
            const query = new URLSearchParams({ file: name, ...this.words })
            this.#upload = upload(`/api/imports?${query}`, file, (done, total) => this.#set("sending", { done, total }))
            this.#heard(await this.#upload.done)
        } catch (failure) {
            if (failure.name !== "AbortError") this.#fail(failure)
        } finally {
            this.#upload = null
        }
    }

    /** Runs a kept upload with other words. `beside` are files that the words speak of, sent first. */
    async again(words, beside = []) {
        this.words = words
        this.failure = null
        this.notes = []
        if (!this.isKept) return imports.start(this)
        try {
            this.#set("working", { step: "", done: 0, total: 0 })
            for (const file of beside) {
                this.#upload = upload(`/api/imports/${this.id}?${new URLSearchParams({ beside: file.name })}`, file, () => {})
                const { status, said } = await this.#upload.done
                if (status >= 400) throw new ApiFailure(said.error ?? texts.failures.status(status), said.help ?? null, status)
            }
            this.#upload = upload(`/api/imports/${this.id}?${new URLSearchParams(words)}`, new Blob([]), () => {})
            this.#heard(await this.#upload.done)
        } catch (failure) {
            if (failure.name !== "AbortError") this.#fail(failure)
        } finally {
            this.#upload = null
        }
    }

    /** Follows what the server works on. */
    follow() {
        this.#set("working", {})
        this.#stream = listen(`/api/imports/${this.id}`, {
            progress: ({ title, done, total }) => this.#set("working", { step: title, done, total }),
            note: ({ text: line }) => { if (!this.notes.includes(line)) this.notes.push(line); this.#set("working", {}) },
            done: ({ name }) => { this.#end(); this.name = name; this.#set("done", {}); imports.tell("done", { name }) },
            failed: ({ error, help }) => { this.#end(); this.#fail(new ApiFailure(error, help)) },
        })
    }

    /** Gives it up. What the server already has is dropped there when nobody asks for it. */
    cancel() {
        this.#stop.abort()
        this.#upload?.cancel()
        this.#end()
        this.#set("cancelled", {})
    }

    async #content() {
        if (this.thing.file) return { file: this.thing.file, name: this.thing.name }
        if (this.thing.files.length === 0) throw new ApiFailure(text.emptyFolder(this.thing.name), text.emptyFolderHelp)
        const file = await archive(this.thing.files, (done, total) => this.#set("packing", { done, total }), this.#stop.signal)
        return { file, name: `${this.thing.name}.zip` }
    }

    #heard({ status, said }) {
        if (this.state === "cancelled") return
        if (said.id !== undefined) this.id = String(said.id)
        if (status === 422) {
            this.asked = said
            this.#set("asking", {})
        } else if (status >= 400 || this.id === null) {
            this.#fail(new ApiFailure(said.error ?? texts.failures.status(status), said.help ?? null, status))
        } else {
            this.follow()
        }
    }

    #fail(failure) {
        if (this.state === "cancelled") return
        this.failure = failure
        this.#set("failed", {})
    }

    #end() {
        this.#stream?.close()
        this.#stream = null
    }

    #set(state, more) {
        const isNews = state !== this.state
        Object.assign(this, more, { state })
        imports.tell(isNews ? "state" : "change", this)
    }
}

/** All imports of the tab, in the order in which they were asked for. Two are sent at a time at the most: others wait. */
class Imports extends EventTarget {
    list = []
    #together = 2

    add(things) {
        const added = things.map(thing => new Import(thing))
        this.list.push(...added)
        this.tell("list", null)
        this.#next()
    }

    /** Puts an import into the row again. */
    start(one) {
        one.state = "waiting"
        this.tell("list", null)
        this.#next()
    }

    remove(one) {
        this.list = this.list.filter(other => other !== one)
        this.#keep()
        this.tell("list", null)
    }

    tell(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }))
        if (name === "state") {
            this.#keep()
            this.#next()
        }
    }

    #next() {
        while (this.list.filter(one => one.isSending).length < this.#together) {
            const next = this.list.find(one => one.state === "waiting")
            if (!next) return
            next.send()
        }
    }

    /** Finds what the server was working on before the page was loaded anew. */
    recall() {
        for (const { id, name, title } of stored()) {
            const one = new Import({ id, name: title })
            one.words = { name }
            this.list.push(one)
            one.follow()
        }
    }

    #keep() {
        const running = this.list.filter(one => one.state === "working" && one.id)
            .map(one => ({ id: one.id, name: one.words.name, title: one.title }))
        try {
            sessionStorage.setItem(KEY, JSON.stringify(running))
        } catch {
            // A browser that keeps nothing: the import goes on, and the library shows its recording.
        }
    }
}

function stored() {
    try {
        return JSON.parse(sessionStorage.getItem(KEY) ?? "[]")
    } catch {
        // Nothing that this page wrote.
        return []
    }
}

export const imports = new Imports()
imports.recall()

addEventListener("beforeunload", event => {
    // What is half sent would have to be sent again.
    if (imports.list.some(one => one.isSending)) event.preventDefault()
})
