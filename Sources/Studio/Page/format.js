// Numbers as people read them.

/** A length of time: "6.0 s", "2:05 min". */
export function durationText(seconds) {
    if (seconds < 60) return `${seconds.toFixed(1)} s`
    const whole = Math.round(seconds)
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`
}

/** A size of a file: "312 bytes", "2.4 MB". */
export function bytesText(bytes) {
    if (bytes < 1000) return `${bytes} bytes`
    let value = bytes
    for (const unit of ["kB", "MB", "GB"]) {
        value /= 1000
        if (value < 999.5 || unit === "GB") return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
    }
}

/** A length given in metres, in millimetres: "12.3 mm". */
export function millimetresText(metres) { return `${(metres * 1000).toFixed(1)} mm` }
