"""Where things of a recording are in its view, computed from its files alone.

Nothing here is taken from the program: displayTransform is ARKit's rotation and aspect fill as its header describes them, the camera a
pinhole with the intrinsics of each frame.
"""
import json
from pathlib import Path

import numpy as np

# Image to view without crop, (a, b, c, d, tx, ty): x' = a x + c y + tx, y' = b x + d y + ty, both from 0 to 1.
TURNS = {
    "landscape_right": (1, 0, 0, 1, 0, 0),
    "portrait": (0, 1, -1, 0, 1, 0),
    "landscape_left": (-1, 0, 0, -1, 1, 1),
    "portrait_upside_down": (0, -1, 1, 0, 0, 1),
}


def lines_of(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()] if Path(path).exists() else []


class Recording:
    """The files of a recording."""

    def __init__(self, folder):
        self.folder = Path(folder)
        head = json.loads((self.folder / "recording.json").read_text())
        self.image = head["image_size"]
        self.view = head.get("viewport_size", self.image)
        self.frames = lines_of(self.folder / "frames.jsonl")
        self.truth = lines_of(self.folder / "truth/frames.jsonl")
        self.view_from_image = display_transform(head.get("orientation", "landscape_right"), self.image, self.view)

    def time(self, index):
        return self.frames[index]["time"]

    def in_view(self, pixel):
        """View points of a place in the picture; the middle of the first pixel is (0, 0)."""
        share = (np.asarray(pixel, float) + 0.5) / self.image
        return (self.view_from_image @ [*share, 1])[:2] * self.view

    def in_image(self, point):
        """Pixels of places in the view, an array of (…, 2)."""
        share = np.asarray(point, float) / self.view
        back = np.linalg.inv(self.view_from_image)
        return (share @ back[:2, :2].T + back[:2, 2]) * self.image - 0.5

    def project(self, index, world):
        """View points of a place in the world at a frame."""
        frame = self.frames[index]
        x, y, z, _ = np.linalg.inv(np.array(frame["world_from_camera"])) @ [*world, 1]
        # The camera looks along -z and its y goes up; rows of the picture go down.
        return self.in_view([frame["fx"] * x / -z + frame["cx"], frame["fy"] * -y / -z + frame["cy"]])

    def nail(self, index):
        """View points of the middle of the nail at a frame, as it was rendered; None when it is hidden."""
        frame = self.truth[index]
        if frame["nail_visible"] < 0.9 or frame["nail_box"] is None:
            return None
        x, y, width, height = frame["nail_box"]
        return self.in_view([x + width / 2, y + height / 2])


def display_transform(orientation, image, view):
    """The 3 x 3 matrix from the image to the view, both from 0 to 1: turned, and filling the view."""
    a, b, c, d, tx, ty = TURNS[orientation]
    width, height = image if orientation.startswith("landscape") else image[::-1]
    scale = max(view[0] / width, view[1] / height)
    kx, ky = width * scale / view[0], height * scale / view[1]
    return np.array([[a * kx, c * kx, (tx - 0.5) * kx + 0.5], [b * ky, d * ky, (ty - 0.5) * ky + 0.5], [0, 0, 1]])
