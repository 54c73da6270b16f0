// Where the parts of the player are on the page.
import { h } from "../dom.js"
import { texts } from "../texts.js"
import { Command } from "./command.js"
import { Compare } from "./compare.js"
import { Keys } from "./keys.js"
import { Settings } from "./settings.js"
import { Summary } from "./summary.js"
import { Timeline } from "./timeline.js"
import { Tools } from "./tools.js"
import { Transport } from "./transport.js"
import { Why } from "./why.js"

/** Makes all parts of a player: `{element, parts}`, where a part hears of what changes by `words`, `data`, `frame` and `playing`. */
export function layOut(player) {
    const { recording } = player
    const transport = new Transport(player)
    const tools = new Tools(player)
    const why = new Why(player)
    const timeline = new Timeline(player, why.coming)
    const settings = new Settings(player)
    const compare = new Compare(player)
    const summary = new Summary(player)
    const command = new Command(player)
    const keys = new Keys(player)
    const hints = { waiting: () => player.screen.hint(), words: () => player.screen.hint() }
    const shape = recording.view[0] > recording.view[1] ? "wide" : "tall"
    const element = h("div", { class: `player ${shape}` },
        h("div", { class: "title" },
            h("div", {}, h("h1", { tabindex: -1 }, recording.title || recording.name), h("p", {}, texts.player.facts(recording))),
            h("div", { class: "buttons" }, keys.button)),
        h("div", { class: "parts" },
            h("div", { class: "film-part stack" }, player.screen.element, transport.element, tools.element),
            h("div", { class: "line-part stack" }, why.element, timeline.element, compare.element),
            h("div", { class: "side-part stack" }, settings.element, command.element, summary.element)),
        keys.dialog)
    return { element, parts: [transport, tools, why, timeline, settings, compare, summary, command, keys, hints] }
}
