#!/usr/bin/env python3
"""Renders a plain film of a finger that draws beside something flat of known size, with the truth apart from it.

The folder holds `clip.mp4`, the picture of what lies on the table (`card.png`) and `truth/`: nothing of what a phone's AR
session would know is left beside the film. The same seed gives the same bytes.
"""
import argparse
import os
import shutil
import sys
from pathlib import Path

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR")

import cv2  # noqa: E402
import numpy as np  # noqa: E402

cv2.setNumThreads(1)
cv2.ipp.setUseIPP(False)

import card_design  # noqa: E402
import table  # noqa: E402
import truth  # noqa: E402
from encoder import Encoder  # noqa: E402
from film import FrameMaker  # noqa: E402
from randomness import stream  # noqa: E402
from stories import STORIES  # noqa: E402
from world import World  # noqa: E402
from writer import FILM_BYTES, event_lines, text, write_lines  # noqa: E402

SHEETS = {"a4": (0.210, 0.297), "a5": (0.148, 0.210), "letter": (0.2159, 0.2794)}


class FlatThing:
    """A picture of known size on the table: its middle, its turn about the vertical, and the card's axes in the world."""

    def __init__(self, kind, picture, size, center, turn):
        self.kind, self.picture, self.size, self.center, self.turn = kind, picture, size, np.array(center), turn

    def lay(self, image):
        # Twice the texture's resolution, averaged: what is pasted is sampled bilinearly.
        wide = [max(8, int(round(2 * s / table.RESOLUTION))) for s in self.size]
        table.paste(image, cv2.resize(self.picture, tuple(wide), interpolation=cv2.INTER_AREA), self.center, self.size, self.turn)

    def world_from_card(self, height):
        """x along the width, z down along the picture, y the normal; the origin is the middle."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        matrix = np.eye(4)
        matrix[:3, :3] = [[c, 0, -s], [0, 1, 0], [s, 0, c]]
        matrix[:3, 3] = [self.center[0], height, self.center[1]]
        return matrix


def charuco(columns=7, rows=5, square=0.015, marker=0.011):
    board = cv2.aruco.CharucoBoard_create(columns, rows, square, marker, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    size = (columns * square, rows * square)
    return cv2.cvtColor(board.draw((columns * 120, rows * 120)), cv2.COLOR_GRAY2BGR), size


def grid(dictionary, columns=4, rows=3, marker=0.022, gap=0.006):
    board = cv2.aruco.GridBoard_create(columns, rows, marker, gap, cv2.aruco.getPredefinedDictionary(dictionary))
    unit = 8000
    face = board.draw((int((columns * marker + (columns + 1) * gap) * unit), int((rows * marker + (rows + 1) * gap) * unit)),
                      marginSize=int(gap * unit))
    return cv2.cvtColor(face, cv2.COLOR_GRAY2BGR), (face.shape[1] / unit, face.shape[0] / unit)


def flat_thing(kind, seed, name, work, hand, covered):
    rng = stream(seed, name, "flat thing", kind)
    # On the other side than the hand, or on the hand's side, where it is covered at times.
    side = hand if covered else -hand
    center = work + np.array([side * rng.uniform(0.108, 0.118), rng.uniform(-0.03, 0.03)])
    turn = rng.uniform(-0.35, 0.35)
    if kind == "card":
        picture, size = card_design.card(1), (card_design.WIDTH, card_design.WIDTH * card_design.SIZE[1] / card_design.SIZE[0])
    elif kind == "charuco":
        picture, size = charuco()
    elif kind == "aruco":
        picture, size = grid(cv2.aruco.DICT_4X4_50)
    elif kind == "apriltag":
        picture, size = grid(cv2.aruco.DICT_APRILTAG_36h11)
    else:
        # A sheet lies under the work: one draws on it.
        size = SHEETS[kind]
        center = work + np.array([rng.uniform(-0.01, 0.01), -0.02 + rng.uniform(-0.01, 0.01)])
        turn = rng.uniform(-0.12, 0.12)
        picture = np.clip(238 + rng.normal(0, 1.5, (int(size[1] * 2000), int(size[0] * 2000), 1)) * np.ones(3), 0, 255).astype(np.uint8)
    return FlatThing(kind, picture, size, center, turn)


def camera_lines(world):
    for index, t in enumerate(world.times):
        camera = world.camera(t)
        yield {"index": index, "world_from_camera": camera.world_from_camera(), "fx": camera.focal, "fy": camera.focal,
               "cx": camera.center[0], "cy": camera.center[1]}


def write_film(name, kind, seed, folder, frames=None, covered=False, orbit=None):
    partial = folder.parent / f".{folder.name}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    (partial / "truth").mkdir(parents=True)
    world = World(name, seed, flat_thing=lambda w: flat_thing(kind, seed, name, w.work_center, w.look.hand, covered), orbit=orbit)
    whole = world.frame_count
    if frames is not None:
        world.shorten(frames)
    cv2.imwrite(str(partial / "card.png"), world.flat_thing.picture)
    write_lines(partial / "truth" / "frames.jsonl", truth.frame_lines(world))
    write_lines(partial / "truth" / "camera.jsonl", camera_lines(world))
    write_lines(partial / "truth" / "events.jsonl", event_lines(world))
    (partial / "truth" / "strokes.json").write_text(text(truth.strokes(world)) + "\n", encoding="utf-8")
    tap = next(e for e in world.path.events if e["event"] == "tap")
    first = world.camera(0.0)
    corners = [[x, world.plane_height, z] for x, z in table.corners(world.flat_thing.center, world.flat_thing.size, world.flat_thing.turn)]
    card = {"kind": kind, "size": world.flat_thing.size, "world_from_card": world.flat_thing.world_from_card(world.plane_height),
            "corners_in_first_frame": first.project(corners), "tip_offset": truth.tap_point(world, tap["time"])[1]}
    (partial / "truth" / "card.json").write_text(text(card) + "\n", encoding="utf-8")
    maker = FrameMaker(seed, name, world)
    encoder = Encoder((partial / "clip.mp4").resolve(), FILM_BYTES * world.frame_count // whole)
    for index, t in enumerate(world.times):
        encoder.add(maker.frame(index, t))
        if sys.stderr.isatty():
            print(f"\r{folder.name}: frame {index + 1} of {world.frame_count}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    encoder.finish()
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(STORIES), help="what the finger does")
    parser.add_argument("--thing", choices=["card", "charuco", "aruco", "apriltag", *SHEETS], default="card",
                        help="what lies on the table (default: card)")
    parser.add_argument("--covered", action="store_true", help="lay it on the side of the hand, which covers it at times")
    parser.add_argument("--orbit", type=float, metavar="DEGREES", help="how far the camera goes round (default: 10 to 12)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frames", type=int, metavar="N", help="stop after N frames, 20 or more")
    parser.add_argument("--still", type=float, metavar="SECONDS", help="only a picture of this moment, FOLDER.png")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder to make")
    options = parser.parse_args()
    if options.still is not None:
        world = World(options.name, options.seed, orbit=options.orbit, flat_thing=lambda w: flat_thing(
            options.thing, options.seed, options.name, w.work_center, w.look.hand, options.covered))
        cv2.imwrite(str(options.out) + ".png", FrameMaker(options.seed, options.name, world).frame(0, options.still))
        return 0
    write_film(options.name, options.thing, options.seed, options.out, options.frames, options.covered, options.orbit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
