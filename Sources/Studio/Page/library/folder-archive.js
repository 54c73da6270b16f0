// A folder of files as one zip archive without compression, put together of the files' own bytes: nothing is held in memory.
import { ApiFailure } from "../api.js"
import { texts } from "../texts.js"

/** Sizes and places have 32 bits, and the number of files 16, in the archives that every reader knows. */
const MOST_BYTES = 0xffffffff
const MOST_FILES = 0xffff

const table = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
})

async function checksum(file, signal) {
    let crc = 0xffffffff
    const reader = file.stream().getReader()
    for (;;) {
        signal.throwIfAborted()
        const { done, value } = await reader.read()
        if (done) return (crc ^ 0xffffffff) >>> 0
        for (const byte of value) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8)
    }
}

/** Numbers of 2 and 4 bytes, lowest byte first: `fields` is a list of [bytes, value]. */
function record(fields) {
    const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
    let at = 0
    for (const [bytes, value] of fields) {
        if (bytes === 2) view.setUint16(at, value, true)
        else view.setUint32(at, value, true)
        at += bytes
    }
    return view.buffer
}

/**
 * An archive of files: `files` is a list of `{path, file}`. `progress(done, total)` hears of bytes.
 * Fails with ApiFailure when it would be too large, and when a file cannot be read.
 */
export async function archive(files, progress, signal) {
    const total = files.reduce((sum, one) => sum + one.file.size, 0)
    if (total > MOST_BYTES - 1_000_000 || files.length > MOST_FILES) {
        throw new ApiFailure(texts.library.imports.largeFolder, texts.library.imports.largeFolderHelp)
    }
    const parts = []
    const directory = []
    let at = 0
    let done = 0
    for (const { path, file } of files) {
        const name = new TextEncoder().encode(path)
        const crc = await checksum(file, signal).catch(failure => {
            if (failure.name === "AbortError") throw failure
            throw new ApiFailure(texts.library.imports.unreadable(path), texts.library.imports.unreadableHelp)
        })
        // Bit 11: names are UTF-8. The date is the first that the format knows, so that the same folder gives the same bytes.
        const shared = [[2, 20], [2, 0x0800], [2, 0], [2, 0], [2, 0x21], [4, crc], [4, file.size], [4, file.size], [2, name.length], [2, 0]]
        parts.push(record([[4, 0x04034b50], ...shared]), name, file)
        directory.push(record([[4, 0x02014b50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name)
        at += 30 + name.length + file.size
        done += file.size
        progress(done, total)
    }
    const length = directory.reduce((sum, part) => sum + part.byteLength, 0)
    const end = record([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, at], [2, 0]])
    return new Blob([...parts, ...directory, end], { type: "application/zip" })
}
