// The orders in which recordings can be listed.

const byName = (a, b) => a.name.localeCompare(b.name, "en", { numeric: true })

/** Each order has the name of its text and says which of two comes first. */
export const sortings = [
    { name: "name", compare: byName },
    { name: "longest", compare: (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || byName(a, b) },
    { name: "shortest", compare: (a, b) => (a.seconds ?? 0) - (b.seconds ?? 0) || byName(a, b) },
    { name: "broken", compare: (a, b) => Number(!a.problem) - Number(!b.problem) || byName(a, b) },
]

export function sorted(recordings, order) { return [...recordings].sort(order.compare) }
