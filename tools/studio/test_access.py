"""Everybody can use it: axe-core finds no serious violation on any page and dialog, and the keyboard alone does the whole job."""
from importlib.resources import files

import pytest
from selenium.webdriver.common.keys import Keys

from browser import Notes
from studio import RECORDINGS

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
TAP = 15


def violations(page):
    """Serious and critical violations of the rules that axe knows, one line for each."""
    page.script(AXE)
    found = page.driver.execute_async_script("""
        const done = arguments[0]
        axe.run(document, {resultTypes: ["violations"]}).then(result => done(result.violations), failure => done(String(failure)))""")
    assert isinstance(found, list), found
    return [
        f"{one['id']}: {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"][:3])
        for one in found if one["impact"] in ("serious", "critical")
    ]


def library(page, recording):
    page.open()
    page.waits_for_text("square")


def library_question(page, recording):
    page.open()
    page.waits_for_text("square")
    page.drop(RECORDINGS / "desk-card/clip.mp4")
    page.waits_for_text("What lies on the table?", "dialog")


def player_untouched(page, recording):
    page.open_player("square-portrait", time=1)


def player_with_two_runs(page, recording):
    nail = recording("letter").nail(TAP)
    words = [("click", f"{nail[0]:.1f},{nail[1]:.1f}@0.5"), ("tracker", "mosse"), ("beside", "tracker=kcf")]
    page.open_player("letter", words, 2)
    page.wait_for_run()
    page.wait_for_run(1)
    page.click("Settings")


def player_keys(page, recording):
    page.open_player("letter", [("tracker", "mosse")], 1)
    page.wait_for_run()
    page.click("Keys")
    page.one("dialog[open]")


def player_wrong_word(page, recording):
    page.open_player("letter", [("tracker", "nonsense")])
    page.one(".note.bad")


def workshop(page, recording):
    page.open("#/shape/letter?tracker=mosse&height=0.01")
    page.wait_for_workshop()


def workshop_saved_and_asked(page, recording):
    workshop(page, recording)
    page.save("axe.obj")
    page.click("Save in the folder")
    page.one("dialog[open]")


def workshop_empty(page, recording):
    page.open("#/shape/letter?tracker=mosse&draw=8.4..8.45")
    page.one(".problems .note")


def results(page, recording):
    page.open("#/results/measured")
    page.waits_for_text("Worst first")


def nowhere(page, recording):
    page.open("#/play/nothing-of-this-name")
    page.one(".note.bad")


STATES = [
    library, library_question, player_untouched, player_with_two_runs, player_keys, player_wrong_word, workshop, workshop_saved_and_asked,
    workshop_empty, results, nowhere,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing_serious(page, recording, expected, measured, state):
    """In light and dark, 1280 and 375 points wide."""
    expected += ["422", "404", "409"]
    state(page, recording)
    assert Notes(page.driver).errors(expected) == []
    found = []
    for width in (1280, 375):
        for is_dark in (False, True):
            page.resize(width, dark=is_dark)
            page.settle()
            found += [f"{width} {'dark' if is_dark else 'light'}: {line}" for line in violations(page)]
        assert page.script("return document.documentElement.scrollWidth") <= 375 or width > 375, "the page is wider than the screen"
    # axe measures with styles of its own, which the policy refuses and the console tells.
    Notes(page.driver)
    if page.all("dialog[open]"):
        page.keys(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog[open]"), "the end of the dialog")
    assert found == []


def tab_to(page, name):
    """Presses Tab until a control has the focus; gives how often."""
    for count in range(120):
        focused = page.driver.switch_to.active_element
        if name in (focused.accessible_name.strip(), focused.text.strip()):
            return count
        page.keys(Keys.TAB)
    raise AssertionError(f"Tab does not reach “{name}”")


def test_the_whole_job_by_keyboard(page, folder, recording):
    """Open, step, tap, draw, raise and save without a mouse."""
    recording = recording("square-portrait")
    page.open()
    page.waits_for_text("square-portrait")
    tab_to(page, "Film (square-portrait)")
    page.keys(Keys.ENTER)
    page.wait_for_film()
    tab_to(page, "One frame on")
    for index in range(1, TAP + 1):
        page.keys(Keys.ENTER)
        page.wait_for_film(index)

    tab_back_to_film(page)
    x, y = (round(value) for value in recording.nail(TAP))
    # The cross begins in the middle; arrows move it by 5 points, with Shift by half a point.
    for keys, way in [((Keys.ARROW_LEFT, Keys.ARROW_RIGHT), x - round(375 / 2)), ((Keys.ARROW_UP, Keys.ARROW_DOWN), y - round(667 / 2))]:
        for _ in range(round(abs(way) / 5)):
            page.keys(keys[way > 0])
    page.keys(Keys.ENTER)
    click = page.wait(lambda: page.values("click"), "the tap")[0]
    seen_x, seen_y = (float(value) for value in click.split("@")[0].split(","))
    assert abs(seen_x - x) <= 3.5 and abs(seen_y - y) <= 3.5
    page.keys("d")
    page.wait(lambda: page.values("draw"), "the pen")
    tab_to(page, "Height")
    page.keys(*[Keys.ARROW_RIGHT] * 12)
    page.wait(lambda: page.values("height") == ["0.012"], "the height")
    page.wait_for_run()
    tab_to(page, "To the workshop")
    page.keys(Keys.ENTER)
    page.wait_for_workshop()
    tab_to(page, "File")
    page.chord(Keys.CONTROL, "a")
    page.keys("by-keys.obj", Keys.ENTER)
    page.wait(lambda: page.all(".workshop-panels .note"), "an answer to the saving")
    # The cross moves in steps of 5 points: how well the finger is held from there is not the keyboard's matter.
    assert "\nv " in (folder / "by-keys.obj").read_text()


def tab_back_to_film(page):
    for _ in range(60):
        if page.driver.switch_to.active_element.tag_name == "canvas":
            return
        page.chord(Keys.SHIFT, Keys.TAB)
    raise AssertionError("Shift-Tab does not reach the film")


def test_focus_goes_to_the_new_page(page):
    """Whoever follows a link by keyboard is at the top of the new page, and the title says where."""
    page.open("#/shape/letter?tracker=mosse")
    page.wait_for_workshop()
    page.click("Library")
    page.waits_for_text("square")
    assert "Library" in page.driver.title
    page.wait(lambda: page.script("return document.activeElement?.closest('main') !== null"), "the focus in the page")
