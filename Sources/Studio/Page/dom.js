// Elements without strings of HTML: what a file or the server says can never become markup.

/**
 * Makes an element. Attributes: `class`, `on…` functions, `dataset`, properties for what is no text (true, false, functions), else
 * attributes; null and undefined are left out. Children: nodes, texts, lists of them.
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined) continue
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
        else if (name === "dataset") Object.assign(element.dataset, value)
        else if (typeof value === "boolean" && !name.startsWith("aria-")) element[name] = value
        else element.setAttribute(name, String(value))
    }
    element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined))
    return element
}

/** Says something to those who listen; each new saying replaces the last. */
export function say(text) {
    const place = document.getElementById("said")
    if (place.textContent !== text) place.textContent = text
}

/** Shows a message that goes away by itself, and is read aloud. `mood` is "good", "bad" or "". */
export function toast(text, mood = "") {
    const message = h("p", { class: mood }, text)
    document.getElementById("toasts").append(message)
    setTimeout(() => message.remove(), mood === "bad" ? 12000 : 6000)
}

/** A note on what went wrong and what helps. */
export function failureNote(failure) {
    return h("div", { class: "note bad", role: "alert" }, h("p", {}, h("strong", {}, failure.message)), failure.help ? h("p", {}, failure.help) : null)
}
