// The router: the address says which view is shown; a view fills <main> and frees all it holds when another takes its place.
import { parseAddress } from "./words.js"
import { failureNote, h } from "./dom.js"
import { showHead } from "./head.js"
import { applyTheme } from "./theme.js"
import { texts } from "./texts.js"

/** Views are loaded when they are first asked for: the library needs no three.js. */
const views = {
    library: () => import("./library/library.js"),
    play: () => import("./player/player.js"),
    shape: () => import("./workshop/workshop.js"),
    results: () => import("./results/results.js"),
}

const main = document.getElementById("main")
let shown = null
let turn = 0
/** Whether a page was shown before: who comes from another one is brought to the heading of the next. */
let isLater = false

/** Shows what the address says. A view with `update(route)` stays when only its words changed. */
async function follow() {
    const route = parseAddress(location.hash)
    if (shown?.view.update && shown.route.view === route.view && shown.route.name === route.name) {
        shown.route = route
        showHead(route)
        shown.view.update(route)
        return
    }
    turn += 1
    const mine = turn
    shown?.view.close()
    shown = null
    main.replaceChildren(h("p", { class: "loading" }, texts.loading))
    main.className = route.view
    document.title = route.name ? texts.title(route.name, texts.views[route.view]) : texts.studio
    showHead(route)
    try {
        const module = await load(route.view)
        if (mine !== turn) return
        main.replaceChildren()
        const view = await module.show(main, route)
        // The address may have gone elsewhere while the view was made.
        if (mine !== turn) return view.close()
        shown = { route, view }
        arrive()
    } catch (failure) {
        if (mine === turn) main.replaceChildren(h("h1", { tabindex: -1 }, route.name ?? texts.views[route.view]), failureNote(failure), again())
    }
}

/** Loads the page anew, with what could not be had of it; the address still says what is shown. */
function again() {
    return h("div", { class: "row" }, h("button", { type: "button", onclick: () => location.reload() }, texts.again))
}

/** The code of a view; when it cannot be had, the server is not there. */
async function load(view) {
    try {
        return await views[view]()
    } catch (failure) {
        if (!(failure instanceof TypeError)) throw failure
        throw Object.assign(new Error(texts.failures.noServer), { help: texts.failures.noServerHelp })
    }
}

function arrive() {
    if (isLater) {
        scrollTo(0, 0)
        main.querySelector("h1")?.focus({ preventScroll: true })
    }
    isLater = true
}

document.getElementById("skip").textContent = texts.skip
document.getElementById("skip").addEventListener("click", event => {
    // The part after "#" is the page's address: it must not become "main".
    event.preventDefault()
    main.focus()
})
applyTheme()
addEventListener("hashchange", follow)
addEventListener("pagehide", () => { shown?.view.close(); shown = null; turn += 1 })
addEventListener("pageshow", event => { if (event.persisted) follow() })
follow()
