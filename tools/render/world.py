"""One recording before it is filmed: camera, table, finger and story, each a function of time."""
import numpy as np

from camera_path import CameraPath
from film import Light
from finger import Finger, FingerLook
from geometry import FRAME_RATE, view_from_pixel
from randomness import stream
from scene import Scene
from stories import STORIES


class World:
    def __init__(self, name, seed, with_scene=True, flat_thing=None, orbit=None):
        """`flat_thing` makes what lies on the table of this world beside what always does; `orbit` is in degrees."""
        self.name, self.seed = name, seed
        self.look = FingerLook(seed, name)
        self.path = STORIES[name](stream(seed, name, "story"), self.look.hand)
        self.frame_count = int(np.ceil(self.path.time * FRAME_RATE))
        self.times = np.arange(self.frame_count) / FRAME_RATE
        self.camera_path = CameraPath(seed, name, self.frame_count / FRAME_RATE)
        if orbit is not None:
            self.camera_path.orbit = np.copysign(np.radians(orbit), self.camera_path.orbit)
        self.plane_height = self.camera_path.plane_height
        rng = stream(seed, name, "placement")
        self.work_center = self.camera_path.target[[0, 2]] + rng.uniform(-0.01, 0.01, 2) + np.array([0, 0.005])
        self.work_turn = np.radians(rng.uniform(-3, 3))
        self.light = Light(seed, name)
        if self.path.rise_points is not None:
            self._fit_rise()
        self.flat_thing = flat_thing(self) if flat_thing else None
        if with_scene:
            self.scene = Scene(seed, name, self.camera(0.0), self.plane_height, self.work_center, self.flat_thing)

    def shorten(self, frames):
        """Keeps the first frames only; what happens later stays in the text."""
        self.frame_count = min(frames, self.frame_count)
        self.times = self.times[:self.frame_count]

    def camera(self, t):
        return self.camera_path.at(t)

    def contact(self, t):
        """The lowest point of the fingertip in the world; exactly on the table while it touches."""
        x, z, lift = self.path.at(t)
        c, s = np.cos(self.work_turn), np.sin(self.work_turn)
        return np.array([self.work_center[0] + c * x + s * z, self.plane_height + lift, self.work_center[1] - s * x + c * z])

    def touching(self, t):
        return self.path.at(t)[2] == 0

    def finger(self, t):
        return Finger(self.look, self.contact(t), t)

    def nail_view(self, t):
        return view_from_pixel(self.camera(t).project(self.finger(t).nail_center()))

    def _fit_rise(self):
        """Finds the lift that raises the nail by the wanted points in the view."""
        start, end = self.path.rise_span
        low, high = 0.02, 0.2
        for _ in range(30):
            self.path.rise_metres = (low + high) / 2
            if self.nail_view(start)[1] - self.nail_view(end)[1] < self.path.rise_points:
                low = self.path.rise_metres
            else:
                high = self.path.rise_metres
