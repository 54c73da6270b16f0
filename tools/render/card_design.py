#!/usr/bin/env python3
"""A printed postcard of our own: bold and fine shapes that never repeat, spread over the whole picture.

The same seed gives the same picture. It is a good reference image: features of all sizes everywhere, a wide histogram,
no symmetry.
"""
import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

SIZE = (1020, 648)  # pixels: 85 mm by 54 mm at 12 pixels a millimetre
WIDTH = 0.085  # metres


def colour(rng, low=20, high=235):
    return [float(q) for q in rng.uniform(low, high, 3)]


def blob(rng, center, size):
    """A closed outline of no regular shape, as whole sixteenths of a pixel."""
    count = int(rng.integers(5, 11))
    angle = np.sort(rng.uniform(0, 2 * np.pi, count))
    radius = size * rng.uniform(0.45, 1.0, count)
    points = np.stack([center[0] + radius * np.cos(angle), center[1] + radius * np.sin(angle)], axis=1)
    return np.round(points * 16).astype(np.int32)


def ground(rng, width, height):
    """Hills under a sky: broad fields whose grey levels fill the histogram."""
    top, bottom = np.array(colour(rng, 150, 250)), np.array(colour(rng, 60, 140))
    share = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    face = np.repeat((top * (1 - share) + bottom * share).astype(np.float32), width, axis=1)
    x = np.arange(width)
    for level in (0.35, 0.55, 0.78):
        line = height * level
        for k in range(1, 6):
            line = line + height * 0.08 / k * np.sin(2 * np.pi * (k * rng.uniform(0.5, 1.1) * x / width + rng.uniform()))
        outline = np.concatenate([np.stack([x, line], axis=1), [[width, height], [0, height]]])
        cv2.fillPoly(face, [np.round(outline).astype(np.int32)], colour(rng, 25, 190), cv2.LINE_AA)
    return face


def card(seed=1, size=SIZE):
    """The card as uint8 BGR."""
    rng = np.random.default_rng([seed, 20085])
    width, height = size
    face = ground(rng, width, height)
    # Shapes from large to small; each falls into a cell of its own, so that no corner stays empty.
    for cells, low, high in [(3, 0.10, 0.20), (6, 0.04, 0.09), (11, 0.014, 0.034), (20, 0.005, 0.013)]:
        rows = max(2, int(round(cells * height / width)))
        for cell in rng.permutation(cells * rows):
            center = ((cell % cells + rng.uniform(0.1, 0.9)) * width / cells, (cell // cells + rng.uniform(0.1, 0.9)) * height / rows)
            extent = rng.uniform(low, high) * width
            kind = rng.integers(4)
            if kind == 0:
                cv2.circle(face, tuple(int(16 * q) for q in center), int(16 * extent * 0.7), colour(rng),
                           int(rng.choice([-1, max(2, extent / 4)])), cv2.LINE_AA, 4)
            elif kind == 1:
                away = rng.uniform(0, 2 * np.pi)
                end = (center[0] + 1.6 * extent * np.cos(away), center[1] + 1.6 * extent * np.sin(away))
                cv2.line(face, tuple(int(16 * q) for q in center), tuple(int(16 * q) for q in end), colour(rng),
                         max(2, int(extent / 6)), cv2.LINE_AA, 4)
            else:
                cv2.fillPoly(face, [blob(rng, center, extent)], colour(rng), cv2.LINE_AA, 4)
    margin = int(0.02 * width)
    cv2.rectangle(face, (0, 0), (width - 1, height - 1), (245, 246, 246), margin)
    return np.clip(face + 0.5, 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="another number, another card (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="the PNG file to write")
    options = parser.parse_args()
    if not cv2.imwrite(str(options.out), card(options.seed)):
        raise SystemExit(f"Error: {options.out} cannot be written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
