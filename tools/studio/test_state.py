"""All state is in the address: undo, restart, reload and back; a second run beside the first; pages that do not disturb each other."""
import json
import subprocess

from studio import PROGRAM

TAP = 15


def seeded(recording, *more):
    x, y = recording.nail(TAP)
    return [("click", f"{x:.1f},{y:.1f}@{recording.time(TAP)}"), ("tracker", "mosse"), *more]


def drawing_of(folder, words, out):
    """The drawing of the command line."""
    arguments = [part for name, value in words for part in (f"--{name}", value)]
    subprocess.run([PROGRAM, "draw", folder, *arguments, "--out", out, "--quiet"], check=True)
    return json.loads(out.read_text())


def test_undo_restart_reload_and_back(page, recording):
    recording = recording("letter")
    words = seeded(recording)
    page.open_player("letter", words, recording.time(TAP))
    page.wait_for_run()

    page.click("Undo")
    dropped = page.wait(lambda: page.values("drop-stroke"), "the stroke that is taken back")
    page.wait_for_run()
    page.driver.refresh()
    page.wait_for_film(TAP)
    assert page.values("drop-stroke") == dropped
    page.wait_for_run()

    page.driver.back()
    page.wait(lambda: not page.values("drop-stroke"), "the stroke again")
    assert page.values("click") == [words[0][1]]
    page.driver.forward()
    page.wait(lambda: page.values("drop-stroke") == dropped, "the undo again")

    page.click("Restart")
    page.wait(lambda: page.words == [], "an address without words")
    page.driver.back()
    page.wait(lambda: page.values("click") == [words[0][1]], "the tap after Back")


def test_back_takes_a_tap_back(page, recording):
    recording = recording("square-portrait")
    page.open_player("square-portrait", time=recording.time(TAP))
    assert "Tap the nail" in page.text(".screen")
    page.tap(recording.nail(TAP), recording.view)
    page.wait(lambda: page.values("click"), "the tap")
    page.driver.back()
    page.wait(lambda: not page.values("click"), "the address without the tap")
    page.waits_for_text("Tap the nail", ".screen")


def test_a_second_run_beside_the_first(page, recording):
    """A changed tracker runs beside; both are in the table, and taking it makes it the first."""
    recording = recording("letter")
    page.open_player("letter", seeded(recording), recording.time(60))
    page.wait_for_run()
    page.click("Settings")
    page.choose("Tracker", "kcf")
    page.wait(lambda: page.values("beside"), "the second run in the address")
    page.wait_for_run(1)
    page.waits_for_text("frames drawn", ".compare")
    rows = [row.text for row in page.all(".compare tbody tr")]
    assert len(rows) >= 5
    page.driver.refresh()
    page.wait_for_film(60)
    page.wait_for_run(1)
    assert [row.text for row in page.all(".compare tbody tr")] == rows
    page.click("Take B")
    page.wait(lambda: not page.values("beside"), "one run only")
    assert page.values("tracker") == ["kcf"]


def test_two_pages_at_once_get_their_own_drawings(page, folder, recording, tmp_path):
    """Two tabs with other words follow at the same time; each ends with the points of its own command line."""
    letter, spiral = recording("letter"), recording("spiral")
    wanted = {"letter": seeded(letter, ("draw", "0.9..2")), "spiral": seeded(spiral, ("height", "0.01"))}
    first = page.window
    page.open(page.play_route("letter", wanted["letter"], 1))
    page.driver.switch_to.new_window("tab")
    second = page.driver.current_window_handle
    page.open(page.play_route("spiral", wanted["spiral"], 1))
    for window, name in [(first, "letter"), (second, "spiral")]:
        page.driver.switch_to.window(window)
        summary = page.wait_for_run()
        drawing = drawing_of(folder / name, wanted[name], tmp_path / f"{name}.json")
        points = sum(len(stroke["points"]) for stroke in drawing["strokes"])
        assert f"{points} points in {len(drawing['strokes'])} stroke" in summary, summary


def test_two_pages_on_one_recording(page, recording):
    """A change on one page is none on the other."""
    recording = recording("letter")
    first = page.window
    page.open_player("letter", seeded(recording), recording.time(TAP))
    before = page.wait_for_run()
    page.driver.switch_to.new_window("tab")
    page.open_player("letter", seeded(recording), recording.time(TAP))
    page.wait_for_run()
    page.click("Undo")
    page.wait(lambda: page.values("drop-stroke"), "the undo")
    after = page.wait_for_run()
    page.driver.switch_to.window(first)
    assert page.values("drop-stroke") == [] and page.text(".summary") == before
    assert after != before


def test_the_time_line_goes_where_it_is_clicked(page, recording):
    recording = recording("letter")
    page.open_player("letter", seeded(recording), 0)
    page.wait_for_run()
    page.slide(page.one(".timeline .track"), 0.5)
    page.wait(lambda: abs(page.index - (len(recording.frames) - 1) / 2) < 5, "the middle of the recording")
    page.wait_for_film()
    assert "% sure" in page.text(".why") or "lost" in page.text(".why")
