#!/usr/bin/env python3
"""Writes the same mesh of 1,000,000 corners with AirDraw and with trimesh, in turn, and prints how much faster AirDraw is.

    tools/compare-export-speed.py [--runs N] [--program .build/release/airdraw-benchmark]

'airdraw-benchmark pipe' makes the mesh and says the processor time of its writing alone. trimesh loads AirDraw's PLY, with the
normals of its corners, before the clock starts, and writes it by its own defaults; what it then still has to find, such as the
normals of the faces for STL, both find within the clock. Needs tools/check-formats-requirements.txt.
"""
import argparse
import contextlib
import os
import statistics
import subprocess
import tempfile
import time

import trimesh

ENDINGS = ["obj", "stl", "ply", "glb"]


def clear(path):
    """Removes a file: giving back its pages would be counted as writing."""
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)


def airdraw(program, path):
    """Seconds of processor time in which AirDraw wrote."""
    clear(path)
    return float(subprocess.run([program, "pipe", "--out", path], check=True, capture_output=True, text=True).stdout)


def other(source, path):
    """Seconds of processor time in which trimesh wrote a mesh that it has just loaded."""
    mesh = trimesh.load(source, process=False)
    clear(path)
    start = time.process_time()
    mesh.export(path)
    return time.process_time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--program", default=".build/release/airdraw-benchmark")
    options = parser.parse_args()
    # One core for both.
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
    with tempfile.TemporaryDirectory() as folder:
        source = folder + "/mesh.ply"
        airdraw(options.program, source)
        mesh = trimesh.load(source, process=False)
        print(f"{len(mesh.vertices)} corners, {len(mesh.faces)} faces; medians of {options.runs} runs, seconds of processor time")
        print(f"{'':6}{'AirDraw':>10}{'MB':>8}{'trimesh':>10}{'MB':>8}{'times':>8}")
        for ending in ENDINGS:
            ours, theirs = folder + "/airdraw." + ending, folder + "/trimesh." + ending
            pairs = [(airdraw(options.program, ours), other(source, theirs)) for _ in range(options.runs)]
            a, b = (statistics.median(column) for column in zip(*pairs))
            sizes = [os.path.getsize(path) / 1e6 for path in (ours, theirs)]
            print(f"{ending:6}{a:10.3f}{sizes[0]:8.1f}{b:10.3f}{sizes[1]:8.1f}{b / a:8.1f}", flush=True)


if __name__ == "__main__":
    main()
