"""Frames as a phone would film them: the shutter stays open while camera and finger move; then light, and noise."""
import cv2
import numpy as np

from finger_render import SCALE, FingerPainter, finger_bounds
from geometry import IMAGE_SIZE, SHUTTER
from randomness import SmoothNoise, stream
from skin import Skin

NOISE = 3.0  # grey levels
STILLS = 4
MARGIN = 28  # pixels rendered round the picture, for what moves in during the shutter


class Light:
    """A slow change of brightness within 12 % and of colour temperature."""

    def __init__(self, seed, name):
        rng = stream(seed, name, "light")
        self.brightness = SmoothNoise(rng, 0.06, 0.35)
        self.warmth = SmoothNoise(rng, 0.05, 0.2)
        self.kelvin = rng.uniform(4300, 5600)

    def at(self, t):
        gain = 1 + 0.12 * np.clip(self.brightness(t), -1, 1)
        kelvin = self.kelvin + 180 * self.warmth(t)
        tint = (kelvin - 5000) / 5000
        return gain, kelvin, gain * np.array([1 + 0.30 * tint, 1.0, 1 - 0.30 * tint], np.float32)


class FrameMaker:
    def __init__(self, seed, name, world):
        self.seed, self.name, self.world = seed, name, world
        self.painter = FingerPainter(world.look, Skin(world.look), world.scene.light)

    def frame(self, index, t):
        """The picture of the shutter whose middle is `t`, uint8 BGR."""
        world = self.world
        camera, finger = world.camera(t), world.finger(t)
        limits = np.array([-MARGIN, -MARGIN, IMAGE_SIZE[0] + MARGIN, IMAGE_SIZE[1] + MARGIN])
        bounds = finger_bounds(camera, finger, limits)
        steps = 8
        if bounds is not None:
            layer = self.painter.paint(camera, finger, bounds, world.plane_height)
            shade_bounds = self.painter.shadow_bounds(camera, finger, limits, world.plane_height)
            if shade_bounds is not None:
                shade = self.painter.shadow(camera, shade_bounds, finger, world.plane_height)
            nail = finger.tip.to_world([0, 0, 0.008])[1]
            nail_back, table_back = [np.linalg.inv(camera.plane_homography(h)) for h in (nail, world.plane_height)]
            early, late = [world.camera(q).project(world.contact(q)) for q in (t - SHUTTER / 2, t + SHUTTER / 2)]
            steps = STILLS * int(np.clip(np.ceil(np.linalg.norm(late - early) / 1.5 / STILLS), 2, 4))
        total = np.zeros((IMAGE_SIZE[1], IMAGE_SIZE[0], 3), np.float32)
        for k in range(steps):
            q = t + ((k + 0.5) / steps - 0.5) * SHUTTER
            # The still scene hardly moves in the shutter: it is drawn at four moments, the finger at more.
            if k * STILLS // steps != (k - 1) * STILLS // steps:
                middle = ((k * STILLS // steps) + 0.5) / STILLS - 0.5
                still = world.scene.draw(world.camera(t + middle * SHUTTER))
            moved = world.camera(q)
            picture = still.copy()
            if bounds is not None:
                step = world.contact(q) - finger.contact
                if shade_bounds is not None:
                    flat = step * [1, 0, 1]
                    self._shadow(picture, shade, shade_bounds, self._motion(table_back, moved, flat, world.plane_height))
                self._finger(picture, layer, bounds, self._motion(nail_back, moved, step, nail))
            cv2.accumulate(picture, total)
        gains = world.light.at(t)[2] / steps
        total *= gains
        noise = stream(self.seed, self.name, "noise", index).standard_normal(total.shape, dtype=np.float32)
        total += NOISE * noise
        return np.clip(total + 0.5, 0, 255).astype(np.uint8)

    @staticmethod
    def _motion(back, moved, step, height):
        """Where a point at this height, and moving by `step`, goes in the picture: a homography of pixels.

        `back` takes pixels to the plane of that height, as the camera saw it in the middle of the shutter.
        """
        shift = np.array([[1, 0, step[0]], [0, 1, step[2]], [0, 0, 1.0]])
        return moved.plane_homography(height + step[1]) @ shift @ back

    @staticmethod
    def _warped(layer, bounds, motion, scale):
        """A layer of `scale` samples a pixel, moved, and the part of the picture it falls on."""
        x0, y0, x1, y1 = bounds
        left, top = max(x0 - 10, 0), max(y0 - 10, 0)
        right, bottom = min(x1 + 10, IMAGE_SIZE[0]), min(y1 + 10, IMAGE_SIZE[1])
        if right <= left or bottom <= top:
            return None, None
        # Sample i of the layer lies at pixel x0 + (i + ½) / scale − ½.
        placed = np.array([[1 / scale, 0, x0 + 0.5 / scale - 0.5], [0, 1 / scale, y0 + 0.5 / scale - 0.5], [0, 0, 1]])
        matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ motion @ placed
        warped = cv2.warpPerspective(layer, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR,
                                     borderMode=cv2.BORDER_CONSTANT)
        return warped, (slice(top, bottom), slice(left, right))

    def _shadow(self, picture, shade, bounds, motion):
        warped, where = self._warped(shade, bounds, motion, 0.5)
        if where is not None:
            picture[where] = (picture[where] * (1 - warped[:, :, None]) + 0.5).astype(np.uint8)

    def _finger(self, picture, layer, bounds, motion):
        warped, where = self._warped(layer, bounds, motion, SCALE)
        if where is not None:
            keep = (255 - warped[:, :, 3:].astype(np.float32)) / 255
            picture[where] = np.clip(picture[where] * keep + warped[:, :, :3] + 0.5, 0, 255).astype(np.uint8)
