// An evaluation result: its sequences, worst first, each with a way into the player. Order and filter are in the address.
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
    const result = await getJSON(`/api/results/${encodeURIComponent(route.name)}`, { signal: stop.signal })
    const title = result.title || route.name
    document.title = texts.title(title, texts.views.results)
    const report = h("a", { class: "button", href: result.url ?? `/results/${encodeURIComponent(route.name)}/`, target: "_blank", rel: "noopener" },
        text.report, h("span", { class: "aside-text" }, ` (${text.newTab})`), h("span", { "aria-hidden": "true" }, "↗"))
    const trackers = h("select", { id: "tracker", onchange: () => change("tracker", trackers.value || null) },
        h("option", { value: "" }, text.all), result.trackers.map(name => h("option", { value: name }, name)))
    const worst = h("button", { type: "button", onclick: () => change("sort", null) }, text.worst)
    const shown = h("p", { class: "soft small", role: "status" })
    const head = h("tr")
    const body = h("tbody")
    const more = h("button", { type: "button" })
    let words = route.words
    let limit = PORTION

    function change(name, value) {
        limit = PORTION
        go({ view: "results", name: route.name, words: words.with(name, value) })
    }

    function showHead(order) {
        const columns = ["name", "tracker", ...result.columns, "frames"]
        head.replaceChildren(...columns.map(column => headCell(column, order, change)))
    }

    function showRows() {
        const order = orderOf(words.value("sort"))
        const rows = arrangedRows(result.sequences, words.value("tracker"), order)
        const some = rows.slice(0, limit)
        showHead(order)
        worst.setAttribute("aria-pressed", String(order === null))
        trackers.value = words.value("tracker") ?? ""
        body.replaceChildren(...some.map(row => bodyRow(row, result.columns)))
        if (rows.length === 0) body.append(h("tr", {}, h("td", { colspan: result.columns.length + 3 }, text.none)))
        shown.textContent = text.shown(some.length, rows.length)
        more.hidden = some.length === rows.length
        more.textContent = text.more(Math.min(PORTION, rows.length - some.length))
    }

    more.addEventListener("click", () => { limit += PORTION; showRows() })
    main.append(
        h("div", { class: "title" },
            h("div", {}, h("h1", { tabindex: -1 }, title), h("p", {}, text.protocol(result.protocol, result.sequences.length))), report),
        h("div", { class: "stack" },
            h("div", { class: "row results-tools" },
                h("div", { class: "field" }, h("label", { for: "tracker" }, text.tracker), trackers), worst, shown),
            h("div", { class: "table", tabindex: 0, role: "region", "aria-label": title },
                h("table", {}, h("caption", {}, h("span", {}, text.caption)), h("thead", {}, head), body)),
            h("div", {}, more)))
    showRows()
    return {
        update(next) {
            words = next.words
            showRows()
        },
        close() { stop.abort() },
    }
}

const titleOf = column => ({ name: text.sequence, tracker: text.tracker, frames: text.frames })[column] ?? column.replaceAll("_", " ")
const isNumber = column => column !== "name" && column !== "tracker"

function headCell(column, order, change) {
    const isOrder = order?.column === column
    const next = isOrder && !order.isDown ? `-${column}` : column
    return h("th", {
        scope: "col", class: isNumber(column) ? "number" : "", "aria-sort": isOrder ? (order.isDown ? "descending" : "ascending") : null,
    }, h("button", { type: "button", class: "plain sorter", title: text.sort(titleOf(column)), onclick: () => change("sort", next) },
        titleOf(column), h("span", { "aria-hidden": "true" }, isOrder ? (order.isDown ? " ↓" : " ↑") : "")))
}

function bodyRow(row, columns) {
    const name = row.recording === null ? row.name
        : h("a", {
            href: addressOf({ view: "play", name: row.recording, words: new Words([["tracker", row.tracker]]) }), title: text.play(row.recording, row.tracker),
        }, row.name)
    return h("tr", {},
        h("th", { scope: "row" }, name), h("td", {}, row.tracker),
        columns.map(column => h("td", { class: "number" }, valueText(row.values[column]))),
        h("td", { class: "number" }, row.frames ?? text.missing))
}

function valueText(value) {
    if (typeof value !== "number") return value ?? text.missing
    return Number.isInteger(value) ? String(value) : value.toFixed(3)
}
