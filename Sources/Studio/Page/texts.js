// Every English text of the studio's pages, by the part that shows it. Functions fill in numbers and names.

const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

export const texts = {
    studio: "AirDraw studio",
    brand: "AirDraw",
    title: (name, view) => `${name} – ${view} – AirDraw studio`,
    skip: "Skip to the page",
    loading: "Loading …",
    headNavigation: "Pages",
    views: { library: "Library", play: "Film", shape: "Workshop", results: "Results" },
    theme: { dark: "Dark" },
    failures: {
        noServer: "the studio does not answer",
        noServerHelp: "it may have been stopped: start 'airdraw studio' again and reload this page",
        status: number => `the studio answered ${number}`,
    },
    player: {},
}

export { plural }
