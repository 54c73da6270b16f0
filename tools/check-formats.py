#!/usr/bin/env python3
"""Exports drawings in every format and opens the files with the programs of other people.

    tools/check-formats.py DRAWING.json... [--style points] [--style ribbon] [--program .build/release/airdraw] [--skip NAME]...

Each file is read by others: OBJ by assimp, trimesh and Blender; STL and PLY by trimesh; GLB by trimesh, pygltflib (every accessor's
bounds) and Blender; USDZ by OpenUSD with its validators, zipfile (alignment) and Blender; SVG by Chromium; DXF by ezdxf with its
audit. All must agree on the bounding box to 1e-5 of its diagonal, and on the volume to 1e-5 where the format holds solids.
assimp and Blender keep the coordinates of an OBJ as floats, which moves each corner by up to half a step of them: their volume
may differ by that way times the surface, if that is more. trimesh keeps doubles, and shows that the file itself is right.
Needs tools/check-formats-requirements.txt in a virtual environment, and Debian's assimp-utils and chromium; 'assimp', 'chromium' or
'blender' may be skipped by name. Exit code 0 when all agree, 1 when something does not.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

TOLERANCE = 1e-5


class Report:
    """What was found, one line for each reader."""

    def __init__(self):
        self.failures = 0

    def say(self, name, problems, numbers=""):
        print(f"  {name:22} " + (f"agrees {numbers}".strip() if not problems else "; ".join(problems)), flush=True)
        self.failures += bool(problems)

    def compare(self, name, truth, shape, room=0.0, problems=()):
        """Says how far a shape is from the true one."""
        box, volume = truth.errors(shape)
        self.say(name, list(problems) + truth.differences(shape, room), f"(box {box:.1e}, volume {volume:.1e})")


class Shape:
    """A bounding box, and a volume and an area where there is one."""

    def __init__(self, low, high, volume=None, area=None):
        self.low, self.high, self.volume, self.area = np.array(low, float), np.array(high, float), volume, area

    def room_of_floats(self):
        """By how much of itself the volume may change when the coordinates become floats.

        Each moves by at most half the step between two floats, a corner thus by √3 times that, and what a surface sweeps is at
        most its area times the way.
        """
        step = float(np.spacing(np.float32(np.abs([self.low, self.high]).max())))
        return self.area * 3**0.5 / 2 * step / self.volume

    def errors(self, other):
        """How far the other's box is off, in parts of the diagonal, and its volume, in parts of the volume."""
        box = max(np.abs(self.low - other.low).max(), np.abs(self.high - other.high).max())
        return box / np.linalg.norm(self.high - self.low), abs(other.volume / self.volume - 1)

    def differences(self, other, room=0.0):
        """What differs by more than the tolerance; volumes by more than `room` where a reader cannot hold them better."""
        found = []
        box, volume = self.errors(other)
        if not box <= TOLERANCE:
            found.append(f"bounding box off by {box:.2e} of its diagonal: {other.low} to {other.high}")
        if not volume <= max(TOLERANCE, room):
            found.append(f"volume off by {volume:.2e}, {room:.2e} allowed: {other.volume:.9e} and not {self.volume:.9e}")
        return found


def signed_volume(points, triangles):
    a, b, c = (points[triangles[:, i]] for i in range(3))
    # About the middle, so that nothing cancels.
    middle = points.mean(axis=0)
    return float(np.einsum("ij,ij->i", a - middle, np.cross(b - middle, c - middle)).sum() / 6)


def of_meshes(meshes):
    """The shape of trimesh's meshes, all corners that belong to faces counted."""
    points = np.concatenate([np.asarray(m.vertices)[np.unique(m.faces)] for m in meshes])
    volume = sum(signed_volume(np.asarray(m.vertices), m.faces) for m in meshes)
    return Shape(points.min(axis=0), points.max(axis=0), volume, sum(m.area for m in meshes))


def trimesh_meshes(path):
    import trimesh

    scene = trimesh.load(path, force="scene", process=False)
    parts = scene.dump() if hasattr(scene, "dump") else [scene]
    return [part for part in parts if isinstance(part, trimesh.Trimesh)]


def check_trimesh(path, kind):
    meshes = trimesh_meshes(path)
    if kind != "stl":
        return of_meshes(meshes)
    # Back to metres with y up, about the origin that the head names.
    head = open(path, "rb").read(80).decode()
    origin = np.array([float(word) for word in head.split("(m)")[1].split()])
    for mesh in meshes:
        v = np.asarray(mesh.vertices) / 1000
        mesh.vertices = np.stack([v[:, 0], v[:, 2], -v[:, 1]], axis=-1) + origin
    return of_meshes(meshes)


def check_times(path, drawing):
    """Whether every time in a PLY lies within the drawing's."""
    import trimesh

    with open(path, "rb") as file:
        mesh = trimesh.load(file, file_type="ply", process=False)
    data = mesh.metadata["_ply_raw"]["vertex"]["data"]
    times = data["time"]
    all_times = [p["time"] for s in drawing["strokes"] for p in s["points"] + s["path"]]
    if np.isnan(times).any() or times.min() < min(all_times) - 1e-9 or times.max() > max(all_times) + 1e-9:
        return [f"times {times.min()} to {times.max()}, drawn from {min(all_times)} to {max(all_times)}"]
    return []


def check_assimp(path):
    with tempfile.TemporaryDirectory() as folder:
        # Its STL cannot hold the lines beside the faces, and its GLB can.
        out = folder + "/a.glb"
        subprocess.run(["assimp", "export", path, out, "-fglb2"], check=True, capture_output=True)
        return of_meshes(trimesh_meshes(out))


def check_gltf(path, strokes):
    """Every accessor against its bytes, with pygltflib."""
    import pygltflib

    gltf = pygltflib.GLTF2().load(path)
    blob = gltf.binary_blob()
    problems = []
    types = {5123: np.uint16, 5125: np.uint32, 5126: np.float32}
    widths = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
    for index, accessor in enumerate(gltf.accessors):
        view = gltf.bufferViews[accessor.bufferView]
        kind, width = np.dtype(types[accessor.componentType]), widths[accessor.type]
        start = view.byteOffset + (accessor.byteOffset or 0)
        size = accessor.count * width * kind.itemsize
        if start % 4 or size > view.byteLength or start + size > gltf.buffers[0].byteLength:
            problems.append(f"accessor {index} leaves its view")
        values = np.frombuffer(blob, kind, accessor.count * width, start).reshape(-1, width)
        if not np.isfinite(values.astype(float)).all():
            problems.append(f"accessor {index} holds what is no number")
        for bound, found in ((accessor.min, values.min(axis=0)), (accessor.max, values.max(axis=0))):
            if bound and list(np.float64(found)) != list(bound):
                problems.append(f"accessor {index} has the bound {bound}, and its numbers {found}")
    for mesh in gltf.meshes:
        for primitive in mesh.primitives:
            position = gltf.accessors[primitive.attributes.POSITION]
            if not position.min or not position.max:
                problems.append("POSITION without bounds")
            if primitive.indices is not None:
                accessor = gltf.accessors[primitive.indices]
                view = gltf.bufferViews[accessor.bufferView]
                if np.frombuffer(blob, np.uint32, accessor.count, view.byteOffset).max() >= position.count:
                    problems.append("an index leads nowhere")
                if "_TIME" not in vars(primitive.attributes):
                    problems.append("no _TIME")
    names = [node.name for node in gltf.nodes if not node.name.endswith("_line")]
    if len(names) > strokes or not names:
        problems.append(f"nodes {names} for {strokes} strokes")
    return problems


def check_usd(path):
    """The shape as OpenUSD computes it, and what its validators say."""
    from pxr import Usd, UsdGeom, UsdValidation

    problems = []
    with zipfile.ZipFile(path) as archive:
        if archive.testzip() is not None:
            problems.append("a check sum is wrong")
        for entry in archive.infolist():
            with open(path, "rb") as file:
                file.seek(entry.header_offset + 26)
                sizes = file.read(4)
            data = entry.header_offset + 30 + sizes[0] + 256 * sizes[1] + sizes[2] + 256 * sizes[3]
            if data % 64 or entry.compress_type != zipfile.ZIP_STORED:
                problems.append(f"{entry.filename} begins at {data}")
    stage = Usd.Stage.Open(path)
    if UsdGeom.GetStageUpAxis(stage) != "Y" or UsdGeom.GetStageMetersPerUnit(stage) != 1 or not stage.GetDefaultPrim():
        problems.append("up axis, unit or default prim are not as Quick Look wants them")
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    for error in UsdValidation.ValidationContext(validators).Validate(stage):
        problems.append(f"{error.GetName()}: {error.GetMessage()}")
    points, triangles, count = [], [], 0
    for prim in stage.Traverse():
        if prim.IsA(UsdGeom.Mesh):
            mesh = UsdGeom.Mesh(prim)
            own = np.array(mesh.GetPointsAttr().Get(), float)
            extent = np.array(mesh.GetExtentAttr().Get(), float)
            if np.abs(extent - [own.min(axis=0), own.max(axis=0)]).max() > 0:
                problems.append(f"the extent of {prim.GetPath()} is not that of its points")
            matrix = np.array(UsdGeom.XformCache().GetLocalToWorldTransform(prim))
            points.append(own @ matrix[:3, :3] + matrix[3, :3])
            triangles.append(np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3) + count)
            count += len(own)
    points, triangles = np.concatenate(points), np.concatenate(triangles)
    return Shape(points.min(axis=0), points.max(axis=0), signed_volume(points, triangles)), problems


BLENDER = """
import bpy, json, sys
import numpy as np
path = sys.argv[1]
bpy.ops.wm.read_factory_settings(use_empty=True)
if path.endswith(".obj"): bpy.ops.wm.obj_import(filepath=path)
elif path.endswith(".glb"): bpy.ops.import_scene.gltf(filepath=path)
else: bpy.ops.wm.usd_import(filepath=path)
bpy.context.view_layer.update()
points, volume = [], 0.0
for thing in bpy.context.scene.objects:
    if thing.type != "MESH" or not thing.data.polygons: continue
    mesh = thing.data
    mesh.calc_loop_triangles()
    own = np.empty(len(mesh.vertices) * 3); mesh.vertices.foreach_get("co", own)
    own = own.reshape(-1, 3)
    matrix = np.array(thing.matrix_world)
    own = own @ matrix[:3, :3].T + matrix[:3, 3]
    t = np.empty(len(mesh.loop_triangles) * 3, int); mesh.loop_triangles.foreach_get("vertices", t)
    t = t.reshape(-1, 3)
    used = own[np.unique(t)]
    middle = used.mean(axis=0)
    a, b, c = (own[t[:, i]] - middle for i in range(3))
    volume += float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)
    points.append(used)
points = np.concatenate(points)
# Blender has z up: upright means that our y is its z.
points = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=-1)
print("SHAPE" + json.dumps([points.min(axis=0).tolist(), points.max(axis=0).tolist(), volume]))
"""


def check_blender(path):
    result = subprocess.run([sys.executable, "-c", BLENDER, path], capture_output=True, text=True)
    for line in result.stdout.splitlines():
        if line.startswith("SHAPE"):
            return Shape(*json.loads(line[5:]))
    raise RuntimeError("Blender said: " + (result.stderr or result.stdout)[-400:])


def check_svg(path):
    """Width and height in millimetres of what a browser draws, and of the page."""
    with tempfile.TemporaryDirectory() as folder:
        page = folder + "/page.html"
        svg = open(path, encoding="utf-8").read().split("?>", 1)[1]
        script = (
            "const s=document.querySelector('svg'),b=s.getBBox(),r=s.getBoundingClientRect();"
            "document.title=JSON.stringify([b.x,b.y,b.width,b.height,r.width/96*25.4,r.height/96*25.4])"
        )
        open(page, "w", encoding="utf-8").write(f"<!doctype html><title></title><body>{svg}<script>{script}</script>")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder, "--dump-dom", page]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return json.loads(re.search(r"<title>(.*?)</title>", text).group(1))


def check_dxf(path):
    """The corners of all polylines, and what ezdxf's audit says."""
    import ezdxf

    document = ezdxf.readfile(path)
    audit = document.audit()
    problems = [str(error.message) for error in audit.errors + audit.fixes]
    lines = list(document.modelspace().query("POLYLINE"))
    if not lines or not all(line.is_closed for line in lines):
        problems.append("outlines are not closed")
    corners = np.array([[v.dxf.location.x, v.dxf.location.y] for line in lines for v in line.vertices])
    return corners, problems


def check(path, style, options, report):
    drawing = json.load(open(path, encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        def export(ending):
            out = f"{folder}/d.{ending}"
            subprocess.run([options.program, "export", path, "--style", style, "--out", out], check=True, capture_output=True)
            return out

        files = {ending: export(ending) for ending in ["obj", "stl", "ply", "glb", "usdz", "svg", "dxf"]}
        # PLY has doubles: the others are compared with it.
        truth = check_trimesh(files["ply"], "ply")
        room = truth.room_of_floats()
        report.say("ply times", check_times(files["ply"], drawing))
        for ending in ["obj", "stl", "glb"]:
            report.compare(f"{ending} trimesh", truth, check_trimesh(files[ending], ending))
        report.say("glb pygltflib", check_gltf(files["glb"], len(drawing["strokes"])))
        shape, problems = check_usd(files["usdz"])
        report.compare("usdz OpenUSD", truth, shape, problems=problems)
        if "assimp" not in options.skip:
            report.compare("obj assimp", truth, check_assimp(files["obj"]), room)
        if "blender" not in options.skip:
            for ending in ["obj", "glb", "usdz"]:
                report.compare(f"{ending} Blender", truth, check_blender(files[ending]), room if ending == "obj" else 0)
        corners, problems = check_dxf(files["dxf"])
        size = corners.max(axis=0) - corners.min(axis=0)
        report.say("dxf ezdxf", problems)
        if "chromium" not in options.skip:
            x, y, width, height, page_width, page_height = check_svg(files["svg"])
            # A browser calculates with floats, and lays out in 64ths of a pixel.
            bad = [
                f"{what} is {found} and not {wanted} mm"
                for what, found, wanted, room in [
                    ("width", width, size[0], 1e-4), ("height", height, size[1], 1e-4), ("left", x, 0, 1e-4), ("top", y, 0, 1e-4),
                    ("page width", page_width, size[0], 0.01), ("page height", page_height, size[1], 0.01),
                ]
                if abs(found - wanted) > room
            ]
            report.say("svg Chromium", bad)
        if style == "ribbon" and len({p["plane"] for s in drawing["strokes"] for p in s["points"]}) == 1:
            # On one level plane the sheet is as large as the solid seen from above.
            normal = np.array(drawing["planes"][0]["normal"])
            if normal[1] > 1 - 1e-9:
                solid = (truth.high - truth.low)[[0, 2]] * 1000
                error = np.abs(solid - size).max() / size.max()
                report.say("dxf and ply", [] if error <= TOLERANCE else [f"sizes differ by {error:.2e}: {solid} and {size} mm"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("drawings", nargs="+")
    parser.add_argument("--style", action="append", choices=["points", "ribbon", "tube"])
    parser.add_argument("--program", default=".build/release/airdraw")
    parser.add_argument("--skip", action="append", default=[], choices=["assimp", "chromium", "blender"])
    options = parser.parse_args()
    report = Report()
    for path in options.drawings:
        for style in options.style or ["points", "ribbon", "tube"]:
            print(f"{os.path.basename(path)}, {style}", flush=True)
            check(path, style, options, report)
    print("all agree" if report.failures == 0 else f"{report.failures} do not agree")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
