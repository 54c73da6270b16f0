"""What the tests share: one browser, one studio on a copy of recordings/, a tab for each test that must stay clean."""
import json
import shutil
import subprocess

import pytest

from browser import Notes, open_browser
from geometry import Recording
from page import Page
from studio import PROGRAM, RECORDINGS, Studio, Terminal

def pytest_report_header():
    return f"airdraw: {PROGRAM}"


def pytest_collection_modifyitems(items):
    """Without a program that has a studio every test is skipped, with the reason."""
    known = PROGRAM.exists() and subprocess.run([PROGRAM, "help", "studio"], capture_output=True).returncode == 0
    if not known:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{PROGRAM} is not built, or has no studio: swift build --configuration release"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with all of recordings/, a damaged recording, and the square as each way of holding a phone sees it."""
    folder = tmp_path_factory.mktemp("studio") / "recordings"
    shutil.copytree(RECORDINGS, folder)
    lay_orientations(folder)
    broken = folder / "broken"
    broken.mkdir()
    (broken / "recording.json").write_text('{"format": "airdraw-recording", "version": 1}\n')
    return folder


ORIENTATIONS = {"portrait": [375, 667], "portrait_upside_down": [414, 896], "landscape_right": [896, 414], "landscape_left": [667, 375]}


def lay_orientations(folder):
    """Copies of the square with other orientations and views, and without the taps that were recorded in its own view."""
    for orientation, view in ORIENTATIONS.items():
        copy = folder / f"square-{orientation}"
        shutil.copytree(RECORDINGS / "square", copy)
        (copy / "events.jsonl").unlink()
        head = json.loads((copy / "recording.json").read_text())
        head |= {"name": copy.name, "orientation": orientation, "viewport_size": view}
        # The tip was measured in the square's own view.
        head.pop("tip_offset")
        (copy / "recording.json").write_text(json.dumps(head))


@pytest.fixture(scope="session")
def studio(folder):
    server = Studio(folder)
    yield server
    assert server.stop() in (0, 130), "the studio did not end well: " + "".join(server.messages)


@pytest.fixture(scope="session")
def driver():
    driver = open_browser()
    yield driver
    driver.quit()


@pytest.fixture
def expected():
    """Words that the console may say in a test: failures that the test provokes."""
    return []


@pytest.fixture
def page(driver, studio, expected):
    """A tab of the studio. Afterwards no error may stand in the console, and nobody else may have been asked for anything."""
    # What others left in the logs is not this test's.
    Notes(driver)
    driver.switch_to.new_window("tab")
    page = Page(driver, studio.address)
    page.resize(1280)
    yield page
    notes = Notes(driver)
    for window in driver.window_handles[1:]:
        driver.switch_to.window(window)
        driver.close()
    driver.switch_to.window(driver.window_handles[0])
    assert notes.strangers(studio.host) == []
    assert notes.errors(expected) == []


@pytest.fixture(scope="session")
def measured(folder):
    """The results of an evaluation, in the folder."""
    subprocess.run(
        [PROGRAM, "evaluate", folder / "letter", "--protocol", "drawing", "--tracker", "mosse", "--out", folder / "measured", "--quiet"],
        check=True, capture_output=True)


@pytest.fixture
def recording(folder):
    return lambda name: Recording(folder / name)


@pytest.fixture
def terminal(tmp_path):
    """A folder like the studio's, with nothing saved in it."""
    return Terminal(tmp_path)
