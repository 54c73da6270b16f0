// The imports of this browser tab. They live longer than the page that shows them: a film is sent on while another one is looked at,
// and what the server works on is found again after a reload.
import { ApiFailure, listen, post } from "../api.js"
import { texts } from "../texts.js"
import { upload } from "./upload.js"

const KEY = "airdraw.imports"
const text = texts.library.imports

/**
 * One import. `state` is "waiting", "sending", "asking" (the server needs words), "working", "done", "failed" or "cancelled"; a new state is
 * told to `imports` as an event "state", and how far it is as "change".
 */
export class Import {
    #stop = new AbortController()
    #stream = null
    #upload = null
    #sent = new Set()

    constructor(thing) {
        this.title = thing.files ? `${thing.name}/` : thing.name
        this.thing = thing
        // Without a name the studio takes the file's, with a number where it is taken.
        this.words = {}
        this.state = "waiting"
        this.step = ""
        this.done = 0
        this.total = 0
        this.notes = []
        this.failure = null
        this.id = thing.id ?? null
    }

    /** Whether it holds a place in the row of uploads. */
    get isSending() { return this.state === "sending" }
    get isOver() { return ["done", "failed", "cancelled"].includes(this.state) }
    /** Whether the server has the bytes, so that they need not be sent again. */
    get isKept() { return this.id !== null }
    get canRepeat() { return this.isKept || Boolean(this.thing.file || this.thing.files) }

    /** Sends the bytes; what follows is up to the server. */
    async send() {
        await this.#doing(async () => {
            this.#set("sending", { done: 0, total: this.#size() })
            const answer = this.thing.file ? await this.#sendFilm() : await this.#sendFolder()
            this.#heard(answer)
        })
    }

    /** Runs a kept upload with other words. `beside` are files that the words speak of, sent first. */
    async again(words, beside = []) {
        this.words = words
        this.failure = null
        this.notes = []
        if (!this.isKept) return imports.start(this)
        await this.#doing(async () => {
            this.#set("working", { step: "", done: 0, total: 0 })
            for (const file of beside) {
                // The same file may have been sent with other words before: the studio has it then.
                if (this.#sent.has(file.name)) continue
                await this.#post(`/api/imports/${this.id}/files`, { file: file.name }, file)
                this.#sent.add(file.name)
            }
            this.#heard(await this.#post(`/api/imports/${this.id}`, words, new Blob([]), [422]))
        })
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

    /** Gives it up, and lets the server drop what it has. */
    cancel() {
        this.#stop.abort()
        this.#upload?.cancel()
        this.#end()
        this.#set("cancelled", {})
        // Should this get lost, the server drops it by itself when nobody asks for it any more.
        if (this.isKept) post(`/api/imports/${this.id}/drop`, {}).catch(() => {})
    }

    #size() { return this.thing.file ? this.thing.file.size : this.thing.files.reduce((sum, one) => sum + one.file.size, 0) }

    #sendFilm() { return this.#post("/api/imports", { file: this.thing.name, ...this.words }, this.thing.file, [422], 0) }

    /** Sends the files of a folder one after the other, and then says that it is all. */
    async #sendFolder() {
        const { name, files } = this.thing
        if (files.length === 0) throw new ApiFailure(text.emptyFolder(name), text.emptyFolderHelp)
        let before = 0
        for (const { path, file } of files) {
            if (this.id === null) this.id = String((await this.#post("/api/imports", { file: path, more: "", ...this.words }, file, [], before)).said.id)
            else await this.#post(`/api/imports/${this.id}/files`, { file: path }, file, [], before)
            before += file.size
        }
        return this.#post(`/api/imports/${this.id}`, this.words, new Blob([]), [422])
    }

    /** Sends one body; statuses of failure are failures but for those that are `accepted`. `before` are bytes that were sent already. */
    async #post(path, query, body, accepted = [], before = null) {
        this.#stop.signal.throwIfAborted()
        const progress = done => { if (before !== null) this.#set("sending", { done: before + done }) }
        this.#upload = upload(`${path}?${new URLSearchParams(query)}`, body, progress)
        const answer = await this.#upload.done
        const { status, said } = answer
        if (status >= 400 && !accepted.includes(status)) throw new ApiFailure(said.error ?? texts.failures.status(status), said.help ?? null, status)
        return answer
    }

    async #doing(work) {
        try {
            await work()
        } catch (failure) {
            if (failure.name !== "AbortError") this.#fail(failure)
        } finally {
            this.#upload = null
        }
    }

    #heard({ status, said }) {
        if (this.state === "cancelled") return
        // A film that is no film is refused with the same number, and then there is nothing to ask about.
        if (status === 422 && said.id === undefined) throw new ApiFailure(said.error ?? texts.failures.status(status), said.help ?? null, status)
        if (said.id !== undefined) this.id = String(said.id)
        if (status === 422) {
            this.asked = said
            this.#set("asking", {})
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
        for (const { id, title } of stored()) {
            const one = new Import({ id, name: title })
            this.list.push(one)
            one.follow()
        }
    }

    #keep() {
        const running = this.list.filter(one => one.state === "working" && one.isKept).map(one => ({ id: one.id, title: one.title }))
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
