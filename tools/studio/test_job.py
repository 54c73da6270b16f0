"""The job that the studio is for: open, tap, draw, raise, save; and the printed command line writes the same bytes."""
import pytest

from studio import RECORDINGS

# The frame of a tap in the rendered recordings: the finger still rests.
TAP = 15


def tap_nail(page, recording, index=TAP):
    """Steps to a frame and taps the true nail."""
    page.step_to(index)
    page.tap(recording.nail(index), recording.view)
    page.wait(lambda: page.values("click"), "the tap in the address")
    assert len(page.values("click")) == 1


def open_from_library(page, name):
    page.open()
    page.click(f"Film ({name})")
    page.wait_for_film()


def press_at(page, recording, button, index):
    page.seek(recording, index)
    page.click(button)
    page.wait(lambda: page.named(button).get_attribute("aria-pressed"), "the button's state")


def same_files(ours, theirs, stem):
    """Asserts that both folders have the same files of a name, and gives how many."""
    names = sorted(path.name for path in ours.glob(f"{stem}.*"))
    for name in names:
        assert (ours / name).read_bytes() == (theirs / name).read_bytes(), f"{name} differs from that of the command line"
    return len(names)


def draw_raise_and_save(page, recording, name, least=50):
    """On the open film: tap, Draw, a height by the slider, and the file; gives the printed command lines. At least so many points."""
    tap_nail(page, recording)
    page.click("Draw")
    page.wait(lambda: page.values("draw"), "the pen in the address")
    assert page.named("Draw").get_attribute("aria-pressed") == "true"
    page.slide(page.one("#height"), 0.2)
    page.wait(lambda: page.values("height"), "the height in the address")
    height = float(page.values("height")[0])
    assert 0.015 <= height <= 0.025
    summary = page.wait_for_run()
    assert f"raised to {height * 1000:g} mm" in summary.replace(".00 mm", " mm"), summary
    page.click("To the workshop")
    assert page.wait_for_workshop()["points"] >= least
    return page.save(f"{name}.obj")


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDINGS.iterdir() if path.is_dir()))
def test_open_tap_draw_raise_save(page, folder, recording, terminal, name):
    """From the library to an OBJ, on every recording in which a finger draws."""
    if not (RECORDINGS / name / "recording.json").exists():
        pytest.skip(f"{name} is a film and no recording: test_bad_input.py imports it and draws in it")
    recording = recording(name)
    if not recording.truth:
        pytest.skip(f"no finger draws in {name}")
    open_from_library(page, name)
    terminal.run(draw_raise_and_save(page, recording, name))
    assert same_files(folder, terminal.folder, name) >= 1


def test_raise_by_finger(page, folder, recording, terminal):
    """The square is raised by the finger between two presses of 3D, and the file is that of the command line."""
    recording = recording("square")
    open_from_library(page, "square")
    tap_nail(page, recording)
    # Before the recorded stretch begins, which a press within it would end.
    press_at(page, recording, "3D", 155)
    press_at(page, recording, "3D", 226)
    assert page.values("extrude") and not page.values("height")
    page.wait_for_run()
    page.click("To the workshop")
    page.wait_for_workshop()
    terminal.run(page.save("by-finger.obj"))
    assert same_files(folder, terminal.folder, "by-finger") >= 1
    heights = [float(line.split()[2]) for line in (folder / "by-finger.obj").read_text().splitlines() if line.startswith("v ")]
    # The story of the recording: the finger goes up by 110 to 150 points of the view.
    assert max(heights) - min(heights) > 0.02


def test_every_format(page, folder, terminal):
    """Each format that the workshop offers, saved there and by the command line."""
    page.open("#/shape/letter?tracker=mosse&height=0.01&style=ribbon&width=4")
    page.wait_for_workshop()
    formats = [option.get_attribute("value") for option in page.field("Format").find_elements("tag name", "option")]
    assert set(formats) == {"obj", "stl", "ply", "glb", "usdz", "svg", "dxf", "json"}
    for ending in formats:
        file = f"format-{ending}.{ending}"
        page.choose("Format", ending)
        terminal.run(page.save(file))
        assert same_files(folder, terminal.folder, f"format-{ending}") >= 1


def test_words_of_edit_and_style(page, folder, terminal):
    """Colours, names, a stroke taken away, a tube of wood: all of it is in the command line."""
    page.open("#/shape/letter?tracker=mosse&drop-stroke=1&color=2:%231f77d0&name=2:an%20x&style=tube&radius=2&material=wood&height=0.005")
    page.wait_for_workshop()
    terminal.run(page.save("edited.glb"))
    assert same_files(folder, terminal.folder, "edited") == 1


def test_touch_on_a_phone(page, recording):
    """At 375 points a finger on the glass seeds where it touches, and nothing is wider than the screen."""
    recording = recording("spiral")
    page.resize(375, 800)
    page.open_player("spiral", time=recording.time(TAP))
    x, y = page.tap(recording.nail(TAP), recording.view, touch=True)
    click = page.wait(lambda: page.values("click"), "the tap")[0]
    seen_x, seen_y = (float(value) for value in click.split("@")[0].split(","))
    assert abs(seen_x - x) <= 0.51 and abs(seen_y - y) <= 0.51
    assert page.script("return document.documentElement.scrollWidth") <= 375
