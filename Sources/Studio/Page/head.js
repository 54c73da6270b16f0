// The head of every page: the way back to the library, and between film and workshop of a recording.
import { addressOf } from "./words.js"
import { h } from "./dom.js"
import { themeButton } from "./theme.js"
import { texts } from "./texts.js"

const head = document.getElementById("head")
const brand = h("a", { class: "brand", href: "#/" }, texts.brand)
const nav = h("nav", { "aria-label": texts.headNavigation })
const theme = h("button", { type: "button", class: "plain" })
head.append(brand, nav, theme)
themeButton(theme)

/** Shows where the page is. */
export function showHead(route) {
    const here = view => route.view === view ? "page" : null
    const link = (view, address) => h("a", { href: address, "aria-current": here(view) }, texts.views[view])
    const links = [link("library", "#/")]
    if (route.view === "play" || route.view === "shape") {
        for (const view of ["play", "shape"]) links.push(link(view, addressOf({ view, name: route.name, words: route.words })))
    }
    nav.replaceChildren(...links)
}
