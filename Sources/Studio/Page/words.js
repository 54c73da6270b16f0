// The address of a page, and the words of the command line in it: what stands after the name of a recording are the options of
// `airdraw draw`, `edit` and `export` under their own names. A flag has an empty value.

/** Names in an address that belong to the page alone and are never sent: the play head, and the words of the second run. */
const PAGE_NAMES = new Set(["t", "beside"])
const VIEWS = new Set(["play", "shape", "results"])

/** Options in the order in which they were given; never changed, each change makes new ones. */
export class Words {
    constructor(pairs = []) { this.pairs = pairs }

    static parse(query) {
        const pairs = query.split("&").filter(Boolean).map(part => {
            const at = part.indexOf("=")
            return at < 0 ? [decoded(part), ""] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
        })
        return new Words(pairs)
    }

    /** All values of an option, in order. */
    all(name) { return this.pairs.filter(pair => pair[0] === name).map(pair => pair[1]) }

    /** The last value of an option; null when it was not given. */
    value(name) { return this.all(name).pop() ?? null }

    has(name) { return this.pairs.some(pair => pair[0] === name) }

    /** With one value for an option, or none for null; it keeps its place. */
    with(name, value) { return this.withAll(name, value === null ? [] : [value]) }

    /** With these values for an option, where its first one was. */
    withAll(name, values) {
        const at = this.pairs.findIndex(pair => pair[0] === name)
        const rest = this.pairs.filter(pair => pair[0] !== name)
        const place = at < 0 ? rest.length : this.pairs.slice(0, at).filter(pair => pair[0] !== name).length
        return new Words([...rest.slice(0, place), ...values.map(value => [name, String(value)]), ...rest.slice(place)])
    }

    /** With one more value for an option that may be given several times. */
    adding(name, value) { return this.withAll(name, [...this.all(name), value]) }

    /** Without some options. */
    without(...names) { return new Words(this.pairs.filter(pair => !names.includes(pair[0]))) }

    /** Only some options. */
    only(names) { return new Words(this.pairs.filter(pair => names.includes(pair[0]))) }

    get isEmpty() { return this.pairs.length === 0 }

    equals(other) { return this.toString() === other.toString() }

    /** As a query without its question mark. */
    toString() { return this.pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&") }
}

/**
 * What an address asks for: `{view: "library" | "play" | "shape" | "results", name, words, time, beside}`. `time` is the play head in
 * seconds or null, `beside` the words of the second run or null.
 */
export function parseAddress(hash) {
    const text = hash.replace(/^#/, "")
    const at = text.indexOf("?")
    const [path, query] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)]
    const parts = path.split("/").filter(Boolean).map(decoded)
    if (!VIEWS.has(parts[0]) || parts.length < 2) return { view: "library", name: null, words: new Words(), time: null, beside: null }
    const all = Words.parse(query)
    const time = Number.parseFloat(all.value("t"))
    const beside = all.value("beside")
    return {
        view: parts[0], name: parts.slice(1).join("/"), words: all.without(...PAGE_NAMES),
        time: Number.isFinite(time) ? time : null, beside: beside === null ? null : Words.parse(beside),
    }
}

/** The address of a route, with its "#". */
export function addressOf({ view, name, words = new Words(), time = null, beside = null }) {
    if (view === "library") return "#/"
    const query = [
        words.toString(), beside === null ? "" : `beside=${encodeURIComponent(beside.toString())}`,
        time === null ? "" : `t=${shortNumber(time, 3)}`,
    ].filter(Boolean).join("&")
    return `#/${view}/${encodeURIComponent(name)}${query ? `?${query}` : ""}`
}

/** Goes to a route: a new entry in the history, so that "back" takes it back. */
export function go(route) {
    const address = addressOf(route)
    if (address !== location.hash) location.hash = address
}

/** Notes a route in the address without a new entry in the history, and without anybody hearing of it. */
export function note(route) { history.replaceState(history.state, "", addressOf(route)) }

/** The shortest text of a number with at most so many digits after the point. */
export function shortNumber(value, digits) {
    const text = value.toFixed(digits)
    const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text
    return short === "-0" ? "0" : short
}

function encoded(text) { return encodeURIComponent(text).replace(/%(2C|40|3A|2F)/g, code => decodeURIComponent(code)) }

function decoded(text) {
    try {
        return decodeURIComponent(text.replace(/\+/g, " "))
    } catch {
        // A lone "%" in an address that somebody typed stands for itself.
        return text
    }
}
