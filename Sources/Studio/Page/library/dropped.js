// What somebody dropped or chose, as things to import: a file each, and a folder as a whole.

/** Everything in a folder of the file system, as `{path, file}`. */
async function filesBelow(entry, path) {
    if (entry.isFile) {
        const file = await new Promise((resolve, reject) => entry.file(resolve, reject))
        return [{ path, file }]
    }
    const reader = entry.createReader()
    const found = []
    for (;;) {
        // A reader gives its entries in portions, and an empty one at the end.
        const portion = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
        if (portion.length === 0) break
        for (const one of portion) found.push(...await filesBelow(one, `${path}/${one.name}`))
    }
    return found
}

/** A thing to import: `{name, file}`, or `{name, files}` for a folder. */
function folderOf(name, files) {
    // Without what systems hide beside people's files, and in the order of names, whatever the file system's is.
    const order = files.filter(one => !one.path.split("/").some(part => part.startsWith("."))).sort((a, b) => (a.path < b.path ? -1 : 1))
    return { name, files: order }
}

/** What lies in a drop. Must be called while the event is handled: later the browser has forgotten it. */
export async function droppedThings(transfer) {
    const entries = [...transfer.items].map(item => (item.kind === "file" ? item.webkitGetAsEntry() : null)).filter(Boolean)
    const things = []
    for (const entry of entries) {
        const files = await filesBelow(entry, entry.name)
        if (entry.isDirectory) things.push(folderOf(entry.name, files))
        else things.push({ name: entry.name, file: files[0].file })
    }
    return things
}

/** What was chosen with the button for files. */
export function chosenThings(list) { return [...list].map(file => ({ name: file.name, file })) }

/** What was chosen with the button for a folder: the browser gives its files with their paths. */
export function chosenFolder(list) {
    const files = [...list].map(file => ({ path: file.webkitRelativePath, file }))
    return files.length === 0 ? [] : [folderOf(files[0].path.split("/")[0], files)]
}
