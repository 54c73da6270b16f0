#!/usr/bin/env python3
"""Makes short clips in which a rendered finger leaves the picture or is covered and comes back, and measures who finds it.

    make_absences.py --out folder                               20 clips from the recordings of the repository
    make_absences.py --out folder --measure .build/release/airdraw --tracker fingertip

A clip is a window of 640 × 360 that pans over a film of 1280 × 720. Odd clips pan until the nail is out of sight and come back to
another place; in even ones a printed sheet slides over the nail and away. The truth is that of the recording: the middle of the nail.
"""
import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402

import table  # noqa: E402
from pen_path import minimum_jerk  # noqa: E402
from randomness import stream  # noqa: E402

cv2.setNumThreads(1)

WIDTH, HEIGHT, RATE = 640, 360, 30
BEFORE, SLIDE, AFTER = 20, 9, 40  # frames in sight, of a pan or a slide, and in sight again
NAMES = ("square", "spiral", "letter", "return")
SIDE = 40  # of the box about the tap, pixels
NEAR = 20  # on the tip, pixels


def nails(folder):
    """The middle of the nail in each frame, NaN where it is not whole."""
    lines = [json.loads(line) for line in (folder / "truth" / "frames.jsonl").read_text().splitlines()]
    return np.array([[b[0] + b[2] / 2 - 0.5, b[1] + b[3] / 2 - 0.5] if (b := line["nail_box"]) and line["nail_visible"] == 1
                     else [np.nan, np.nan] for line in lines])


def corner_with(rng, nail):
    """The corner of a window in which the nail lies well inside."""
    low = np.maximum(nail - [WIDTH - 120, HEIGHT - 80], 0)
    high = np.minimum(nail - [120, 80], [1280 - WIDTH, 720 - HEIGHT])
    return np.array([rng.uniform(a, max(a, b)) for a, b in zip(low, high)])


def corner_without(rng, nail):
    """The corner of a window that the nail is outside of, by half a box at least."""
    ways = []
    if nail[0] + SIDE / 2 < 1280 - WIDTH:
        ways.append([1280 - WIDTH, rng.uniform(0, 720 - HEIGHT)])
    if nail[0] - SIDE / 2 > WIDTH:
        ways.append([0, rng.uniform(0, 720 - HEIGHT)])
    if nail[1] + SIDE / 2 < 720 - HEIGHT:
        ways.append([rng.uniform(0, 1280 - WIDTH), 720 - HEIGHT])
    if nail[1] - SIDE / 2 > HEIGHT:
        ways.append([rng.uniform(0, 1280 - WIDTH), 0])
    return np.array(ways[rng.integers(len(ways))], float) if ways else None


class Sheet:
    """A printed sheet, slid over a place of the window and away."""

    def __init__(self, rng):
        self.half = rng.uniform(45, 75, 2)
        self.picture = table.cover(rng, 200, 200)
        self.turn, self.way = rng.uniform(0, 2 * np.pi, 2)

    def corners(self, place, out):
        c, s = np.cos(self.turn), np.sin(self.turn)
        middle = place + 220 * out * np.array([np.cos(self.way), np.sin(self.way)])
        return np.array([middle + [c * x - s * y, s * x + c * y]
                         for x, y in np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * self.half], np.float32)

    def paint(self, picture, corners):
        source = np.array([[0, 0], [200, 0], [200, 200], [0, 200]], np.float32)
        size = (picture.shape[1], picture.shape[0])
        warped = cv2.warpPerspective(self.picture, cv2.getPerspectiveTransform(source, corners), size)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
        share = mask[:, :, None].astype(np.float32) / 255
        return (picture * (1 - share) + warped * share + 0.5).astype(np.uint8)


def plan(seed, recordings):
    """Where a clip begins, the window's corner in each frame, and the sheet with its way."""
    rng = stream(seed, "absence")
    while True:
        folder = recordings / NAMES[seed // 2 % 4]
        nail = nails(folder)
        away = int(rng.integers(6, 36))
        count = BEFORE + 2 * SLIDE + away + AFTER
        first = int(rng.integers(15, len(nail) - count))
        span = nail[first:first + count]
        if np.isnan(span).any():
            continue
        a, c = corner_with(rng, span[0]), corner_with(rng, span[-AFTER // 2])
        b = corner_without(rng, span[BEFORE + SLIDE + away // 2])
        if b is None:
            continue
        frame = np.arange(count)
        gone = minimum_jerk((frame - BEFORE) / SLIDE)
        back = minimum_jerk((frame - BEFORE - SLIDE - away) / SLIDE)
        if seed % 2:
            corners = a + (b - a) * gone[:, None] + (c - b) * back[:, None]
            return folder, first, span, np.round(corners), None, None
        corners = np.repeat(a[None], count, 0)
        inside = span - corners
        if np.any(inside < 30) or np.any(inside > [WIDTH - 30, HEIGHT - 30]):
            continue
        return folder, first, span, np.round(corners), Sheet(rng), np.where(back > 0, back, gone - 1)


def make(seed, recordings, out):
    folder, first, span, corners, sheet, outs = plan(seed, recordings)
    target = out / f"absence-{seed:02}"
    target.mkdir(parents=True, exist_ok=True)
    film = cv2.VideoCapture(str(folder / "video.mp4"))
    for _ in range(first):
        film.grab()
    pipe = subprocess.Popen(
        ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s",
         f"{WIDTH}x{HEIGHT}", "-r", str(RATE), "-i", "-", "-c:v", "libx264", "-threads", "1", "-crf", "20", "-pix_fmt", "yuv420p",
         str(target / "video.mp4")], stdin=subprocess.PIPE)
    rows = ["frame,tip_x,tip_y"]
    for i, (nail, corner) in enumerate(zip(span, corners)):
        ok, picture = film.read()
        if not ok:
            raise SystemExit(f"Error: {folder / 'video.mp4'} ends early.\nHelp: render it anew.")
        x, y = corner.astype(int)
        picture = picture[y:y + HEIGHT, x:x + WIDTH]
        place = nail - corner
        seen = 8 <= place[0] <= WIDTH - 9 and 8 <= place[1] <= HEIGHT - 9
        if sheet:
            quad = sheet.corners(place, outs[i])
            picture = sheet.paint(picture, quad)
            seen = seen and cv2.pointPolygonTest(quad, (float(place[0]), float(place[1])), True) < -8
        pipe.stdin.write(np.ascontiguousarray(picture).tobytes())
        rows.append(f"{i},{place[0]:.2f},{place[1]:.2f}" if seen else f"{i},,")
    pipe.stdin.close()
    if pipe.wait() != 0:
        raise SystemExit("Error: ffmpeg could not store the frames (see above).")
    (target / "tip.csv").write_text("\n".join(rows) + "\n")


def measure(folder, airdraw, tracker):
    """Frames from the first in sight again to the first in which the tip is held and near; then how often held falsely and while away."""
    rows = [line.split(",") for line in (folder / "tip.csv").read_text().splitlines()[1:]]
    tips = [np.array([float(r[1]), float(r[2])]) if r[1] else None for r in rows]
    x, y = tips[0] - SIDE / 2 + 0.5
    lines = subprocess.run(
        [airdraw, "track", "--quiet", str(folder / "video.mp4"), "--box", f"{x:.2f},{y:.2f},{SIDE},{SIDE}", "--tracker", tracker],
        check=True, capture_output=True, text=True).stdout.splitlines()
    held = {}
    for frame, _, x, y, w, h, confidence, state in (line.split(",") for line in lines[1:]):
        if state != "lost" and float(confidence) >= 0.5:
            held[int(frame)] = np.array([float(x) + float(w) / 2 - 0.5, float(y) + float(h) / 2 - 0.5])
    away = [i for i, tip in enumerate(tips) if tip is None]
    again = [i for i in range(away[-1] + 1, len(tips))]
    apart = {i: np.linalg.norm(held[i] - tips[i]) for i in again if i in held}
    back = next((i - again[0] for i in again if apart.get(i, np.inf) <= NEAR), None)
    wrong = sum(d > 2 * NEAR for d in apart.values())
    return back, wrong, len(again), sum(i in held for i in away), len(away)


def report(folder, airdraw, tracker):
    rows = []
    for clip in sorted(folder.glob("absence-*")):
        rows.append(measure(clip, airdraw, tracker))
        back = "never" if rows[-1][0] is None else f"after {rows[-1][0]} frames"
        print(f"{clip.name}: back {back}; held falsely {rows[-1][1]} of {rows[-1][2]}, while away {rows[-1][3]} of {rows[-1][4]}")
    soon = [sum(r[0] is not None and r[0] <= RATE * s for r in rows) for s in (0.5, 0.2)]
    wrong, again, away, gone = np.sum([r[1:] for r in rows], axis=0)
    print(f"{tracker}: {len(rows)} clips, back within 0.5 s {soon[0]}, within 0.2 s {soon[1]}; "
          f"held falsely {100 * wrong / again:.1f} %, while away {100 * away / gone:.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recordings", type=Path, default=Path(__file__).parents[2] / "recordings", help="where the rendered recordings are")
    parser.add_argument("--count", type=int, default=20, help="how many clips (default: 20)")
    parser.add_argument("--out", type=Path, required=True, help="folder of the clips; what is there already stays")
    parser.add_argument("--measure", metavar="AIRDRAW", help="the program that tracks the clips, to be measured")
    parser.add_argument("--tracker", default="fingertip", help="what tracks (default: fingertip)")
    options = parser.parse_args()
    for seed in range(1, options.count + 1):
        if not (options.out / f"absence-{seed:02}" / "tip.csv").exists():
            make(seed, options.recordings, options.out)
    if options.measure:
        report(options.out, options.measure, options.tracker)
    return 0


if __name__ == "__main__":
    sys.exit(main())
