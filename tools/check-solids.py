#!/usr/bin/env python3
"""Checks meshes with programs of other people: are they closed solids that can be printed?

    python3 -m venv VENV && VENV/bin/pip install trimesh==5.2.0 manifold3d==3.5.4 pymeshlab==2025.7.post1 networkx==3.6.1 scipy==1.17.1
    VENV/bin/python tools/check-solids.py FILE_OR_FOLDER...

For each connected body of each file (what trimesh reads: OFF, OBJ, STL, PLY, GLB):
- trimesh: watertight, winding consistent, volume above 0;
- manifold3d: status NoError, and the same volume to 1e-5;
- MeshLab: faces that intersect each other, asked in millimetres about the body's middle. A pair counts when the bodies of two faces
  that share no corner meet; how deep they do is measured here, and 1 micrometre is the limit.

Exit code 1 when any body fails.
"""

import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

import manifold3d
import numpy
import pymeshlab
import trimesh

ENDINGS = {".off", ".obj", ".stl", ".ply", ".glb"}
LIMIT = 1e-6


def depth(vertices, faces, chosen):
    """How deep the chosen faces pierce each other, metres: the shorter part of an edge beyond the face that it goes through."""
    deepest = 0.0
    for i in chosen:
        a, b, c = vertices[faces[i]]
        normal = numpy.cross(b - a, c - a)
        normal /= numpy.linalg.norm(normal)
        for j in chosen:
            if set(faces[i]) & set(faces[j]):
                continue
            heights = (vertices[faces[j]] - a) @ normal
            if heights.max() > 0 > heights.min():
                for p, q, hp, hq in zip(vertices[faces[j]], numpy.roll(vertices[faces[j]], -1, 0), heights, numpy.roll(heights, -1)):
                    if hp * hq < 0:
                        x = p + (q - p) * hp / (hp - hq)
                        sides = [numpy.cross(v - u, x - u) @ normal for u, v in ((a, b), (b, c), (c, a))]
                        if min(sides) > 0:
                            deepest = max(deepest, min(abs(hp), abs(hq)))
    return deepest


def problems(body):
    """What is wrong with one body, in words; and how many of its faces MeshLab finds in each other."""
    found = []
    if not body.is_watertight:
        found.append("not watertight")
    if not body.is_winding_consistent:
        found.append("winding not consistent")
    if not body.volume > 0:
        found.append(f"volume {body.volume}")
    middle = body.bounds.mean(axis=0)
    vertices = (body.vertices - middle) * 1000
    solid = manifold3d.Manifold(
        manifold3d.Mesh64(vert_properties=vertices.astype(numpy.float64), tri_verts=body.faces.astype(numpy.uint64))
    )
    if solid.status() != manifold3d.Error.NoError:
        found.append(f"manifold3d: {solid.status()}")
    elif abs(solid.volume() / 1e9 / body.volume - 1) > 1e-5:
        found.append(f"manifold3d: volume {solid.volume() / 1e9} beside {body.volume}")
    meshes = pymeshlab.MeshSet()
    meshes.add_mesh(pymeshlab.Mesh(vertices, body.faces))
    meshes.compute_selection_by_self_intersections_per_face()
    chosen = numpy.flatnonzero(meshes.current_mesh().face_selection_array())
    if len(chosen):
        deep = depth(body.vertices - middle, body.faces, chosen)
        if deep > LIMIT:
            found.append(f"{len(chosen)} faces intersect each other by {deep * 1e6:.2f} micrometres")
    return found, len(chosen)


def check(path):
    """The bodies of a file, what is wrong with them, and the faces that touch."""
    mesh = trimesh.load(path, force="mesh", process=True)
    # A reader gives a corner of its own to every normal; in space they are one.
    mesh.merge_vertices(merge_tex=True, merge_norm=True)
    bodies = mesh.split(only_watertight=False)
    found, touching = [], 0
    for number, body in enumerate(bodies):
        wrong, faces = problems(body)
        touching += faces
        found += [f"{path}, body {number + 1}: {words}" for words in wrong]
    if not len(bodies):
        found.append(f"{path}: no faces")
    return len(bodies), len(mesh.faces), found, touching


def main(names):
    paths = []
    for name in map(pathlib.Path, names):
        paths += sorted(p for p in name.rglob("*") if p.suffix in ENDINGS) if name.is_dir() else [name]
    bodies = faces = touching = failed = 0
    with ProcessPoolExecutor() as pool:
        for count, size, found, touch in pool.map(check, paths, chunksize=4):
            bodies, faces, touching, failed = bodies + count, faces + size, touching + touch, failed + bool(found)
            for words in found[:3]:
                print(words)
            if len(found) > 3:
                print(f"... and {len(found) - 3} more like this")
    print(f"{len(paths)} files, {bodies} bodies, {faces} faces: {failed} files with problems, "
          f"{touching} faces that MeshLab finds in others")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
