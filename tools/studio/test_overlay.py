"""Film and overlay are where the camera says: the page's pixels against projections and pictures computed in Python."""
import json
import subprocess
import urllib.request
from urllib.parse import urlencode

import numpy as np
import pytest
from PIL import Image

from conftest import ORIENTATIONS
from studio import PROGRAM

TAP = 15
# The only frame in which the pen is down: it leaves one point, which is seen from all later frames.
DRAWN = 30
FRAMES = 25


def events_of(url):
    """The events of a stream, [(name, data), ...], as any client reads them: it comes back until the end."""
    found, last = [], None
    while True:
        request = urllib.request.Request(url, headers={} if last is None else {"Last-Event-ID": last})
        with urllib.request.urlopen(request) as answer:
            name = None
            for line in answer:
                key, _, value = line.decode().rstrip("\n").partition(":")
                value = value.removeprefix(" ")
                if key == "event":
                    name = value
                elif key == "id":
                    last = value
                elif key == "data":
                    found.append((name, json.loads(value)))
                    if name in ("end", "failed"):
                        return found


def places_of_point(url):
    """Where the one point of a run is in the world, and where the box is in the view, by frame.

    The point moves with its plane as that is measured better; the box of a lost finger stays where it was.
    """
    places, boxes, place = {}, {}, None
    for name, data in events_of(url):
        if name != "frames":
            continue
        for frame in data["frames"]:
            for _, *found, _ in frame.get("n", []):
                place = found
            if place:
                places[frame["i"]] = place
                boxes[frame["i"]] = frame.get("b")
    return places, boxes


def bilinear(picture, points):
    """A picture's colours between its pixels, at (…, 2) of x and y."""
    height, width = picture.shape[:2]
    x, y = np.clip(points[..., 0], 0, width - 1.001), np.clip(points[..., 1], 0, height - 1.001)
    i, j = x.astype(int), y.astype(int)
    u, v = (x - i)[..., None], (y - j)[..., None]
    return (picture[j, i] * (1 - u) + picture[j, i + 1] * u) * (1 - v) + (picture[j + 1, i] * (1 - u) + picture[j + 1, i + 1] * u) * v


def film_picture(film, index):
    """One picture of a film as FFmpeg decodes it."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", film, "-vf", f"select=eq(n\\,{index})", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(720, 1280, 3).astype(float)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_point_of_the_world_is_drawn_where_it_projects(page, studio, recording, orientation):
    """A magenta point on the table, found in the screen's pixels, is within 1 px of its projection, on 25 frames of each orientation."""
    recording = recording(f"square-{orientation}")
    x, y = recording.nail(TAP)
    begin, end = (recording.time(DRAWN) + shift for shift in (-0.01, 0.01))
    words = [("click", f"{x:.1f},{y:.1f}@{recording.time(TAP)}"), ("draw", f"{begin:.3f}..{end:.3f}"), ("color", "#ff00ff"), ("tracker", "kcf")]
    places, boxes = places_of_point(f"{studio.address}/api/recordings/{recording.folder.name}/draw?{urlencode(words)}")

    # Frames in which finger and box are far from the point, so that nothing else covers it.
    def is_far(index, x, y):
        return np.linalg.norm(np.array([x, y]) - recording.project(index, places[index])) > 0.16 * max(recording.view)

    def box_is_far(index, x, y, width, height):
        return is_far(index, x + width / 2, y + height / 2)

    free = [
        index for index, place in places.items() if index > DRAWN and recording.nail(index) is not None
        and is_far(index, *recording.nail(index)) and (boxes[index] is None or box_is_far(index, *boxes[index]))
        and all(20 < value < size - 20 for value, size in zip(recording.project(index, place), recording.view))
    ]
    assert len(free) >= FRAMES, "too few frames in which the point can be seen"
    chosen = [free[round(k)] for k in np.linspace(0, len(free) - 1, FRAMES)]

    page.resize(1280, 900, ratio=2)
    page.open_player(recording.folder.name, words, recording.time(chosen[0]))
    page.wait_for_run()
    canvas = page.show(page.canvas)
    errors = []
    for index in chosen:
        page.seek(recording, index)
        pixels, places_on_canvas = page.picture(canvas)
        red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
        wanted = recording.project(index, places[index]) / recording.view
        away = (places_on_canvas - wanted) * [canvas.rect["width"], canvas.rect["height"]]
        # Farther off things of the film are magenta, too.
        magenta = (np.minimum(red, blue) > 110) & (green < 0.5 * np.minimum(red, blue)) & (np.linalg.norm(away, axis=-1) < 10)
        assert magenta.sum() >= 9, f"no magenta point near its place on frame {index}"
        errors.append(away[magenta].mean(0))
        claimed = page.script("return window.airdraw.project(...arguments)", *places[index])
        assert np.allclose(claimed, recording.project(index, places[index]), atol=1e-3)
    ways = np.linalg.norm(errors, axis=-1)
    print(f"{orientation}: mean {ways.mean():.3f} px, worst {ways.max():.3f} px, on the whole {np.mean(errors, 0).round(3)}")
    assert ways.max() <= 1


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_the_film_lies_as_the_view_shows_it(page, recording, orientation):
    """The film on the page is FFmpeg's picture of the same frame, turned and cropped by ARKit's displayTransform, to the pixel."""
    index = 100
    recording = recording(f"square-{orientation}")
    page.open_player(recording.folder.name, time=recording.time(index))
    page.wait_for_film(index)
    canvas = page.show(page.canvas)
    # The words over the film are no part of it.
    page.script("document.querySelector('.screen .over').hidden = true")
    seen, places = page.picture(canvas)
    pixels = recording.in_image(places * recording.view)
    number = recording.frames[index]["video_frame"]
    films = {k: film_picture(recording.folder / "video.mp4", number + k) for k in (-2, 0, 2)}

    def difference(dx=0, dy=0, k=0):
        return np.abs(seen - bilinear(films[k], pixels + [dx, dy])).mean()

    here = difference()
    print(f"{orientation}: mean difference {here:.2f} of 255")
    assert here < 5
    # Not only alike: moved by a pixel and a half of the film in any way it is less alike, and so are its neighbours in time.
    for dx, dy in [(1.5, 0), (-1.5, 0), (0, 1.5), (0, -1.5)]:
        assert difference(dx, dy) > here, f"the film lies better {dx}, {dy} px beside"
    assert difference(k=-2) > here and difference(k=2) > here, "another picture of the film is shown"


def test_the_film_is_the_picture_of_airdraw_frame(page, recording, tmp_path):
    """`airdraw frame` shows the same view; it lays a grid over it, which half of the pixels do not see."""
    index = 100
    recording = recording("square-portrait")
    page.open_player(recording.folder.name, time=recording.time(index))
    page.wait_for_film(index)
    page.script("document.querySelector('.screen .over').hidden = true")
    seen, places = page.picture(page.show(page.canvas))
    file = tmp_path / "frame.png"
    subprocess.run([PROGRAM, "frame", recording.folder, "--frame", str(index), "--out", file, "--quiet"], check=True)
    printed = np.asarray(Image.open(file).convert("RGB")).astype(float)
    same = bilinear(printed, places * [printed.shape[1], printed.shape[0]] - 0.5)
    assert np.median(np.abs(seen - same)) < 4
