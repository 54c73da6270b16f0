// A recording in the library: how it looks, how long it is, what it holds and lacks, and where to go with it.
import { h } from "../dom.js"
import { addressOf } from "../words.js"
import { plural, texts } from "../texts.js"
import { durationText } from "../format.js"

const text = texts.library

/** What is worth a word when a recording lacks it: the rest is seldom there, and not missed. */
const MISSED = ["pictures", "poses", "planes", "taps", "truth"]

/** The card of a recording, or of a folder that should be one. */
export function recordingCard(recording, index) {
    const id = `recording-${index}`
    return h("li", {}, h("article", { class: recording.problem ? "card broken" : "card", "aria-labelledby": id },
        recording.problem ? brokenCover() : cover(recording),
        h("div", { class: "card-text" },
            h("h3", { id }, recording.name),
            recording.problem ? problem(recording) : [facts(recording), chips(recording), warnings(recording), ways(recording)])))
}

function cover(recording) {
    const image = recording.cover ? h("img", { src: recording.cover, alt: "", loading: "lazy", decoding: "async" }) : null
    // A film may be gone by now; the card says so where it is opened.
    image?.addEventListener("error", () => image.remove())
    return h("div", { class: "cover stage" }, image, h("span", { class: "length" }, durationText(recording.seconds)))
}

function brokenCover() { return h("div", { class: "cover none" }, h("span", { class: "chip bad" }, text.broken)) }

function facts(recording) {
    return h("p", { class: "soft small" },
        [plural(recording.frames, "frame"), `${recording.width} × ${recording.height}`, text.orientation(recording.orientation)].join(" · "))
}

function chips(recording) {
    return h("ul", { class: "chips" },
        recording.holds.map(one => h("li", { class: "chip" }, text.things[one] ?? one)),
        recording.lacks.filter(one => MISSED.includes(one)).map(one => h("li", { class: "chip lacks" }, text.lacks(text.things[one] ?? one))))
}

function warnings(recording) {
    if (!recording.warnings?.length) return null
    return h("details", {}, h("summary", { class: "small" }, text.warnings(recording.warnings.length)),
        h("ul", { class: "small soft stack tight" }, recording.warnings.map(one => h("li", {}, one))))
}

function ways(recording) {
    const to = view => addressOf({ view, name: recording.name })
    const of = h("span", { class: "aside-text" }, text.of(recording.name))
    return h("div", { class: "buttons" },
        h("a", { class: "button first over", href: to("play") }, text.play, of),
        h("a", { class: "button", href: to("shape") }, text.shape, of.cloneNode(true)))
}

function problem(recording) {
    return h("div", { class: "note bad" }, h("p", {}, recording.problem))
}
