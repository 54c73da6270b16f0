"""One recording before it is filmed: camera, table, finger and story, each a function of time."""
import numpy as np

from camera_path import CameraPath
from film import Light
from finger import Finger, FingerLook
from geometry import FRAME_RATE, rotation_y, view_from_pixel
from randomness import stream
from scene import Scene
from stories import STORIES


class World:
    def __init__(self, name, seed, with_scene=True):
        self.name, self.seed = name, seed
        self.look = FingerLook(seed, name)
        self.path = STORIES[name](stream(seed, name, "story"), self.look.hand)
        self.frame_count = int(np.ceil(self.path.time * FRAME_RATE))
        self.times = np.arange(self.frame_count) / FRAME_RATE
        self.camera_path = CameraPath(seed, name, self.frame_count / FRAME_RATE)
        self.plane_height = self.camera_path.plane_height
        rng = stream(seed, name, "placement")
        self.work_center = self.camera_path.target[[0, 2]] + rng.uniform(-0.01, 0.01, 2) + np.array([0, 0.005])
        self.work_turn = np.radians(rng.uniform(-3, 3))
        self.light = Light(seed, name)
        if hasattr(self.path, "raise_points"):
            self._fit_rise()
        if with_scene:
            self.scene = Scene(seed, name, self.camera(0.0), self.plane_height, self.work_center)

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

    def _fit_rise(self):
        """Finds the lift that raises the nail by the wanted points in the view."""
        def rise(height):
            self.path.moves[self.rise_index] = self._rise_move(height)
            before = view_from_pixel(self.camera(start).project(self.finger(start).nail_center()))
            after = view_from_pixel(self.camera(end).project(self.finger(end).nail_center()))
            return before[1] - after[1]
        self.rise_index = next(i for i, m in enumerate(self.path.moves) if abs(m[0] - self.path.raise_at) < 1e-9)
        start, end, _ = self.path.moves[self.rise_index]
        self.rise_from = self.path.moves[self.rise_index][2](0.0)
        low, high = 0.02, 0.2
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if rise(middle) < self.path.raise_points else (low, middle)
        rise(low)

    def _rise_move(self, height):
        from pen_path import minimum_jerk
        start, end, _ = self.path.moves[self.rise_index]
        begin, way = self.rise_from, np.array([0, 0, height, 0.5 * height])
        top = begin + way
        # What follows is held at the top.
        for i in range(self.rise_index + 1, len(self.path.moves)):
            a, b, _ = self.path.moves[i]
            self.path.moves[i] = (a, b, lambda tau: top)
        return start, end, lambda tau: begin + way * minimum_jerk(tau)
