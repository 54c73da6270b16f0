// Light or dark: as the system says, until the button is pressed; then as was chosen, on every page of this browser.
import { texts } from "./texts.js"

const KEY = "airdraw.theme"

function stored() {
    try {
        const value = localStorage.getItem(KEY)
        return value === "light" || value === "dark" ? value : null
    } catch {
        // A browser that keeps nothing for this page: the system's choice holds.
        return null
    }
}

function isDark() {
    const chosen = document.documentElement.dataset.theme
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
}

/** Applies what was chosen before. To be called before the first picture of the page. */
export function applyTheme() {
    const theme = stored()
    if (theme) document.documentElement.dataset.theme = theme
}

/** Makes a button the switch between light and dark. */
export function themeButton(button) {
    const show = () => {
        button.setAttribute("aria-pressed", String(isDark()))
        button.textContent = texts.theme.dark
    }
    button.addEventListener("click", () => {
        const theme = isDark() ? "light" : "dark"
        document.documentElement.dataset.theme = theme
        try {
            localStorage.setItem(KEY, theme)
        } catch {
            // Kept until the page is closed.
        }
        show()
        document.dispatchEvent(new CustomEvent("themechange"))
    })
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        show()
        document.dispatchEvent(new CustomEvent("themechange"))
    })
    show()
}
