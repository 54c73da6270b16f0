"""Projection as ARKit defines it: pixels, portrait view points, and planes seen by a camera.

World: metres, y up. Camera: x along the long side of the picture, y up in landscape, z toward the viewer.
Pixels: (0, 0) is the centre of the first pixel. View: points, top left origin, portrait.
"""
import numpy as np

IMAGE_SIZE = (1280, 720)
VIEWPORT_SIZE = (375, 667)
FRAME_RATE = 30
SHUTTER = 1 / 60


def rotation_x(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rotation_y(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rotation_z(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


class Camera:
    """A pose and intrinsics at one moment."""

    def __init__(self, rotation, position, focal, center):
        self.rotation = rotation  # camera to world
        self.position = position
        self.focal = focal
        self.center = center
        # Camera coordinates to homogeneous pixels; the picture lies at -z and its rows run down.
        self.pixel_from_camera = np.array(
            [[focal, 0, -center[0]], [0, -focal, -center[1]], [0, 0, -1.0]])
        self.pixel_from_world = self.pixel_from_camera @ rotation.T

    def world_from_camera(self):
        matrix = np.eye(4)
        matrix[:3, :3] = self.rotation
        matrix[:3, 3] = self.position
        return matrix

    def project(self, points):
        """World points (…, 3) to pixels (…, 2)."""
        h = (np.asarray(points) - self.position) @ self.pixel_from_world.T
        return h[..., :2] / h[..., 2:]

    def plane_homography(self, height):
        """(x, z, 1) on the level plane y = height to homogeneous pixels."""
        columns = np.zeros((3, 3))
        columns[0, 0] = 1
        columns[2, 1] = 1
        columns[:, 2] = np.array([0, height, 0]) - self.position
        return self.pixel_from_world @ columns


def view_from_pixel(pixels):
    """Pixels to points of the portrait view: a quarter turn clockwise, then aspect fill."""
    pixels = np.asarray(pixels, float)
    x = (pixels[..., 0] + 0.5) / IMAGE_SIZE[0]
    y = (pixels[..., 1] + 0.5) / IMAGE_SIZE[1]
    scale = max(VIEWPORT_SIZE[0] / IMAGE_SIZE[1], VIEWPORT_SIZE[1] / IMAGE_SIZE[0])
    kx = IMAGE_SIZE[1] * scale / VIEWPORT_SIZE[0]
    ky = IMAGE_SIZE[0] * scale / VIEWPORT_SIZE[1]
    view = np.stack([(1 - y - 0.5) * kx + 0.5, (x - 0.5) * ky + 0.5], axis=-1)
    return view * np.array(VIEWPORT_SIZE, float)
