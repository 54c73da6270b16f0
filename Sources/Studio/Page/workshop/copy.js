// A button that copies a text.
import { h, say } from "../dom.js"
import { texts } from "../texts.js"

const text = texts.workshop.copy

export function copyButton(content) {
    const button = h("button", { type: "button" }, text.copy)
    let timer = 0
    button.addEventListener("click", async () => {
        const isDone = await copy(content())
        button.textContent = isDone ? text.copied : text.failed
        say(button.textContent)
        clearTimeout(timer)
        timer = setTimeout(() => { button.textContent = text.copy }, 2500)
    })
    return button
}

async function copy(words) {
    try {
        await navigator.clipboard.writeText(words)
        return true
    } catch {
        // Pages of another host than this machine have no clipboard: the old way.
        const field = h("textarea", { class: "aside-text", "aria-hidden": "true" }, words)
        const before = document.activeElement
        document.body.append(field)
        field.select()
        const isDone = document.execCommand("copy")
        field.remove()
        before?.focus()
        return isDone
    }
}
