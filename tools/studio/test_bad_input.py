"""What goes wrong is said on the page, and nothing is lost: bad films, a folder that vanishes, a full disk, a server that is gone."""
import os
import shutil
import subprocess

import pytest

from browser import Notes
from geometry import Recording, lines_of
from page import Page
from studio import PROGRAM, RECORDINGS, Studio, Terminal
from test_job import draw_raise_and_save, same_files

SHAPE = "#/shape/letter?tracker=mosse&height=0.01"


@pytest.fixture
def place(tmp_path):
    """A folder of its own, with one recording."""
    shutil.copytree(RECORDINGS / "letter", tmp_path / "own/letter")
    return tmp_path / "own"


@pytest.fixture
def own(driver, place):
    """A page on a studio of its own, for what would disturb others: (page, studio)."""
    server = Studio(place)
    Notes(driver)
    driver.switch_to.new_window("tab")
    page = Page(driver, server.address)
    page.resize(1280)
    yield page, server
    server.stop()
    # Failures are meant here; other hosts never.
    assert Notes(driver).strangers(server.host) == []
    driver.close()
    driver.switch_to.window(driver.window_handles[0])


def test_a_film_that_cannot_be_decoded(page, folder, tmp_path, expected):
    """The page says so, and the library is as it was."""
    expected += ["422", "400"]
    film = tmp_path / "noise.mp4"
    film.write_bytes(bytes(range(256)) * 400)
    page.open()
    page.waits_for_text("square")
    before = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    page.drop(film)
    page.waits_for_text("noise.mp4")
    page.wait(lambda: page.all("dialog[open]") or page.all(".import .note.bad"), "an answer to the drop")
    assert not page.all("dialog[open]"), "what lies on the table is asked of a film that is none"
    assert "FFmpeg finds no film in it" in page.text(".import .note.bad")
    assert "noise" in page.text(".import") and "was not imported" in page.text(".import")
    assert sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) == before


def test_a_film_with_a_card_becomes_a_recording(own, place, tmp_path):
    """A film is dropped, the card is named, and the finger draws in what it became."""
    page, _ = own
    page.open()
    page.waits_for_text("letter")
    page.drop(RECORDINGS / "desk-card/clip.mp4")
    page.one("dialog[open]")
    page.driver.find_element("css selector", "dialog input[type=file]").send_keys(str(RECORDINGS / "desk-card/card.png"))
    page.click("Import")
    page.wait(lambda: "is in the library as clip" in page.text(".import") or page.all(".import .note.bad"), "the recording", 240)
    assert not page.all(".import .note.bad"), page.text(".import")
    page.click("Film (clip)")
    page.wait_for_film()
    checked = subprocess.run([PROGRAM, "check", place / "clip"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr

    # What is true is known of the film: its nail is where it was.
    recording = Recording(place / "clip")
    recording.truth = lines_of(RECORDINGS / "desk-card/truth/frames.jsonl")
    terminal = Terminal(tmp_path / "elsewhere", place)
    # It was filmed upright, and its view is the picture that lies: the box is too large for the nail, and few points come of it.
    terminal.run(draw_raise_and_save(page, recording, "clip", least=1))
    assert same_files(place, terminal.folder, "clip") >= 1


def test_a_folder_that_vanishes_and_comes_back(own, place, tmp_path):
    page, _ = own
    page.open(SHAPE)
    page.wait_for_workshop()
    place.rename(tmp_path / "gone")
    page.click("Save in the folder")
    message = page.one(".workshop-panels .note.bad").text
    assert "own" in message or "folder" in message, message
    page.click("Library")
    page.one(".note.bad")
    (tmp_path / "gone").rename(place)
    page.click("Try again")
    page.waits_for_text("letter", ".cards")
    page.open(SHAPE)
    page.wait_for_workshop()
    page.save("again.obj")
    assert (place / "again.obj").exists()


def test_a_full_disk(driver, tmp_path):
    """The file that does not fit is refused with a reason, nothing half is left, and with room it is saved."""
    small = tmp_path / "small"
    small.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "none", small], capture_output=True).returncode != 0:
        pytest.skip("a small disk can only be mounted by root")
    server = None
    try:
        shutil.copytree(RECORDINGS / "letter", small / "letter")
        server = Studio(small)
        Notes(driver)
        driver.switch_to.new_window("tab")
        page = Page(driver, server.address)
        page.resize(1280)
        page.open(SHAPE)
        page.wait_for_workshop()
        filler = small / "filler"
        with pytest.raises(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        before = sorted(path.name for path in small.iterdir())
        page.click("Save in the folder")
        message = page.one(".workshop-panels .note.bad").text
        assert "space" in message or "full" in message, message
        assert sorted(path.name for path in small.iterdir()) == before
        filler.unlink()
        page.save("letter.obj")
        assert (small / "letter.obj").stat().st_size > 10_000
        assert Notes(driver).strangers(server.host) == []
        driver.close()
        driver.switch_to.window(driver.window_handles[0])
    finally:
        if server:
            server.stop()
        subprocess.run(["umount", small], check=True)


def test_a_file_that_is_there_is_replaced_only_when_said(own, place):
    page, _ = own
    page.open(SHAPE)
    page.wait_for_workshop()
    (place / "letter.obj").write_text("mine\n")
    page.click("Save in the folder")
    page.one("dialog[open]")
    page.click("Another name")
    assert (place / "letter.obj").read_text() == "mine\n"
    page.save("other.obj")
    page.type("File", "letter.obj")
    page.click("Save in the folder")
    page.one("dialog[open]")
    page.click("Replace")
    page.waits_for_text("letter.obj is saved.")
    assert (place / "letter.obj").read_bytes() == (place / "other.obj").read_bytes().replace(b"other.mtl", b"letter.mtl")


def test_a_server_that_is_gone_and_comes_back(own, place):
    """The page says that nobody answers; when the studio runs again, it goes on without being loaded anew."""
    page, server = own
    page.open(SHAPE)
    page.wait_for_workshop()
    server.stop()
    page.click("Save in the folder")
    assert "does not answer" in page.one(".workshop-panels .note.bad").text
    page.click("Library")
    assert "does not answer" in page.one(".note.bad").text
    second = Studio(place, port=server.port)
    try:
        page.click("Try again")
        page.waits_for_text("letter", ".cards")
        page.open(SHAPE)
        page.wait_for_workshop()
        page.save("after.obj")
    finally:
        second.stop()


def test_a_run_goes_on_after_the_server_was_restarted(own, place):
    """The player loses the server in the middle of a run, says so, and ends the run with the next one."""
    page, server = own
    page.open_player("letter", [("tracker", "csrt")], 1)
    server.stop()
    page.waits_for_text("does not answer", ".player")
    second = Studio(place, port=server.port)
    try:
        assert "points in" in page.wait_for_run()
    finally:
        second.stop()


@pytest.mark.parametrize("word, said", [("tracker=nonsense", "--tracker"), ("gate=7", "--gate"), ("click=1,2,3", "--click"), ("no-such=1", "no-such")])
def test_a_wrong_word_in_the_address(page, expected, word, said):
    """The page says what the command line says: what is wrong, and what is accepted."""
    expected += ["422"]
    page.open(f"#/play/letter?{word}")
    page.wait_for_film()
    page.waits_for_text(said, ".note.bad")
    terminal = subprocess.run(
        [PROGRAM, "draw", RECORDINGS / "letter", "--" + word.split("=")[0], word.split("=")[1]], capture_output=True, text=True)
    assert terminal.returncode == 64
    error = terminal.stderr.splitlines()[0].removeprefix("Error: ")
    assert error in page.text(".note.bad"), f"{error} / {page.text('.note.bad')}"


def test_a_recording_that_is_not_there(page, expected):
    expected += ["404"]
    page.open("#/play/nothing-of-this-name")
    page.waits_for_text("nothing-of-this-name", ".note.bad")


def test_a_broken_recording_is_listed_with_its_problem(page):
    page.open()
    page.waits_for_text("broken")
    card = next(card for card in page.all("article.card") if "broken" in card.text.splitlines())
    assert "recording.json" in card.text and "cannot be played" in card.text


def test_a_second_studio_and_a_port_in_use(studio, folder, tmp_path):
    """Both say what is in the way, and where to go instead."""
    second = subprocess.run([PROGRAM, "studio", folder, "--port", "0"], capture_output=True, text=True)
    assert second.returncode == 1 and studio.address in second.stderr
    taken = subprocess.run([PROGRAM, "studio", tmp_path, "--port", str(studio.port)], capture_output=True, text=True)
    assert taken.returncode == 1 and "airdraw" in taken.stderr and "--port" in taken.stderr
