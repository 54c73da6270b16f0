#!/usr/bin/env python3
"""Writes a sample of each layout that `airdraw import` reads, from a recording, and compares what comes back.

    tools/import-samples.py write RECORDING FOLDER [--frames N]      a sample of each layout
    tools/import-samples.py compare RECORDING IMPORTED LAYOUT        what differs
    tools/import-samples.py all RECORDING [--frames N] [--airdraw PROGRAM]    both, and the import between them

The layouts are written from what is known of them, without the Swift code: numpy is needed, and ffmpeg for pictures.
Exit code 1 when a pose, an intrinsic over the focal length, or a time is off by more than 1e-6.
"""
import argparse
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

TOLERANCE = 1e-6
FLIP = np.diag([1.0, -1.0, -1.0, 1.0])  # ARKit's camera to OpenCV's, and back
START = 402896.974609125  # seconds since a phone was started
EPOCH = 1627530745.040137  # seconds since 1970
RATE = 30.0


class Frame:
    def __init__(self, line):
        self.time = line["time"]
        self.pose = np.array(line["world_from_camera"], dtype=float)
        self.k = tuple(line[key] for key in ("fx", "fy", "cx", "cy"))


def read(folder):
    folder = pathlib.Path(folder)
    header = json.loads((folder / "recording.json").read_text())
    defaults = header.get("frame_defaults", {})
    lines = (folder / "frames.jsonl").read_text().splitlines()
    return header, [Frame({**defaults, **json.loads(line)}) for line in lines if line.strip()]


def quaternion(rotation):
    """x y z w of a rotation matrix, by its largest eigenvector (Bar-Itzhack, 2000)."""
    r = rotation
    k = np.array(
        [
            [r[0, 0] - r[1, 1] - r[2, 2], 0, 0, 0],
            [r[1, 0] + r[0, 1], r[1, 1] - r[0, 0] - r[2, 2], 0, 0],
            [r[2, 0] + r[0, 2], r[2, 1] + r[1, 2], r[2, 2] - r[0, 0] - r[1, 1], 0],
            [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], r[0, 0] + r[1, 1] + r[2, 2]],
        ]
    ) / 3
    values, vectors = np.linalg.eigh(k)
    return vectors[:, np.argmax(values)]


def words(values, separator):
    return separator.join(repr(float(v)) for v in values)


def stray_scanner(target, frames, size, film, pictures):
    lines = ["timestamp, frame, x, y, z, qx, qy, qz, qw"]
    for i, f in enumerate(frames):
        pose = f.pose @ FLIP
        lines.append(f"{START + f.time!r}, {i:06d}, " + words([*pose[:3, 3], *quaternion(pose[:3, :3])], ", "))
    (target / "odometry.csv").write_text("\n".join(lines))
    fx, fy, cx, cy = frames[-1].k
    (target / "camera_matrix.csv").write_text(f"{fx!r}, 0.0, {cx!r}\n0.0, {fy!r}, {cy!r}\n0.0, 0.0, 1.0")
    shutil.copy(film, target / "rgb.mp4")


def record3d(target, frames, size, film, pictures):
    fx, fy, cx, cy = frames[0].k
    metadata = {
        "w": size[0], "h": size[1], "dw": 256, "dh": 192, "fps": 30, "cameraType": 1, "initPose": [0, 0, 0, 1, 0, 0, 0],
        "K": [fx, 0, 0, 0, fy, 0, cx, cy, 1],
        "perFrameIntrinsicCoeffs": [list(f.k) for f in frames],
        "poses": [[*quaternion(f.pose[:3, :3]), *f.pose[:3, 3]] for f in frames],
        "frameTimestamps": [START + f.time for f in frames],
    }
    with zipfile.ZipFile(target / "scan.r3d", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("metadata", json.dumps(metadata))
        for i, picture in enumerate(pictures):
            archive.write(picture, f"rgbd/{i}.jpg")
            archive.writestr(f"rgbd/{i}.depth", b"bvx2")
    return "scan.r3d"


def transforms(target, frames, size, film, pictures):
    (target / "images").mkdir()
    items = []
    for i, f in enumerate(frames):
        shutil.copy(pictures[i], target / "images" / f"{i}.jpg")
        fx, fy, cx, cy = f.k
        items.append({
            "file_path": f"images/{i}", "transform_matrix": f.pose.tolist(), "timestamp": START + f.time, "fl_x": fx,
            "fl_y": fy, "cx": cx, "cy": cy, "w": size[0], "h": size[1],
        })
    # Pictures are written by threads, and their frames come as they are done.
    items = items[1::2] + items[0::2]
    (target / "transforms.json").write_text(json.dumps({"w": 0, "h": 0, "fl_x": 1, "fl_y": 1, "cx": 320, "cy": 240, "frames": items}))


def arkitscenes(target, frames, size, film, pictures):
    (target / "lowres_wide").mkdir()
    (target / "lowres_wide_intrinsics").mkdir()
    lines = []
    for f, picture in zip(frames, pictures):
        back = np.linalg.inv(f.pose @ FLIP)
        x, y, z, w = quaternion(back[:3, :3])
        sine = math.sqrt(x * x + y * y + z * z)
        angle = 2 * math.atan2(sine, w)
        lines.append(words([START + f.time, *(np.array([x, y, z]) * angle / sine), *back[:3, 3]], " "))
        stem = f"47333462_{START + f.time:.3f}"
        shutil.copy(picture, target / "lowres_wide" / (stem + ".jpg"))
        (target / "lowres_wide_intrinsics" / (stem + ".pincam")).write_text(words([*size, *f.k], " "))
    (target / "lowres_wide.traj").write_text("\n".join(lines) + "\n")


def tum_rgbd(target, frames, size, film, pictures):
    (target / "rgb").mkdir()
    poses = ["# ground truth trajectory", "# timestamp tx ty tz qx qy qz qw"]
    names = ["# color images", "# timestamp filename"]
    for f, picture in zip(frames, pictures):
        pose = f.pose @ FLIP
        stamp = f"{EPOCH + f.time:.6f}"
        poses.append(f"{stamp} " + words([*pose[:3, 3], *quaternion(pose[:3, :3])], " "))
        names.append(f"{stamp} rgb/{stamp}.jpg")
        shutil.copy(picture, target / "rgb" / (stamp + ".jpg"))
    (target / "groundtruth.txt").write_text("\n".join(poses) + "\n")
    (target / "rgb.txt").write_text("\n".join(names) + "\n")


def seven_scenes(target, frames, size, film, pictures):
    for i, f in enumerate(frames):
        np.savetxt(target / f"frame-{i:06d}.pose.txt", f.pose @ FLIP, fmt="%.17e")
        shutil.copy(pictures[i], target / f"frame-{i:06d}.color.jpg")
    fx, fy, cx, cy = frames[0].k
    np.savetxt(target / "camera-intrinsics.txt", [[fx, 0, cx], [0, fy, cy], [0, 0, 1]], fmt="%.17e")


def arkit_data_logger(target, frames, size, film, pictures):
    lines = ["# Created at 2019-07-22 22:59:19 "]
    for f in frames:
        lines.append(f"{105230574092166 + round(f.time * 1e9)} " + words(f.pose[:3].flatten(), " ") + " ")
    (target / "ARKit_camera_pose.txt").write_text("\n".join(lines) + "\n")


def ios_logger(target, frames, size, film, pictures):
    poses, names = [], []
    for i, f in enumerate(frames):
        x, y, z, w = quaternion(f.pose[:3, :3])
        stamp = f"{EPOCH + f.time:.6f}"
        poses.append(f"{stamp}," + words([*f.pose[:3, 3], w, x, y, z], ","))
        names.append(f"{stamp},{i}," + words(f.k, ","))
    (target / "ARposes.txt").write_text("\n".join(poses) + "\n")
    (target / "Frames.txt").write_text("\n".join(names) + "\n")
    shutil.copy(film, target / "Frames.m4v")


def scanner_app(target, frames, size, film, pictures):
    for i, f in enumerate(frames):
        fx, fy, cx, cy = f.k
        projection = [
            2 * fx / size[0], 0, (size[0] - 2 * (cx + 0.5)) / size[0], 0, 0, 2 * fy / size[1],
            (2 * (cy + 0.5) - size[1]) / size[1], 0, 0, 0, -1, -0.001, 0, 0, -1, 0,
        ]
        (target / f"frame_{i:05d}.json").write_text(json.dumps({
            "cameraPoseARFrame": f.pose.flatten().tolist(), "intrinsics": [fx, 0, cx, 0, fy, cy, 0, 0, 1],
            "projectionMatrix": projection, "time": START + f.time, "frame_index": i, "motionQuality": 1,
        }))
        shutil.copy(pictures[i], target / f"frame_{i:05d}.jpg")


def arkit_recorder(target, frames, size, film, pictures):
    items = {}
    for f, picture in zip(frames, pictures):
        name = f"{START + f.time:.6f}.jpg"
        fx, fy, cx, cy = f.k
        items[name] = {
            "imageName": name, "timeStamp": START + f.time, "cameraTransform": f.pose.tolist(), "lightEstimate": 900,
            "cameraIntrinsics": [[fx, 0, cx], [0, fy, cy], [0, 0, 1]],
            "imageResolution": {"width": size[0], "height": size[1]}, "ARPointCloud": {"count": 0, "points": []},
        }
        shutil.copy(picture, target / name)
    (target / "12-52-25.json").write_text(json.dumps(dict(reversed(items.items()))))


# The writer of each layout, which intrinsics it keeps, and whether it keeps times.
LAYOUTS = {
    "stray-scanner": (stray_scanner, "last", True), "record3d": (record3d, "each", True),
    "transforms": (transforms, "each", True), "arkitscenes": (arkitscenes, "each", True),
    "tum-rgbd": (tum_rgbd, "given", True), "7-scenes": (seven_scenes, "first", False),
    "arkit-data-logger": (arkit_data_logger, "given", True), "ios-logger": (ios_logger, "each", True),
    "3d-scanner-app": (scanner_app, "each", True), "arkit-recorder": (arkit_recorder, "each", True),
}


def write(recording, folder, count):
    header, frames = read(recording)
    frames = frames[:count]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        film = pathlib.Path(scratch) / "film.mp4"
        source = str(pathlib.Path(recording) / header["pictures"])
        ffmpeg = ["ffmpeg", "-v", "error", "-i", source, "-frames:v", str(len(frames))]
        subprocess.run([*ffmpeg, "-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", str(film)], check=True)
        subprocess.run([*ffmpeg, "-q:v", "4", f"{scratch}/%06d.jpg"], check=True)
        pictures = sorted(pathlib.Path(scratch).glob("*.jpg"))
        for name, (writer, _, _) in LAYOUTS.items():
            target = folder / name
            target.mkdir()
            part = writer(target, frames, header["image_size"], film, pictures)
            yield name, target / part if part else target


def compare(recording, imported, layout):
    """The largest differences of pose, of intrinsics over the focal length, and of time; infinite where frames are missing."""
    _, truth = read(recording)
    _, found = read(imported)
    _, kept, has_times = LAYOUTS[layout]
    if not found or len(found) > len(truth):
        return math.inf, math.inf, math.inf
    truth = truth[: len(found)]
    one = {"last": truth[-1].k, "first": truth[0].k, "given": truth[0].k}.get(kept)
    pose = max(float(np.abs(a.pose - b.pose).max()) for a, b in zip(found, truth))
    lens = max(abs(x - y) / b.k[0] for a, b in zip(found, truth) for x, y in zip(a.k, one or b.k))
    time = max(abs(a.time - (b.time - truth[0].time)) for a, b in zip(found, truth)) if has_times else 0.0
    return pose, lens, time


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, arguments in {"write": ["recording", "folder"], "compare": ["recording", "imported", "layout"], "all": ["recording"]}.items():
        command = commands.add_parser(name)
        for argument in arguments:
            command.add_argument(argument, choices=LAYOUTS if argument == "layout" else None)
        if name != "compare":
            command.add_argument("--frames", type=int, default=60)
        if name == "all":
            command.add_argument("--airdraw", default=".build/release/airdraw")
    options = parser.parse_args()
    if options.command == "write":
        for name, path in write(options.recording, options.folder, options.frames):
            print(name, path)
        return 0
    if options.command == "compare":
        pairs = [(options.layout, options.imported)]
        return report(options.recording, pairs, None)
    with tempfile.TemporaryDirectory() as scratch:
        pairs = []
        header, frames = read(options.recording)
        for name, path in write(options.recording, scratch + "/samples", options.frames):
            out = f"{scratch}/{name}"
            line = [options.airdraw, "import", str(path), "--out", out, "--quiet"]
            if LAYOUTS[name][1] == "given":
                line += ["--intrinsics", ",".join(map(repr, frames[0].k))]
            if name == "arkit-data-logger":
                line += ["--image-size", ",".join(map(str, header["image_size"]))]
            subprocess.run(line, check=True)
            subprocess.run([options.airdraw, "check", out], check=True, stdout=subprocess.DEVNULL)
            pairs.append((name, out))
        return report(options.recording, pairs, min(options.frames, len(frames)))


def report(recording, pairs, count):
    failed = False
    for name, folder in pairs:
        differences = compare(recording, folder, name)
        found = len(read(folder)[1])
        bad = max(differences) > TOLERANCE or (count is not None and found != count)
        failed |= bad
        pose, lens, time = differences
        print(f"{name:18} {found:4} frames  pose {pose:.1e}  intrinsics {lens:.1e}  time {time:.1e}  {'OFF' if bad else 'ok'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
