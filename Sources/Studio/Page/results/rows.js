// Which rows of a result are shown, and in what order.

/** The order that an address asks for: a column, downward with a minus before it; null for the result's own, worst first. */
export function orderOf(word) {
    if (!word) return null
    return word.startsWith("-") ? { column: word.slice(1), isDown: true } : { column: word, isDown: false }
}

/** The rows of one tracker, or of all for null, in an order. Rows without a value come last either way. */
export function arrangedRows(rows, tracker, order) {
    const some = tracker ? rows.filter(row => row.tracker === tracker) : [...rows]
    if (!order) return some
    const value = row => (["name", "set", "tracker"].includes(order.column) ? row[order.column] : row.values[order.column]) ?? null
    const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }))
    return some.sort((a, b) => {
        const [left, right] = [value(a), value(b)]
        if (left === null || right === null) return Number(left === null) - Number(right === null)
        return order.isDown ? compare(right, left) : compare(left, right)
    })
}
