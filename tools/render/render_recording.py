#!/usr/bin/env python3
"""Renders recordings of a finger that draws on a table, with the truth. The same seed gives the same bytes."""
import argparse
import os
import sys
from pathlib import Path

# One thread, and the same code paths on every processor, before the libraries look.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR")

import cv2  # noqa: E402

cv2.setNumThreads(1)
cv2.ipp.setUseIPP(False)  # its results depend on the processor

from film import FrameMaker  # noqa: E402
from stories import STORIES  # noqa: E402
from world import World  # noqa: E402
from writer import write_recording  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(STORIES) + ["all"], help="which recording to render")
    parser.add_argument("--seed", type=int, default=1, help="texture, things, noise, shake, finger and start follow from it (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder in which a folder NAME is made")
    parser.add_argument("--still", type=float, metavar="SECONDS", help="only NAME.png of this moment, as the sensor sees it")
    parser.add_argument("--frames", type=int, metavar="N", help="stop after N frames, for a quick look (default: all)")
    options = parser.parse_args()
    if options.seed < 0:
        parser.error("--seed takes a whole number from 0 on")
    if options.frames is not None and options.frames < 20:
        parser.error("--frames takes a whole number from 20 on: the tap comes at half a second")
    for name in sorted(STORIES) if options.name == "all" else [options.name]:
        if options.still is not None:
            options.out.mkdir(parents=True, exist_ok=True)
            picture = FrameMaker(options.seed, name, World(name, options.seed)).frame(0, options.still)
            cv2.imwrite(str(options.out / f"{name}.png"), picture)
        else:
            write_recording(name, options.seed, options.out, options.frames)
    return 0


if __name__ == "__main__":
    sys.exit(main())
