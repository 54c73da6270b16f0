"""How the phone moves: held in the hand above the table, shaking a little, going slowly round the drawing."""
import numpy as np

from geometry import Camera, rotation_x, rotation_y, rotation_z
from randomness import SmoothNoise, stream


class CameraPath:
    def __init__(self, seed, name, duration):
        rng = stream(seed, name, "camera")
        self.duration = duration
        self.plane_height = -round(0.40 + rng.uniform(-0.008, 0.008), 4)
        pitch = np.radians(rng.uniform(54, 58))
        # Where the optical axis meets the table: the middle of the work and the centre of the orbit.
        self.target = np.array([0, self.plane_height, self.plane_height / np.tan(pitch)])
        # Portrait: the camera's x points down in the view, its y to the right.
        up = np.array([0, np.cos(pitch), -np.sin(pitch)])
        forward = np.array([0, -np.sin(pitch), -np.cos(pitch)])
        self.start_rotation = np.stack([-up, np.array([1.0, 0, 0]), -forward], axis=1) @ rotation_z(
            np.radians(rng.uniform(-1.5, 1.5)))
        self.orbit = np.radians(rng.uniform(10.3, 12)) * rng.choice([-1, 1])

        self.slow = [SmoothNoise(rng, 0.3, 1.1, zero_at_start=True) for _ in range(3)]
        self.tremor = [SmoothNoise(rng, 4, 9, zero_at_start=True) for _ in range(3)]
        self.turn = [SmoothNoise(rng, 0.3, 1.6) for _ in range(3)]
        self.turn_size = np.radians(rng.uniform(0.25, 0.45))
        wanted = rng.uniform(0.0028, 0.0045)
        self.shake_size = 1.0
        largest = max(np.linalg.norm(self.shake(t)) for t in np.arange(0, duration, 0.02))
        self.shake_size = wanted / largest

        self.focal = 967 + rng.uniform(-4, 4)
        self.focal_drift = SmoothNoise(rng, 0.1, 0.5)
        self.center = np.array([639.5 + rng.uniform(-7, 7), 359.5 + rng.uniform(-5, 5)])
        self.center_drift = [SmoothNoise(rng, 0.2, 1.0) for _ in range(2)]

    def shake(self, t):
        return self.shake_size * np.array([a(t) + 0.04 * b(t) for a, b in zip(self.slow, self.tremor)])

    def at(self, t):
        progress = np.clip(t / self.duration, 0, 1)
        # Starts and ends softly, and is at rest at time 0, where the world has its origin.
        angle = self.orbit * progress ** 2 * (3 - 2 * progress)
        round_target = rotation_y(angle)
        position = self.target + round_target @ (-self.target) + self.shake(t)
        x, y, z = (self.turn_size * n(t) for n in self.turn)
        rotation = round_target @ self.start_rotation @ rotation_x(x) @ rotation_y(y) @ rotation_z(z)
        focal = self.focal + 2.5 * self.focal_drift(t)
        center = self.center + 0.8 * np.array([n(t) for n in self.center_drift])
        return Camera(rotation, position, focal, center)
