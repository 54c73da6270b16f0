// Read-only measurements of the page for tests: `window.airdraw` is what the shown view measures, or null. See player/measure.js.
let current = null

Object.defineProperty(window, "airdraw", { get: () => current, configurable: false })

/** Puts a view's measurements where tests find them; null takes them away. */
export function expose(measurements) { current = measurements }
