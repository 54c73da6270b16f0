#!/usr/bin/env python3
"""Checks rendered recordings: sizes, truth, projection, what the issue of the drawing asks of them, and repeatability.

    check_recordings.py FOLDER…            reads recordings and compares their films with fresh frames
    check_recordings.py --repeat [SEED]    renders the start of each recording twice and compares the bytes
    check_recordings.py --seeds [COUNT]    checks the text and the truth of many seeds, without pictures
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from film import FrameMaker  # noqa: E402
from finger_render import SCALE, finger_bounds  # noqa: E402
from stories import STORIES  # noqa: E402
from world import World  # noqa: E402
from writer import write_text  # noqa: E402

cv2.setNumThreads(1)
cv2.ipp.setUseIPP(False)


class Failed(Exception):
    pass


def expect(condition, sentence):
    if not condition:
        raise Failed(sentence)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Recording:
    """What a reader sees; projects with nothing but the numbers in the files."""

    def __init__(self, folder):
        self.folder = folder
        self.about = json.loads((folder / "recording.json").read_text())
        self.frames = lines(folder / "frames.jsonl")
        self.anchors = lines(folder / "anchors.jsonl")
        self.events = lines(folder / "events.jsonl")
        self.truth = lines(folder / "truth" / "frames.jsonl")
        self.strokes = json.loads((folder / "truth" / "strokes.json").read_text())["strokes"]
        self.plane_height = json.loads((folder / "truth" / "planes.json").read_text())["planes"][0]["world_from_plane"][1][3]

    def project(self, index, point):
        frame = self.frames[index]
        x, y, z, _ = np.linalg.inv(np.array(frame["world_from_camera"])) @ [*point, 1]
        return np.array([frame["cx"] + frame["fx"] * x / -z, frame["cy"] - frame["fy"] * y / -z])

    def view(self, pixel):
        # The line of the table of displayTransform for 1280×720 and 375×667, portrait.
        x, y = (pixel[0] + 0.5) / 1280, (pixel[1] + 0.5) / 720
        return np.array([(-1.0005 * y + 1.00025) * 375, x * 667])

    def frame_at(self, time):
        return next(i for i, f in enumerate(self.frames) if f["time"] >= time - 1e-9)

    def event(self, kind, on=None):
        return next(e for e in self.events if e["event"] == kind and (on is None or e["on"] == on))


def check_length(r):
    expect(len(r.frames) == len(r.truth), "frames and truth differ in number")
    expect(8 <= len(r.frames) / 30 <= 12, f"{len(r.frames) / 30:.1f} s are not 8 to 12")


def check_sizes(r):
    size = sum(f.stat().st_size for f in r.folder.rglob("*") if f.is_file())
    expect(size < 3_000_000, f"{size} bytes are not under 3 MB")
    film = cv2.VideoCapture(str(r.folder / "video.mp4"))
    count = 0
    while film.grab():
        count += 1
    expect(count == len(r.frames), f"the film has {count} pictures for {len(r.frames)} frames")


def check_poses(r):
    for f in r.frames:
        m = np.array(f["world_from_camera"])
        expect(np.abs(m[:3, :3] @ m[:3, :3].T - np.eye(3)).max() < 1e-8, f"frame {f['index']}: not rigid")
        expect(abs(f["fx"] - 967) < 15 and f["fx"] == f["fy"], f"frame {f['index']}: focal length {f['fx']}")
    first, last = [np.array(r.frames[i]["world_from_camera"]) for i in (0, -1)]
    expect(np.abs(first[:3, 3]).max() == 0, "the origin is not at the first frame")
    turn = np.degrees(np.arccos(np.clip((np.trace(first[:3, :3].T @ last[:3, :3]) - 1) / 2, -1, 1)))
    expect(10 <= turn <= 15, f"the camera turns by {turn:.1f}°")


def check_truth(r):
    for t in r.truth:
        if t["touching"]:
            expect(abs(t["tip_world"][1] - r.plane_height) < 1e-9, f"frame {t['index']}: the tip is off the plane")
    for stroke in r.strokes:
        expect(all(abs(p[1] - r.plane_height) < 1e-9 for p in stroke), "a stroke leaves the plane")
    boxes = [t["nail_box"] for t in r.truth]
    if r.about["name"] == "return":
        out = [i for i, b in enumerate(boxes) if b is None]
        expect(len(out) >= 25 and out[-1] - out[0] + 1 == len(out), "the finger does not leave once, for about a second")
        expect(len(r.strokes) == 2, "two lines are wanted")
        expect([e["event"] for e in r.events].count("tap") == 1, "a second tap")
    else:
        expect(all(t["nail_visible"] == 1 for t in r.truth), "the nail leaves the picture")
        speed = max(np.linalg.norm(np.subtract(b, a)) / (1 / 120) for s in r.strokes for a, b in zip(s, s[1:]))
        expect(speed <= 0.405, f"the finger draws at {speed:.2f} m/s")
    if r.about["name"] == "square":
        p = np.array(r.strokes[0])
        expect(np.linalg.norm(p[0] - p[-1]) < 1e-6, "the square is open")
        expect(abs(np.linalg.norm(np.diff(p, axis=0), axis=1).sum() - 0.4) < 1e-4, "the sides are not 100 mm")
        on, off = [r.frame_at(r.event("extrude", v)["time"]) for v in (True, False)]
        middle = [boxes[i][0] + boxes[i][2] / 2 for i in (on, off)]
        rise = (middle[0] - middle[1]) / 1280 * 667
        expect(100 <= rise <= 160, f"the nail rises by {rise:.0f} points")


def check_tap(r):
    tap = r.event("tap")
    index = r.frame_at(tap["time"])
    box = r.truth[index]["nail_box"]
    middle = r.view(np.array([box[0] + box[2] / 2, box[1] + box[3] / 2]) - 0.5)
    expect(np.linalg.norm(middle - tap["view"]) < 1.5, "the tap is not on the nail")
    tip = r.view(r.project(index, r.truth[index]["tip_world"]))
    error = np.linalg.norm(np.add(tap["view"], r.about["tip_offset"]) - tip)
    expect(error < 1e-3, f"tap and tip offset miss the tip by {error} points")


def check_anchors(r):
    draw = r.event("draw", True)["time"]
    alive, merged = {}, False
    for a in r.anchors:
        if a["event"] == "remove":
            merged = a["merged_into"] in alive
            del alive[a["id"]]
            continue
        alive[a["id"]] = a
        error = a["world_from_anchor"][1][3] - r.plane_height
        if a["id"] == "plane-1":
            expect(abs(error) < (0.0005 if a["time"] > draw - 0.15 else 0.0045), f"plane-1 at {a['time']} s is {error} m off")
        else:
            expect(error < -0.008, "the second plane is not below the table")
    expect(merged, "nothing merges")
    first = [a for a in r.anchors if a["id"] == "plane-1"]
    before = [a for a in first if a["time"] <= draw][-1]
    # The finger that leaves goes further than the plane has grown when the pen goes down.
    plane = first[-1] if r.about["name"] == "return" else before
    matrix = np.linalg.inv(np.array(plane["world_from_anchor"]))
    polygon = np.array(plane["boundary"], np.float32)
    for stroke in r.strokes:
        for p in stroke:
            x, _, z, _ = matrix @ [*p, 1]
            expect(cv2.pointPolygonTest(polygon, (float(x), float(z)), False) > 0, "a stroke leaves the plane's boundary")


def check_film(r):
    """The film against fresh frames: right moment, right place, and the nail where the truth says."""
    found = re.search(r"seed (\d+)", r.about["source"])
    seed = int(found.group(1))
    world = World(r.about["name"], seed)
    maker = FrameMaker(seed, r.about["name"], world)
    film = cv2.VideoCapture(str(r.folder / "video.mp4"))
    wanted = [20, len(r.frames) // 3, len(r.frames) - 12]
    for index in range(len(r.frames)):
        ok, picture = film.read()
        if index not in wanted:
            continue
        fresh = maker.frame(index, world.times[index])
        difference = np.abs(cv2.GaussianBlur(picture, (0, 0), 2).astype(int) - cv2.GaussianBlur(fresh, (0, 0), 2)).mean()
        expect(difference < 3, f"frame {index} differs from a fresh one by {difference:.1f} grey levels")
        # Painting the finger with and without its nail shows where the nail is.
        camera, finger = world.camera(world.times[index]), world.finger(world.times[index])
        bounds = finger_bounds(camera, finger, np.array([0, 0, 1280, 720]))
        if bounds is None or r.truth[index]["nail_visible"] < 1:
            continue
        with_nail = maker.painter.paint(camera, finger, bounds, world.plane_height)
        finger.tip.kind = "finger"
        without = maker.painter.paint(camera, finger, bounds, world.plane_height)
        changed = np.abs(with_nail.astype(int) - without).max(axis=2)
        # The shadowed fold round the nail darkens; inside it the plate is lighter.
        ys, xs = np.nonzero(changed > 12)
        low = np.array([xs.min(), ys.min()]) / SCALE + bounds[:2]
        high = (np.array([xs.max(), ys.max()]) + 1) / SCALE + bounds[:2]
        x, y, w, h = r.truth[index]["nail_box"]
        error = np.abs((low + high) / 2 - [x + w / 2, y + h / 2]).max()
        expect(error < 1.5, f"frame {index}: the nail is painted {error:.1f} px beside the truth")


TEXT = (check_length, check_poses, check_truth, check_tap, check_anchors)


def check(folder):
    r = Recording(folder)
    for part in TEXT + (check_sizes, check_film):
        part(r)


def check_seeds(count):
    """Many seeds without their pictures, which takes the time."""
    for seed in range(count):
        for name in sorted(STORIES):
            with tempfile.TemporaryDirectory() as out:
                write_text(World(name, seed, with_scene=False), Path(out))
                try:
                    for part in TEXT:
                        part(Recording(Path(out)))
                except Failed as failure:
                    raise Failed(f"{name}, seed {seed}: {failure}") from failure
    print(f"the text of seeds 0 to {count - 1}: good")


def repeat(seed):
    main = Path(__file__).with_name("render_recording.py")
    for name in sorted(STORIES):
        sums = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as out:
                subprocess.run([sys.executable, str(main), name, "--seed", str(seed), "--frames", "20", "--out", out], check=True)
                files = sorted(p for p in Path(out).rglob("*") if p.is_file())
                sums.append([(str(p.relative_to(out)), hashlib.sha256(p.read_bytes()).hexdigest()) for p in files])
        expect(sums[0] == sums[1], f"{name}: two runs with seed {seed} differ")
        print(f"{name}: the same bytes twice")


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 64
    try:
        if arguments[0] == "--repeat":
            repeat(int(arguments[1]) if len(arguments) > 1 else 1)
            return 0
        if arguments[0] == "--seeds":
            check_seeds(int(arguments[1]) if len(arguments) > 1 else 10)
            return 0
    except Failed as failure:
        print(f"Error: {failure}", file=sys.stderr)
        return 1
    code = 0
    for folder in map(Path, arguments):
        try:
            check(folder)
            print(f"{folder}: good")
        except Failed as failure:
            print(f"Error: {folder}: {failure}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
