"""Plane anchors as a session would report them: small and a little wrong at first, growing, and merging."""
import numpy as np

from geometry import rotation_y
from randomness import stream


def rigid(turn, position):
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_y(turn)
    matrix[:3, 3] = position
    return matrix


def boundary(rng, center, extent):
    """A convex polygon that touches the middle of each side of the extent and cuts its corners."""
    half = np.array(extent) / 2
    points = []
    for sx, sz, swap in [(1, 1, 0), (-1, 1, 1), (-1, -1, 0), (1, -1, 1)]:
        cut = rng.uniform(0.08, 0.2, 2)
        pair = [(sx, sz * (1 - cut[1])), (sx * (1 - cut[0]), sz)]
        points += pair[::-1] if swap else pair
    return [[center[0] + half[0] * x, center[2] + half[1] * z] for x, z in points]


def anchor_lines(world):
    rng = stream(world.seed, world.name, "anchors")
    first_draw = next(e["time"] for e in world.path.events if e["event"] == "draw")
    true_height = world.plane_height
    turn = rng.uniform(-0.4, 0.4)
    origin = world.work_center + rng.uniform(-0.02, 0.02, 2)
    error = rng.uniform(0.002, 0.004) * rng.choice([-1, 1])
    lines = []

    def plane(event, time, id, height, spot, center, extent):
        line = {"time": round(time, 6), "event": event, "id": id, "type": "plane", "alignment": "horizontal",
                "world_from_anchor": rigid(turn, [spot[0], height, spot[1]]),
                "center": center, "extent": extent, "boundary": boundary(rng, center, extent)}
        lines.append(line)

    # The first steps come before the pen goes down, and bring the height to within half a millimetre.
    steps = [(0.2, 0.14, 1.0), (0.35, 0.26, 0.45), (0.5, 0.40, 0.2), (0.65, 0.55, 0.09), (0.8, 0.66, 0.05)]
    later = [(t, min(0.66 + 0.07 * (i + 1), 1.1), 0.04 * rng.uniform(-1, 1))
             for i, t in enumerate(np.arange(first_draw + 0.4, world.path.time - 0.3, 0.6))]
    for index, (time, size, share) in enumerate(steps + later):
        center = [rng.uniform(-0.02, 0.02) * min(1, size), 0.0, rng.uniform(-0.02, 0.02) * min(1, size)]
        extent = [size * rng.uniform(1.0, 1.06), size * rng.uniform(0.94, 1.0)]
        plane("add" if index == 0 else "update", time, "plane-1", true_height + error * share, origin, center, extent)

    # A second reading of the same table, lower, which the first takes over.
    spot = world.work_center + np.array([rng.uniform(0.05, 0.12) * rng.choice([-1, 1]), rng.uniform(-0.12, -0.05)])
    low = true_height - rng.uniform(0.010, 0.018)
    plane("add", 0.45, "plane-2", low, spot, [0.0, 0.0, 0.0], [0.16, 0.13])
    plane("update", 0.7, "plane-2", low + 0.001, spot, [0.01, 0.0, 0.0], [0.22, 0.18])
    merge = rng.choice([first_draw - 0.05, first_draw + 0.55])
    lines.append({"time": round(float(merge), 6), "event": "remove", "id": "plane-2", "merged_into": "plane-1"})
    return sorted(lines, key=lambda line: line["time"])
