// The way in: a place to drop files and folders on, buttons that do the same, and how far each import is.
import { h, say } from "../dom.js"
import { texts } from "../texts.js"
import { chosenFolder, chosenThings, droppedThings } from "./dropped.js"
import { importItem } from "./import-item.js"
import { imports } from "./imports.js"

const text = texts.library.imports

/** The panel; files may be dropped anywhere on `page`. It stops listening with `signal`. */
export function importPanel(page, signal) {
    const files = h("input", { type: "file", multiple: true, hidden: true, "aria-label": text.files })
    const folder = h("input", { type: "file", webkitdirectory: true, hidden: true, "aria-label": text.folder })
    files.addEventListener("change", () => { imports.add(chosenThings(files.files)); files.value = "" })
    folder.addEventListener("change", () => { imports.add(chosenFolder(folder.files)); folder.value = "" })

    const zone = h("div", { class: "drop" },
        h("div", {}, h("h2", { id: "import" }, text.heading), h("p", { class: "soft small" }, text.hint)),
        h("div", { class: "buttons" },
            h("button", { type: "button", class: "first", onclick: () => files.click() }, text.files),
            h("button", { type: "button", onclick: () => folder.click() }, text.folder)),
        files, folder)
    const list = h("ul", { class: "imports" })
    const items = new Map()

    function showList() {
        for (const [one, item] of items) {
            if (!imports.list.includes(one)) { item.element.remove(); items.delete(one) }
        }
        for (const one of imports.list) {
            if (items.has(one)) continue
            const item = importItem(one)
            items.set(one, item)
            list.append(item.element)
        }
        list.hidden = items.size === 0
    }

    imports.addEventListener("list", showList, { signal })
    imports.addEventListener("change", event => items.get(event.detail)?.update(), { signal })
    imports.addEventListener("state", event => {
        items.get(event.detail)?.update()
        const said = text.said[event.detail.state]
        if (said) say(said(event.detail.title))
    }, { signal })
    signal.addEventListener("abort", () => { for (const item of items.values()) item.close() })
    showList()
    acceptDrops(page, zone, signal)
    return h("section", { class: "stack tight", "aria-labelledby": "import" }, zone, list)
}

function acceptDrops(page, zone, signal) {
    let depth = 0
    const isFiles = event => [...event.dataTransfer.types].includes("Files")
    const shade = () => zone.classList.toggle("over", depth > 0)
    page.addEventListener("dragenter", event => { if (isFiles(event)) { depth += 1; shade() } }, { signal })
    page.addEventListener("dragleave", event => { if (isFiles(event)) { depth = Math.max(0, depth - 1); shade() } }, { signal })
    page.addEventListener("dragover", event => {
        if (!isFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = "copy"
    }, { signal })
    page.addEventListener("drop", async event => {
        if (!isFiles(event)) return
        event.preventDefault()
        depth = 0
        shade()
        imports.add(await droppedThings(event.dataTransfer))
    }, { signal })
    // A file that misses the place would replace the page.
    for (const name of ["dragover", "drop"]) addEventListener(name, event => { if (isFiles(event)) event.preventDefault() }, { signal })
}
