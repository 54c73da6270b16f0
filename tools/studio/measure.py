#!/usr/bin/env python3
"""How fast the studio is in a real browser, on a machine that does nothing else. Prints a table; fails nothing.

    tools/studio/run measure.py [--only tap|play|points|load] [--minutes 5] [--pages 30]

Graphics are the processor's (SwiftShader), the browser and the server share the cores: a graphics card is faster.
"""
import argparse
import json
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from browser import Notes, open_browser
from geometry import Recording
from page import Page
from studio import PROGRAM, RECORDINGS, Studio

TAP = 15


def row(what, value, wanted):
    print(f"| {what} | {value} | {wanted} |", flush=True)


def processor_seconds(process):
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(process):
    """Resident memory of a process, MB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def measure_taps(page, recording, count=30):
    """From the pointer's going up to the first box of that tap in a picture of the page."""
    taps = []
    for k in range(count):
        index = TAP + k
        page.open_player(recording.folder.name, [("tracker", "csrt")], recording.time(index))
        page.tap(recording.nail(index), recording.view)
        taps += page.wait(lambda: [tap for tap in page.script("return window.airdraw.taps") if tap["drawn"]], "the box of a tap")
        # The next tap does not wait behind this one's run.
        page.open("#/")
    times = [tap["drawn"] - tap["pressed"] for tap in taps]
    row("tap to first box, 30 taps", f"median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms", "≤ 100 ms")
    row("… of which the server", f"median {statistics.median(tap['answered'] - tap['sent'] for tap in taps):.0f} ms", "")


def measure_playing(page, server, recording, folder):
    """The film plays while CSRT follows the finger in it; the same work by the command line."""
    x, y = recording.nail(TAP)
    click = f"{x:.2f},{y:.2f}@{recording.time(TAP)}"
    arguments = ["--click", click, "--tracker", "csrt"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAM, "draw", recording.folder, *arguments, "--out", folder.parent / "alone.json", "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    alone = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    page.open_player(recording.folder.name, time=0)
    page.wait_for_run()
    begin = processor_seconds(server.process.pid)
    page.go(page.play_route(recording.folder.name, [("click", click), ("tracker", "csrt")]))
    page.wait(lambda: page.script("return window.airdraw.runs[0]?.received > 0"), "the first frames")
    is_running = not page.script("return window.airdraw.runs[0].isDone")
    page.click("Play")
    # The page says when the film is over: asking it all the time would take from what is measured.
    page.driver.execute_async_script("""
        const [done] = arguments
        const look = () => window.airdraw.playing.length > 0 ? done() : setTimeout(look, 200)
        look()""")
    page.wait_for_run()
    used = processor_seconds(server.process.pid) - begin
    stretch = page.script("return window.airdraw.playing[0]")
    in_time = (stretch["shown"] - stretch["late"]) / stretch["expected"] * 30
    row("frames in time while CSRT runs" + ("" if is_running else " (it was over at once)"),
        f"{in_time:.1f} of 30 a second ({stretch['shown']} of {stretch['expected']} shown, {stretch['late']} late)", "≥ 29")
    row("work of the server", f"{used:.2f} s, 'airdraw draw' {alone:.2f} s: {used / alone:.2f} ×", "≤ 1.2 ×")


# No recording here is long enough: the points of a drawing are laid again beside themselves until there are so many.
MORE_POINTS = """
const ask = window.fetch
window.fetch = async (url, options) => {
    const answer = await ask(url, options)
    if (!new URL(url, location).pathname.endsWith("/drawing")) return answer
    const drawing = await answer.json()
    const points = drawing.strokes[0].points
    for (let k = 1; points.length < 10000; k += 1) {
        for (const [x, y, z, plane] of drawing.strokes[0].points.slice(0, 400)) points.push([x + 0.003 * k, y, z, plane])
    }
    points.length = 10000
    return new Response(JSON.stringify(drawing), {headers: {"Content-Type": "application/json"}})
}"""


def measure_points(page, frames=120):
    """Pictures a second of 10,000 points in the workshop while they turn."""
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MORE_POINTS})
    page.open("#/shape/spiral?tracker=kcf&height=0.01")
    state = page.wait_for_workshop()
    seconds = page.driver.execute_async_script("""
        const [frames, done] = arguments
        const canvas = document.querySelector(".workshop-stage canvas")
        const first = window.airdraw.workshop.pictures
        const start = performance.now()
        const turn = () => {
            if (window.airdraw.workshop.pictures - first >= frames) return done((performance.now() - start) / 1000)
            canvas.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}))
            requestAnimationFrame(turn)
        }
        turn()""", frames)
    row(f"{state['points']} points turning in 3D", f"{frames / seconds:.0f} pictures a second", "≥ 20")


def rest(server):
    """Waits until what nobody listens to is dropped."""
    time.sleep(90)
    urllib.request.urlopen(f"{server.address}/api/library").read()


def measure_load(driver, server, folder, pages, minutes):
    """Many pages, each with words of its own; each must end with its own drawing."""
    names = ["square", "spiral", "letter", "return"]
    wanted, windows = {}, {}
    # What is made once, whatever is asked for then, is there after the first pages.
    page = Page(driver, server.address)
    for name in names:
        page.open(page.play_route(name, [("tracker", "mosse")], 0))
        page.wait_for_run()
    page.open("#/")
    rest(server)
    start = memory(server.process.pid)
    used = processor_seconds(server.process.pid)
    for k in range(pages):
        name = names[k % len(names)]
        words = [("tracker", "mosse"), ("draw", f"0.9..{2 + 0.1 * k:.1f}")]
        arguments = [part for key, value in words for part in (f"--{key}", value)]
        out = folder.parent / "wanted.json"
        subprocess.run([PROGRAM, "draw", folder / name, *arguments, "--out", out, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        wanted[k] = sum(len(stroke["points"]) for stroke in json.loads(out.read_text())["strokes"])
        driver.switch_to.new_window("tab")
        page = Page(driver, server.address)
        page.open(page.play_route(name, words, 0))
        windows[k] = page
    errors, crossed, rounds = [], 0, 0
    peak = memory(server.process.pid)
    end = time.monotonic() + minutes * 60
    while True:
        for k, page in windows.items():
            driver.switch_to.window(page.window)
            summary = page.wait_for_run()
            if f"{wanted[k]} points in" not in summary:
                crossed += 1
            peak = max(peak, memory(server.process.pid))
            errors += Notes(driver).errors()
            # The same again, as somebody who reloads.
            driver.refresh()
        rounds += 1
        if time.monotonic() >= end:
            break
    for page in windows.values():
        driver.switch_to.window(page.window)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    rest(server)
    row(f"{pages} pages for {minutes:g} minutes, {rounds} rounds", f"{len(errors)} errors, {crossed} drawings of another page", "0, 0")
    row("memory of the server", f"{start:.0f} MB before, {peak:.0f} MB at most, {memory(server.process.pid):.0f} MB after", "+ 10 %")
    row("processor time of the server", f"{processor_seconds(server.process.pid) - used:.0f} s", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["tap", "play", "points", "load"])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--pages", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "recordings"
        shutil.copytree(RECORDINGS, folder)
        server = Studio(folder)
        driver = open_browser()
        try:
            page = Page(driver, server.address)
            page.resize(1280)
            print("| what | measured | wanted |\n|---|---|---|")
            chosen = [options.only] if options.only else ["tap", "play", "points", "load"]
            if "tap" in chosen:
                measure_taps(page, Recording(folder / "square"))
            if "play" in chosen:
                measure_playing(page, server, Recording(folder / "square"), folder)
            if "points" in chosen:
                measure_points(page)
            if "load" in chosen:
                measure_load(driver, server, folder, options.pages, options.minutes)
        finally:
            driver.quit()
            server.stop()


if __name__ == "__main__":
    main()
