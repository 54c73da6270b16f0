"""What is known to be true of a recording, from the same functions of time that the pictures are made of."""
import cv2
import numpy as np

import table
from anchors import rigid
from geometry import IMAGE_SIZE, view_from_pixel


def clipped_area(polygon):
    """Area of the part of a convex polygon that lies in the picture (edges convention)."""
    frame = np.array([[0, 0], [IMAGE_SIZE[0], 0], [IMAGE_SIZE[0], IMAGE_SIZE[1]], [0, IMAGE_SIZE[1]]], np.float32)
    return float(cv2.intersectConvexConvex(polygon.astype(np.float32), frame)[0])


def nail(world, t):
    """Box of the whole nail in pixels (edges convention) and the share of the nail that is in the picture."""
    outline = world.camera(t).project(world.finger(t).nail_outline()) + 0.5
    low, high = outline.min(axis=0), outline.max(axis=0)
    inside = high[0] > 0 and high[1] > 0 and low[0] < IMAGE_SIZE[0] and low[1] < IMAGE_SIZE[1]
    if not inside:
        return None, 0.0
    if low.min() >= 0 and high[0] <= IMAGE_SIZE[0] and high[1] <= IMAGE_SIZE[1]:
        return [*low, *(high - low)], 1.0
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
    visible = min(1.0, clipped_area(hull) / float(cv2.contourArea(hull)))
    if visible <= 0:
        return None, 0.0
    return [*low, *(high - low)], visible


def frame_lines(world):
    for index, t in enumerate(world.times):
        box, visible = nail(world, t)
        yield {"index": index, "nail_box": box, "nail_visible": visible,
               "tip_world": world.contact(t), "touching": bool(world.touching(t))}


def pen_is_down(world, t):
    down = False
    for event in world.path.events:
        if event["event"] == "draw" and event["time"] <= t + 1e-9:
            down = event["on"]
    return down


def strokes(world, rate=120):
    """Where the fingertip went while it touched with the pen down and was in the picture."""
    result, current = [], []
    for k in range(int(world.path.time * rate) + 1):
        t = k / rate
        drawing = pen_is_down(world, t) and world.touching(t)
        if drawing:
            u = world.camera(t).project(world.contact(t))
            drawing = -0.5 <= u[0] <= IMAGE_SIZE[0] - 0.5 and -0.5 <= u[1] <= IMAGE_SIZE[1] - 0.5 and nail(world, t)[0] is not None
        if drawing:
            point = world.contact(t)
            if not current or np.linalg.norm(point - current[-1]) > 1e-7:
                current.append(point)
        elif current:
            result.append(current)
            current = []
    return {"strokes": result + ([current] if current else [])}


def planes(world):
    x = (table.X_RANGE[0] + table.X_RANGE[1]) / 2
    z = (table.Z_RANGE[0] + table.Z_RANGE[1]) / 2
    return {"planes": [{"id": "table", "world_from_plane": rigid(0, [x, world.plane_height, z]),
                        "extent": [table.X_RANGE[1] - table.X_RANGE[0], table.Z_RANGE[1] - table.Z_RANGE[0]]}]}


def first_frame_from(world, time):
    return next(i for i, t in enumerate(world.times) if t >= time - 1e-9)


def tap_point(world, time):
    """The nail in the view at the frame of a tap, and from there to where the finger touches."""
    t = world.times[first_frame_from(world, time)]
    camera = world.camera(t)
    tap = view_from_pixel(camera.project(world.finger(t).nail_center()))
    return tap, view_from_pixel(camera.project(world.contact(t))) - tap
