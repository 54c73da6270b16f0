// An evaluation result: its trackers over all, and its sequences, worst first, each with a way into the player. Order and filter are in
// the address.
import { getJSON } from "../api.js"
import { h } from "../dom.js"
import { addressOf, go, Words } from "../words.js"
import { texts } from "../texts.js"
import { arrangedRows, orderOf } from "./rows.js"

const text = texts.results

/** Rows that are shown at once; more come when they are asked for. */
const PORTION = 200

export async function show(main, route) {
    const stop = new AbortController()
    const page = h("div", { class: "stack" })
    main.append(page)
    const result = await getJSON(`/api/results/${encodeURIComponent(route.name)}`, { signal: stop.signal })
    document.title = texts.title(result.title, texts.views.results)
    const sequences = sequencesPart(result, words => go({ view: "results", name: route.name, words }))
    page.append(
        h("div", { class: "title" },
            h("div", {}, h("h1", { tabindex: -1 }, result.title), h("p", {}, text.protocol(result.protocol, result.definitions))),
            result.report ? reportLink(result.report) : null),
        result.totals.length > 0 ? totalsPart(result) : null, sequences.element)
    sequences.update(route.words)
    return {
        update: next => sequences.update(next.words),
        close: () => stop.abort(),
    }
}

function reportLink(address) {
    return h("a", { class: "button", href: address, target: "_blank", rel: "noopener" },
        text.report, h("span", { class: "aside-text" }, ` (${text.newTab})`), h("span", { "aria-hidden": "true" }, "↗"))
}

/** The trackers over all sequences, best first. */
function totalsPart(result) {
    const hasSets = new Set(result.totals.map(row => row.set)).size > 1
    const columns = result.columns.filter(column => result.totals.some(row => column.key in row.values))
    const hasRates = result.totals.some(row => row.frames_per_second)
    return tablePart(text.totals, text.totalsCaption,
        h("tr", {}, hasSets ? h("th", { scope: "col" }, text.set) : null, h("th", { scope: "col" }, text.tracker),
            columns.map(column => h("th", { scope: "col", class: "number" }, column.title)),
            hasRates ? h("th", { scope: "col", class: "number" }, text.rate) : null),
        h("tbody", {}, result.totals.map(row => h("tr", { class: row.is_bracket ? "bracket" : null },
            hasSets ? h("td", {}, row.set) : null, h("th", { scope: "row" }, row.tracker),
            columns.map(column => valueCell(row, column)),
            hasRates ? h("td", { class: "number" }, row.frames_per_second ? row.frames_per_second.toFixed(1) : text.missing) : null))))
}

function sequencesPart(result, change) {
    const hasSets = new Set(result.sequences.map(row => row.set)).size > 1
    const columns = result.columns.filter(column => result.sequences.some(row => column.key in row.values))
    const trackers = h("select", { id: "tracker" }, h("option", { value: "" }, text.all), result.trackers.map(name => h("option", { value: name }, name)))
    const worst = h("button", { type: "button" }, text.worst)
    const shown = h("p", { class: "soft small", role: "status" })
    const head = h("tr")
    const body = h("tbody")
    const more = h("button", { type: "button" })
    let words = new Words()
    let limit = PORTION

    const set = (name, value) => { limit = PORTION; change(words.with(name, value)) }
    trackers.addEventListener("change", () => set("tracker", trackers.value || null))
    worst.addEventListener("click", () => set("sort", null))
    more.addEventListener("click", () => { limit += PORTION; showRows() })

    function showRows() {
        const order = orderOf(words.value("sort"))
        const rows = arrangedRows(result.sequences, words.value("tracker"), order)
        const some = rows.slice(0, limit)
        const heads = [["name", text.sequence], hasSets ? ["set", text.set] : null, ["tracker", text.tracker]].filter(Boolean)
        const focused = head.contains(document.activeElement) ? document.activeElement.dataset.column : null
        head.replaceChildren(
            ...heads.map(([key, title]) => headCell(key, title, false, order, set)),
            ...columns.map(column => headCell(column.key, column.title, true, order, set)))
        if (focused) head.querySelector(`[data-column="${CSS.escape(focused)}"]`).focus()
        worst.setAttribute("aria-pressed", String(order === null))
        trackers.value = words.value("tracker") ?? ""
        body.replaceChildren(...some.map(row => sequenceRow(row, columns, hasSets)))
        if (rows.length === 0) body.append(h("tr", {}, h("td", { colspan: columns.length + heads.length }, text.none)))
        shown.textContent = text.shown(some.length, rows.length)
        more.hidden = some.length === rows.length
        more.textContent = text.more(Math.min(PORTION, rows.length - some.length))
    }

    const tools = h("div", { class: "row results-tools" },
        h("div", { class: "field" }, h("label", { for: "tracker" }, text.tracker), trackers), worst, shown)
    const part = tablePart(text.sequences, text.caption, head, body, tools)
    part.append(h("div", {}, more))
    return {
        element: part,
        update(next) { words = next; showRows() },
    }
}

function tablePart(title, caption, head, body, tools = null) {
    return h("section", { class: "stack tight", "aria-label": title }, h("h2", {}, title), tools,
        h("div", { class: "table", tabindex: 0, role: "region", "aria-label": title },
            h("table", {}, h("caption", {}, h("span", {}, caption)), h("thead", {}, head), body)))
}

function headCell(key, title, isNumber, order, set) {
    const isOrder = order?.column === key
    return h("th", {
        scope: "col", class: isNumber ? "number" : null, "aria-sort": isOrder ? (order.isDown ? "descending" : "ascending") : null,
    }, h("button", {
        type: "button", class: "plain sorter", title: text.sort(title), dataset: { column: key },
        onclick: () => set("sort", isOrder && !order.isDown ? `-${key}` : key),
    }, title, h("span", { "aria-hidden": "true" }, isOrder ? (order.isDown ? " ↓" : " ↑") : "")))
}

function sequenceRow(row, columns, hasSets) {
    const name = row.recording === null ? row.name
        : h("a", {
            href: addressOf({ view: "play", name: row.recording, words: playWords(row) }), title: text.play(row.recording, row.tracker),
        }, row.name)
    return h("tr", { class: row.is_bracket ? "bracket" : null },
        h("th", { scope: "row" }, name, row.problem ? h("p", { class: "small problem" }, row.problem) : null),
        hasSets ? h("td", {}, row.set) : null, h("td", {}, row.tracker), columns.map(column => valueCell(row, column)))
}

/** The tracker of a row as a word of the player; those that bracket the others track nothing. */
function playWords(row) { return new Words(row.is_bracket ? [] : [["tracker", row.tracker]]) }

function valueCell(row, column) {
    const value = row.values[column.key]
    return h("td", { class: "number" }, typeof value === "number" ? value.toFixed(column.places) : text.missing)
}
