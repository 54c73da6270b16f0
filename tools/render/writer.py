"""Writes a recording folder: the text, the film and the truth."""
import json
import shutil
import sys

import numpy as np

import truth
from anchors import anchor_lines
from encoder import Encoder
from film import FrameMaker
from geometry import IMAGE_SIZE, VIEWPORT_SIZE
from world import World

FILM_BYTES = 2_450_000  # leaves room for the text under 3 MB


def plain(value):
    """Numbers as short, repeatable text: nine places after the point, no negative zero."""
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return round(float(value), 9) + 0.0
    return value


def text(value):
    return json.dumps(plain(value), sort_keys=True, allow_nan=False)


def write_lines(path, lines):
    path.write_text("".join(text(line) + "\n" for line in lines), encoding="utf-8")


def event_lines(world):
    for event in world.path.events:
        if event["event"] == "tap":
            event = dict(event, view=truth.tap_point(world, event["time"])[0])
        yield event


def frame_lines(world):
    for index, t in enumerate(world.times):
        camera = world.camera(t)
        gain, kelvin, _ = world.light.at(t)
        line = {"index": index, "time": t, "video_frame": index, "world_from_camera": camera.world_from_camera(),
                "fx": camera.focal, "fy": camera.focal, "cx": camera.center[0], "cy": camera.center[1],
                "light": {"ambient_intensity": 1000 * gain, "ambient_color_temperature": kelvin}}
        if index < 4:
            line.update(tracking="limited", tracking_reason="initializing")
        yield line


def description(world):
    tap = next(e for e in world.path.events if e["event"] == "tap")
    return {"format": "airdraw-recording", "version": 1, "name": world.name,
            "source": f"rendered by tools/render, recording {world.name}, seed {world.seed}", "license": "CC0-1.0",
            "image_size": IMAGE_SIZE, "viewport_size": VIEWPORT_SIZE, "orientation": "portrait",
            "world_alignment": "gravity", "time_base": "middle of the shutter of the first frame",
            "pictures": "video.mp4", "tip_offset": truth.tap_point(world, tap["time"])[1]}


def write_text(world, folder):
    (folder / "truth").mkdir(parents=True)
    (folder / "recording.json").write_text(
        json.dumps(plain(description(world)), sort_keys=True, indent=2) + "\n", encoding="utf-8")
    write_lines(folder / "frames.jsonl", frame_lines(world))
    write_lines(folder / "anchors.jsonl", anchor_lines(world))
    write_lines(folder / "events.jsonl", event_lines(world))
    write_lines(folder / "truth" / "frames.jsonl", truth.frame_lines(world))
    (folder / "truth" / "strokes.json").write_text(text(truth.strokes(world)) + "\n", encoding="utf-8")
    (folder / "truth" / "planes.json").write_text(text(truth.planes(world)) + "\n", encoding="utf-8")


def write_recording(name, seed, out, frames=None):
    """Writes beside the final place and renames, so that a broken run leaves the old recording."""
    out.mkdir(parents=True, exist_ok=True)
    folder = out / f".{name}.partial"
    shutil.rmtree(folder, ignore_errors=True)
    world = World(name, seed)
    whole = world.frame_count
    if frames is not None:
        world.shorten(frames)
    write_text(world, folder)
    maker = FrameMaker(seed, name, world)
    encoder = Encoder((folder / "video.mp4").resolve(), FILM_BYTES * world.frame_count // whole)
    for index, t in enumerate(world.times):
        encoder.add(maker.frame(index, t))
        if sys.stderr.isatty():
            print(f"\r{name}: frame {index + 1} of {world.frame_count}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    encoder.finish()
    shutil.rmtree(out / name, ignore_errors=True)
    folder.rename(out / name)
