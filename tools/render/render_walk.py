#!/usr/bin/env python3
"""Renders two walks through one room, with the truth: `walk`, and `walk-follow` by somebody who starts 0.3 m and 15° off.

    render_walk.py --seed 1 --out recordings

Each recording has a world of its own, as a phone's session would: the origin at its start, -z where the camera looks there, and a drift
that grows with the way. truth/walk.json says how that world lies in the room, and where the camera really was.
"""
import argparse
import json
import os
import shutil
import sys
from pathlib import Path

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import cv2  # noqa: E402
import numpy as np  # noqa: E402

cv2.setNumThreads(1)
cv2.ipp.setUseIPP(False)

import encoder  # noqa: E402
from geometry import rotation_x, rotation_y, rotation_z  # noqa: E402
from randomness import SmoothNoise, stream  # noqa: E402
from writer import plain, text, write_lines  # noqa: E402

SIZE = (640, 480)
RATE = 15
FOCAL = 480.0
CENTER = np.array([319.3, 240.4])
VIEWPORT = (375, 667)
SPEED = 0.75
FILM_BYTES = 1_300_000
RESOLUTION = 0.003  # metres of a texture pixel
WIDTH, DEPTH, HEIGHT = 6.4, 7.6, 2.6
EYES = 1.45


def soft(rng, shape, cells):
    small = rng.standard_normal((max(2, int(shape[0] / cells)), max(2, int(shape[1] / cells)))).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def ground(rng, width, height, kind):
    """A surface with detail at all scales and things on it."""
    shape = (int(height / RESOLUTION), int(width / RESOLUTION))
    base = np.array({"wall": [198, 206, 212], "floor": [92, 128, 164], "ceiling": [226, 228, 230], "box": [110, 140, 150]}[kind],
                    np.float32) * rng.uniform(0.85, 1.05, 3)
    value = sum(a * soft(rng, shape, c) for a, c in [(0.03, 160), (0.03, 40), (0.035, 10), (0.03, 4)])
    image = base * (1 + value[:, :, None])
    if kind == "floor":
        for x in range(0, shape[1], int(0.14 / RESOLUTION)):
            image[:, x:x + 2] *= 0.55
            image[:, x:] *= rng.uniform(0.94, 1.06)
        for _ in range(160):
            x, y = rng.integers(0, shape[1]), rng.integers(0, shape[0])
            cv2.ellipse(image, (int(x), int(y)), (int(rng.uniform(2, 16)), int(rng.uniform(2, 7))), rng.uniform(0, 180), 0, 360,
                        [float(v) for v in base * rng.uniform(0.5, 1.3)], -1, cv2.LINE_AA)
        return np.clip(image, 0, 255).astype(np.uint8)
    count = {"wall": int(width * 2.2), "ceiling": 5, "box": 5}[kind]
    for _ in range(count):
        w, h = np.minimum(rng.uniform(0.2, 0.75, 2) / RESOLUTION, [0.8 * shape[1], 0.8 * shape[0]])
        x, y = rng.uniform(0, shape[1] - w), rng.uniform(0.05 * shape[0], 0.95 * shape[0] - h)
        poster(rng, image, int(x), int(y), int(w), int(h))
    return np.clip(image, 0, 255).astype(np.uint8)


def poster(rng, image, x, y, w, h):
    part = image[y:y + h, x:x + w]
    part[:] = rng.uniform(40, 235, 3)
    for _ in range(int(rng.integers(8, 22))):
        colour = [float(v) for v in rng.uniform(10, 250, 3)]
        a = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(part, a, int(rng.uniform(0.03, 0.2) * w), colour, -1, cv2.LINE_AA)
        elif kind == 1:
            b = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            cv2.line(part, a, b, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif kind == 2:
            b = (a[0] + int(rng.uniform(0.05, 0.3) * w), a[1] + int(rng.uniform(0.05, 0.3) * h))
            cv2.rectangle(part, a, b, colour, -1)
        else:
            letters = "".join(chr(c) for c in rng.integers(65, 91, int(rng.integers(2, 7))))
            cv2.putText(part, letters, a, cv2.FONT_HERSHEY_DUPLEX, rng.uniform(0.6, 2.2), colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    cv2.rectangle(part, (0, 0), (w - 1, h - 1), [30.0, 30.0, 30.0], 3)


class Surface:
    """A rectangle in the room: origin, two edges, and its picture at several sizes."""

    def __init__(self, origin, right, up, image):
        self.origin, self.right, self.up = (np.array(v, np.float64) for v in (origin, right, up))
        self.normal = np.cross(self.right, self.up)
        self.levels = [image]
        while min(self.levels[-1].shape[:2]) > 64:
            self.levels.append(cv2.pyrDown(self.levels[-1]))

    def cross(self, eye, rays):
        """Distance along the rays, and where on the rectangle; infinite where they miss."""
        with np.errstate(divide="ignore", invalid="ignore"):
            t = ((self.origin - eye) @ self.normal) / (rays @ self.normal)
            p = eye + rays * t[:, None] - self.origin
            u = p @ self.right / (self.right @ self.right)
            v = p @ self.up / (self.up @ self.up)
            hit = (t > 1e-3) & (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)
        return np.where(hit, t, np.inf), u, v

    def colours(self, u, v, footprint):
        """Looks up the level whose pixels are about as large as what a pixel of the camera sees."""
        level = np.clip(np.floor(np.log2(np.maximum(footprint / RESOLUTION, 1)) + 0.35), 0, len(self.levels) - 1).astype(int)
        out = np.zeros((len(u), 3), np.float32)
        for k in np.unique(level):
            chosen = level == k
            image = self.levels[k]
            x = (u[chosen] * image.shape[1] - 0.5).astype(np.float32)
            y = ((1 - v[chosen]) * image.shape[0] - 0.5).astype(np.float32)
            n = len(x)
            columns = 4096
            rows = -(-n // columns)
            pad = np.zeros(rows * columns - n, np.float32)
            sampled = cv2.remap(image, np.append(x, pad).reshape(rows, columns), np.append(y, pad).reshape(rows, columns),
                                cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            out[chosen] = sampled.reshape(-1, 3)[:n]
        return out


def room(seed):
    rng = stream(seed, "walk", "room")
    w, d, h = WIDTH, DEPTH, HEIGHT
    surfaces = [
        Surface([0, 0, 0], [w, 0, 0], [0, 0, d], ground(rng, w, d, "floor")),
        Surface([0, h, 0], [w, 0, 0], [0, 0, d], ground(rng, w, d, "ceiling")),
        Surface([0, 0, 0], [w, 0, 0], [0, h, 0], ground(rng, w, h, "wall")),
        Surface([w, 0, d], [-w, 0, 0], [0, h, 0], ground(rng, w, h, "wall")),
        Surface([0, 0, d], [0, 0, -d], [0, h, 0], ground(rng, d, h, "wall")),
        Surface([w, 0, 0], [0, 0, d], [0, h, 0], ground(rng, d, h, "wall")),
    ]
    # Furniture, out of the way: along the walls.
    for x, z, a, b, c in [(0.35, 4.6, 0.7, 0.8, 1.1), (0.3, 2.2, 0.6, 1.0, 0.9), (5.9, 5.4, 0.9, 0.9, 1.4), (2.0, 0.35, 1.3, 0.6, 0.8),
                          (5.8, 0.5, 0.9, 0.8, 1.7), (4.6, 6.9, 1.0, 0.9, 0.75)]:
        x0, x1, z0, z1 = x - a / 2, x + a / 2, z - b / 2, z + b / 2
        surfaces += [
            Surface([x0, 0, z1], [a, 0, 0], [0, c, 0], ground(rng, a, c, "box")),
            Surface([x1, 0, z0], [-a, 0, 0], [0, c, 0], ground(rng, a, c, "box")),
            Surface([x0, 0, z0], [0, 0, b], [0, c, 0], ground(rng, b, c, "box")),
            Surface([x1, 0, z1], [0, 0, -b], [0, c, 0], ground(rng, b, c, "box")),
            Surface([x0, c, z1], [a, 0, 0], [0, 0, -b], ground(rng, a, b, "box")),
        ]
    return surfaces


class Way:
    """The middle of the walk: straight, a wide turn to the right, straight again; by its length."""

    def __init__(self, rng):
        self.first, self.radius, self.last = rng.uniform(2.3, 2.6), rng.uniform(0.9, 1.1), rng.uniform(1.5, 1.8)
        self.turn = np.radians(rng.uniform(65, 80))
        self.start = np.array([rng.uniform(1.5, 1.8), rng.uniform(6.0, 6.3)])
        self.length = self.first + self.radius * self.turn + self.last

    def at(self, s):
        """Place (x, z) and direction, the angle to the right of -z."""
        if s <= self.first:
            return self.start + [0, -s], 0.0
        bend = min((s - self.first) / self.radius, self.turn)
        middle = self.start + [self.radius, -self.first]
        place = middle + self.radius * np.array([-np.cos(bend), -np.sin(bend)])
        rest = max(s - self.first - self.radius * self.turn, 0)
        return place + rest * np.array([np.sin(bend), -np.cos(bend)]), bend


class Walker:
    """Where a camera really is in the room, as a function of time."""

    def __init__(self, seed, name, way, offset, heading):
        rng = stream(seed, "walk", name)
        self.way, self.offset, self.heading = way, offset, heading
        self.duration = way.length / SPEED + 1.4
        self.sway = [SmoothNoise(rng, 0.15, 0.6, zero_at_start=True) for _ in range(2)]
        self.bob = SmoothNoise(rng, 1.6, 2.2, zero_at_start=True)
        self.look = [SmoothNoise(rng, 0.2, 0.9, zero_at_start=True) for _ in range(3)]
        self.pitch = np.radians(rng.uniform(-14, -8))
        self.eyes = EYES + rng.uniform(-0.03, 0.03)

    def at(self, t):
        """World from camera of the room: rotation and position; the phone is held upright."""
        # Stands for 0.7 s, starts and ends softly.
        s = np.clip((t - 0.7) / (self.duration - 1.4), 0, 1)
        s = self.way.length * (s + 0.04 * np.sin(2 * np.pi * s) * (1 - s))
        place, direction = self.way.at(s)
        # The follower finds to the way within the first metre and a half.
        share = max(0.0, 1 - s / 1.5) ** 2
        ahead = self.way.at(min(s + 0.4, self.way.length))[1]
        sideways = np.array([np.cos(direction), np.sin(direction)])
        place = place + share * self.offset + 0.03 * self.sway[0](t) * sideways
        turn = -(0.5 * direction + 0.5 * ahead) + share * self.heading + np.radians(1.5) * self.look[0](t)
        pitch = self.pitch + np.radians(1.2) * self.look[1](t)
        roll = np.radians(1.0) * self.look[2](t)
        # Portrait: the camera's x points down in the view.
        rotation = rotation_y(turn) @ rotation_x(pitch) @ rotation_z(roll) @ rotation_z(-np.pi / 2)
        height = self.eyes + 0.012 * self.bob(t)
        return rotation, np.array([place[0], height, place[1]])


def picture(surfaces, rotation, position, noise):
    # Two rays a pixel each way.
    n = 2
    x = (np.arange(SIZE[0] * n) + 0.5) / n - 0.5
    y = (np.arange(SIZE[1] * n) + 0.5) / n - 0.5
    px, py = np.meshgrid(x, y)
    rays = np.stack([(px - CENTER[0]) / FOCAL, -(py - CENTER[1]) / FOCAL, -np.ones_like(px)], -1).reshape(-1, 3) @ rotation.T
    nearest = np.full(len(rays), np.inf)
    which = np.full(len(rays), -1)
    where = np.zeros((len(rays), 2))
    for index, surface in enumerate(surfaces):
        t, u, v = surface.cross(position, rays)
        nearer = t < nearest
        nearest[nearer], which[nearer] = t[nearer], index
        where[nearer] = np.stack([u[nearer], v[nearer]], -1)
    colours = np.zeros((len(rays), 3), np.float32)
    for index, surface in enumerate(surfaces):
        seen = which == index
        if not seen.any():
            continue
        slant = np.abs(rays[seen] @ surface.normal) / (np.linalg.norm(rays[seen], axis=1) * np.linalg.norm(surface.normal))
        footprint = nearest[seen] / FOCAL / np.sqrt(np.maximum(slant, 0.05))
        shade = 0.72 + 0.28 * np.abs(surface.normal[1]) / np.linalg.norm(surface.normal)
        colours[seen] = surface.colours(where[seen, 0], where[seen, 1], footprint) * shade
    image = colours.reshape(SIZE[1] * n, SIZE[0] * n, 3)
    image = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
    return np.clip(np.rint(image + noise.standard_normal(image.shape) * 2.5), 0, 255).astype(np.uint8)


def matrix(rotation, position):
    m = np.eye(4)
    m[:3, :3], m[:3, 3] = rotation, position
    return m


def session(seed, name, walker, times):
    """Poses as a phone's session would give them: its own world, and a drift that grows with the way."""
    rng = stream(seed, "walk", name, "drift")
    rotation, position = walker.at(times[0])
    view = -rotation[:, 2]
    room_from_world = matrix(rotation_y(np.arctan2(-view[0], -view[2])), position)
    world_from_room = np.linalg.inv(room_from_world)
    scale, twist = 1 + rng.uniform(-0.006, 0.006), np.radians(rng.uniform(-0.25, 0.25))
    poses, walked, before, place = [], 0.0, None, None
    for t in times:
        true = world_from_room @ matrix(*walker.at(t))
        if before is None:
            place = true[:3, 3].copy()
        else:
            step = true[:3, 3] - before
            walked += np.linalg.norm(step)
            place = place + scale * rotation_y(twist * walked) @ step
        before = true[:3, 3].copy()
        pose = true.copy()
        pose[:3, :3] = rotation_y(twist * walked) @ true[:3, :3]
        pose[:3, 3] = place
        poses.append(pose)
    return room_from_world, poses


def write(seed, name, walker, surfaces, out, stills):
    times = np.arange(int(walker.duration * RATE)) / RATE
    room_from_world, poses = session(seed, name, walker, times)
    noise = stream(seed, "walk", name, "noise")
    if stills:
        for t in (0.0, walker.duration * 0.5, times[-1]):
            cv2.imwrite(str(out / f"{name}-{t:.1f}.png"), picture(surfaces, *walker.at(t), noise))
        return
    folder = out / f".{name}.partial"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "truth").mkdir(parents=True)
    about = {"format": "airdraw-recording", "version": 1, "name": name, "license": "CC0-1.0",
             "source": f"rendered by tools/render/render_walk.py, seed {seed}", "image_size": SIZE, "viewport_size": VIEWPORT,
             "orientation": "portrait", "world_alignment": "gravity", "time_base": "first frame", "pictures": "video.mp4",
             "frame_defaults": {"fx": FOCAL, "fy": FOCAL, "cx": CENTER[0], "cy": CENTER[1]}}
    (folder / "recording.json").write_text(json.dumps(plain(about), sort_keys=True, indent=2) + "\n", encoding="utf-8")
    write_lines(folder / "frames.jsonl", [
        {"index": i, "time": t, "video_frame": i, "world_from_camera": pose} for i, (t, pose) in enumerate(zip(times, poses))])
    (folder / "truth" / "walk.json").write_text(text({
        "room_from_world": room_from_world, "positions": [walker.at(t)[1] for t in times]}) + "\n", encoding="utf-8")
    encoder.IMAGE_SIZE, encoder.FRAME_RATE = SIZE, RATE
    film = encoder.Encoder((folder / "video.mp4").resolve(), FILM_BYTES)
    for index, t in enumerate(times):
        film.add(picture(surfaces, *walker.at(t), noise))
        if sys.stderr.isatty():
            print(f"\r{name}: frame {index + 1} of {len(times)}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    film.finish()
    shutil.rmtree(out / name, ignore_errors=True)
    folder.rename(out / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="room, walks, drift and noise follow from it (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder in which walk and walk-follow are made")
    parser.add_argument("--stills", action="store_true", help="only a few pictures, for a quick look")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    surfaces = room(options.seed)
    rng = stream(options.seed, "walk", "way")
    way = Way(rng)
    side = rng.uniform(0, 2 * np.pi)
    offset = 0.3 * np.array([np.cos(side), np.sin(side)])
    heading = np.radians(15) * rng.choice([-1, 1])
    write(options.seed, "walk", Walker(options.seed, "walk", way, np.zeros(2), 0.0), surfaces, options.out, options.stills)
    write(options.seed, "walk-follow", Walker(options.seed, "walk-follow", way, offset, heading), surfaces, options.out,
          options.stills)
    return 0


if __name__ == "__main__":
    sys.exit(main())
