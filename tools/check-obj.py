#!/usr/bin/env python3
"""Loads an OBJ file with trimesh and assimp and compares it with what AirDraw says it wrote.

    tools/check-obj.py FILE.obj [--faces N] [--segments N] [--vertices N]

trimesh comes from PyPI (in a virtual environment), assimp from the Debian package assimp-utils; the one that is missing
is said and skipped unless --require-all is given. Exit code 0 when all agrees, 1 when something does not.
"""
import argparse
import re
import shutil
import subprocess
import sys


def read_text(path):
    """The plain count of the text, and the faces without an area, without help of a library."""
    counts = {"v": 0, "vn": 0, "f": 0, "segments": 0, "o": 0}
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if not words:
            continue
        if words[0] == "l":
            counts["segments"] += len(words) - 2
        elif words[0] in counts:
            counts[words[0]] += 1
    return counts


def check_with_trimesh(path, complain):
    """Faces as trimesh sees them; complains about what is not finite, has no area or is not closed."""
    import numpy
    import trimesh

    loaded = trimesh.load(path, process=False, split_object=True, group_material=False)
    parts = list(loaded.geometry.values()) if isinstance(loaded, trimesh.Scene) else [loaded]
    meshes = [part for part in parts if isinstance(part, trimesh.Trimesh)]
    paths = [part for part in parts if not isinstance(part, trimesh.Trimesh)]
    faces = sum(len(mesh.faces) for mesh in meshes)
    for mesh in meshes:
        if not numpy.isfinite(mesh.vertices).all():
            complain("trimesh: a corner is not finite")
        bad = (~mesh.nondegenerate_faces()).sum()
        if bad:
            complain(f"trimesh: {bad} faces without an area")
        # Corners were split by normals on loading; where they lie alike they are one again.
        merged = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        merged.merge_vertices(digits_vertex=7)
        # Closed: each edge is run along as often one way as the other. Boxes may touch, so more than twice is right too.
        edges = merged.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        there, back = numpy.sort(edges @ [1 << 32, 1]), numpy.sort(edges[:, ::-1] @ [1 << 32, 1])
        if not (there == back).all() or merged.volume <= 0:
            complain("trimesh: a surface is not closed, or faces inward")
    segments = sum(sum(len(entity.points) - 1 for entity in part.entities) for part in paths if hasattr(part, "entities"))
    print(f"trimesh {trimesh.__version__}: {len(meshes)} meshes, {faces} faces"
          + (f", {segments} line segments" if paths else ", lines are not read by it"))
    return faces, segments if paths else None


def check_with_assimp(path, complain):
    """Faces by kind as assimp sees them: triangles, and lines, which it counts as faces too."""
    result = subprocess.run(["assimp", "info", path, "-r"], capture_output=True, text=True)
    if result.returncode != 0:
        complain(f"assimp: {result.stdout.strip()[-300:]}")
        return None
    number = lambda name: int(re.search(rf"^{name}:\s+(\d+)", result.stdout, re.MULTILINE).group(1))
    kinds = re.search(r"^Primitive Types:\s*(.*)$", result.stdout, re.MULTILINE)
    print(f"assimp: {number('Meshes')} meshes, {number('Faces')} faces and lines, {number('Vertices')} corners, "
          f"kinds {kinds.group(1).strip() if kinds else '?'}")
    return number("Faces")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--faces", type=int, help="how many faces the file should have")
    parser.add_argument("--segments", type=int, help="how many line segments")
    parser.add_argument("--vertices", type=int, help="how many vertices")
    parser.add_argument("--require-all", action="store_true", help="fail when trimesh or assimp is missing")
    arguments = parser.parse_args()
    complaints = []

    def complain(text):
        complaints.append(text)
        print("WRONG:", text)

    def compare(what, found, wanted):
        if wanted is not None and found is not None and found != wanted:
            complain(f"{what}: {found}, but {wanted} were said")

    text = read_text(arguments.file)
    print(f"text: {text['o']} objects, {text['v']} vertices, {text['f']} faces, {text['segments']} line segments")
    compare("vertices in the text", text["v"], arguments.vertices)
    faces = arguments.faces if arguments.faces is not None else text["f"]
    segments = arguments.segments if arguments.segments is not None else text["segments"]
    compare("faces in the text", text["f"], faces)
    compare("line segments in the text", text["segments"], segments)
    try:
        seen = check_with_trimesh(arguments.file, complain)
        compare("faces in trimesh", seen[0], faces)
        compare("line segments in trimesh", seen[1], segments)
    except ImportError:
        (complain if arguments.require_all else print)("trimesh is not installed")
    if shutil.which("assimp"):
        seen = check_with_assimp(arguments.file, complain)
        if seen is not None:
            print(f"assimp: {seen} = {faces} faces + {segments} line segments" if seen == faces + segments else "")
            compare("faces and lines in assimp", seen, faces + segments)
    else:
        (complain if arguments.require_all else print)("assimp is not installed (Debian: assimp-utils)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
