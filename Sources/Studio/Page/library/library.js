// The library: what recordings and evaluation results the folder holds, and the way in for new ones.
import { getJSON } from "../api.js"
import { failureNote, h, say } from "../dom.js"
import { addressOf } from "../words.js"
import { plural, texts } from "../texts.js"
import { imports } from "./imports.js"
import { importPanel } from "./import-panel.js"
import { recordingCard } from "./card.js"
import { sorted, sortings } from "./sorting.js"

const text = texts.library

/** From this many recordings on, there is a field to search and a choice of order. */
const MANY = 12

export async function show(main) {
    const stop = new AbortController()
    const heading = h("h1", { tabindex: -1 }, text.heading)
    const folder = h("p", { class: "folder" })
    const problems = h("div")
    const content = h("div", { class: "stack" })
    const panel = importPanel(main, stop.signal)
    main.append(h("div", { class: "title" }, h("div", {}, heading, folder)), problems, panel, content)
    document.title = `${text.heading} – ${texts.studio}`

    let library = null
    let search = ""
    let order = sortings[0]

    const list = h("ul", { class: "cards" })
    const found = h("p", { class: "soft", role: "status" })

    function showList() {
        const words = search.trim().toLowerCase()
        const shown = sorted(library.recordings.filter(one => one.name.toLowerCase().includes(words)), order)
        list.replaceChildren(...shown.map(recordingCard))
        found.textContent = words ? text.found(shown.length, library.recordings.length) : ""
    }

    function tools() {
        if (library.recordings.length <= MANY) return null
        const field = h("input", {
            type: "search", id: "search", value: search,
            oninput: event => { search = event.target.value; showList() },
        })
        const choice = h("select", { id: "order", onchange: event => { order = sortings[event.target.selectedIndex]; showList() } },
            sortings.map(one => h("option", { selected: one === order }, text.orders[one.name])))
        return h("div", { class: "tools" },
            h("div", { class: "field" }, h("label", { for: "search" }, text.search), field),
            h("div", { class: "field" }, h("label", { for: "order" }, text.order), choice))
    }

    function showContent() {
        folder.replaceChildren(text.folder(library.folder, library.recordings.length))
        const parts = []
        if (library.recordings.length === 0) parts.push(emptyLibrary(library.folder))
        else parts.push(h("section", { class: "stack", "aria-labelledby": "recordings" },
            h("h2", { id: "recordings", class: "aside-text" }, text.recordings), tools(), found, list))
        if (library.results.length > 0) parts.push(resultsList(library.results))
        content.replaceChildren(...parts)
        showList()
    }

    async function load() {
        try {
            const next = await getJSON("/api/library", { signal: stop.signal })
            problems.replaceChildren()
            // The same again would only take the focus away.
            if (JSON.stringify(next) === JSON.stringify(library)) return
            library = next
            showContent()
        } catch (failure) {
            if (failure.name === "AbortError") return
            const again = h("button", { type: "button", onclick: () => load() }, texts.again)
            problems.replaceChildren(h("div", { class: "stack tight" }, failureNote(failure), h("div", {}, again)))
        }
    }

    imports.addEventListener("done", event => {
        say(text.imports.doneSaid(event.detail.name))
        load()
    }, { signal: stop.signal })
    // Somebody may have worked in the folder meanwhile.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) load() }, { signal: stop.signal })
    await load()
    return { close() { stop.abort() } }
}

function emptyLibrary(folder) {
    return h("section", { class: "panel stack tight empty", "aria-labelledby": "empty" },
        h("h2", { id: "empty" }, text.empty.heading), text.empty.lines(folder).map(line => h("p", {}, line)),
        h("ul", { class: "commands" }, text.empty.commands.map(([command, why]) => h("li", {}, h("code", {}, command), h("span", { class: "soft" }, why)))))
}

function resultsList(results) {
    return h("section", { class: "stack tight", "aria-labelledby": "results" },
        h("h2", { id: "results" }, text.results, " ", h("span", { class: "soft small" }, plural(results.length, "report"))),
        h("ul", { class: "panel result-list" }, results.map(one => h("li", {},
            one.problem ? h("strong", {}, one.title) : h("a", { href: addressOf({ view: "results", name: one.name }) }, one.title),
            one.title === one.name ? null : h("span", { class: "soft small" }, one.name),
            one.problem ? h("p", { class: "small wrong" }, one.problem) : null))))
}
