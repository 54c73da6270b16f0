#!/usr/bin/env python3
"""Renders a recording of a printed card that moves, turns, is covered, leaves and returns, with the truth."""
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

from anchors import rigid  # noqa: E402
from camera_path import CameraPath  # noqa: E402
from card import DURATION, SIZE, Card, CardPainter, design, truth_line  # noqa: E402
from encoder import Encoder  # noqa: E402
from film import NOISE, STILLS, Light  # noqa: E402
from geometry import FRAME_RATE, IMAGE_SIZE, SHUTTER, VIEWPORT_SIZE  # noqa: E402
from randomness import stream  # noqa: E402
from scene import Scene  # noqa: E402
from writer import plain, text, write_lines  # noqa: E402

STEPS = 8
FILM_BYTES = 2_300_000


class CardWorld:
    def __init__(self, name, seed):
        self.name, self.seed = name, seed
        self.times = np.arange(int(DURATION * FRAME_RATE)) / FRAME_RATE
        self.camera_path = CameraPath(seed, name, DURATION)
        self.plane_height = self.camera_path.plane_height
        center = self.camera_path.target[[0, 2]]
        self.light = Light(seed, name)
        self.scene = Scene(seed, name, self.camera(0.0), self.plane_height, center)
        self.card = Card(seed, name, self.plane_height, center, self.camera(3.8).position)
        self.painter = CardPainter(self.card, self.scene.light, seed, name)

    def camera(self, t):
        return self.camera_path.at(t)

    def frame(self, index, t):
        """The picture of the shutter whose middle is `t`, uint8 BGR."""
        total = np.zeros((IMAGE_SIZE[1], IMAGE_SIZE[0], 3), np.float32)
        for k in range(STEPS):
            q = t + ((k + 0.5) / STEPS - 0.5) * SHUTTER
            if k % (STEPS // STILLS) == 0:
                middle = (k // (STEPS // STILLS) + 0.5) / STILLS - 0.5
                still = self.scene.draw(self.camera(t + middle * SHUTTER))
            picture = still.copy()
            self.painter.paint(picture, self.camera(q), q)
            cv2.accumulate(picture, total)
        total *= self.light.at(t)[2] / STEPS
        total += NOISE * stream(self.seed, self.name, "noise", index).standard_normal(total.shape, dtype=np.float32)
        return np.clip(total + 0.5, 0, 255).astype(np.uint8)


def frame_lines(world):
    for index, t in enumerate(world.times):
        camera = world.camera(t)
        gain, kelvin, _ = world.light.at(t)
        yield {"index": index, "time": t, "video_frame": index, "world_from_camera": camera.world_from_camera(),
               "fx": camera.focal, "fy": camera.focal, "cx": camera.center[0], "cy": camera.center[1],
               "light": {"ambient_intensity": 1000 * gain, "ambient_color_temperature": kelvin}}


def write(world, out, frames):
    out.mkdir(parents=True, exist_ok=True)
    folder = out / f".{world.name}.partial"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "truth").mkdir(parents=True)
    description = {"format": "airdraw-recording", "version": 1, "name": world.name,
                   "source": f"rendered by tools/render, recording {world.name}, seed {world.seed}", "license": "CC0-1.0",
                   "image_size": IMAGE_SIZE, "viewport_size": VIEWPORT_SIZE, "orientation": "portrait",
                   "world_alignment": "gravity", "time_base": "middle of the shutter of the first frame", "pictures": "video.mp4"}
    import json
    (folder / "recording.json").write_text(json.dumps(plain(description), sort_keys=True, indent=2) + "\n", encoding="utf-8")
    whole = len(world.times)
    world.times = world.times[:frames]
    write_lines(folder / "frames.jsonl", frame_lines(world))
    write_lines(folder / "anchors.jsonl", [
        {"time": 0.2, "event": "add", "id": "plane-1", "type": "plane", "alignment": "horizontal",
         "world_from_anchor": rigid(0, [0, world.plane_height, world.camera_path.target[2]]),
         "center": [0, 0, 0], "extent": [0.5, 0.5]}])
    write_lines(folder / "truth" / "images.jsonl",
                [truth_line(i, t, world.camera(t), world.painter) for i, t in enumerate(world.times)])
    picture = cv2.resize(design(), (720, 480), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(folder / "card.png"), picture)
    encoder = Encoder((folder / "video.mp4").resolve(), FILM_BYTES * len(world.times) // whole)
    for index, t in enumerate(world.times):
        encoder.add(world.frame(index, t))
        if sys.stderr.isatty():
            print(f"\r{world.name}: frame {index + 1} of {len(world.times)}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    encoder.finish()
    shutil.rmtree(out / world.name, ignore_errors=True)
    folder.rename(out / world.name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="all but the design of the card follows from it (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder in which a folder `card` is made")
    parser.add_argument("--still", type=float, metavar="SECONDS", help="only card.png of this moment, as the sensor sees it")
    parser.add_argument("--frames", type=int, metavar="N", help="stop after N frames, for a quick look (default: all)")
    options = parser.parse_args()
    world = CardWorld("card", options.seed)
    if options.still is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(options.out / "card.png"), world.frame(0, options.still))
    else:
        write(world, options.out, options.frames or len(world.times))
    return 0


if __name__ == "__main__":
    sys.exit(main())
