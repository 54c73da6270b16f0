"""Draws a finger by casting a ray through every quarter of a pixel: exact outline, shading, nail, and its shadow."""
import cv2
import numpy as np

from finger import NAIL_AT, NAIL_LENGTH, NAIL_WIDTH
from skin import COLUMNS, STEP

SCALE = 2  # samples of a pixel in each direction


def smoothstep(low, high, x):
    x = np.clip((x - low) / (high - low), 0, 1)
    return x * x * (3 - 2 * x)


def pixel_bounds(camera, bone, margin):
    """Pixel box around a bone, or None when it is not safely in front of the camera."""
    corners = []
    for center, radius in [(bone.start, bone.radius_a), (bone.end, bone.radius_b)]:
        depth = -((center - camera.position) @ camera.rotation)[2]
        if depth < radius * 1.3:
            return (-1e9, -1e9, 1e9, 1e9)
        u, v = camera.project(center)
        r = 1.15 * camera.focal * radius / (depth - radius) * 1.2
        corners.append((u - r, v - r, u + r, v + r))
    a, b = corners
    return (min(a[0], b[0]) - margin, min(a[1], b[1]) - margin, max(a[2], b[2]) + margin, max(a[3], b[3]) + margin)


def finger_bounds(camera, finger, limits):
    """Whole-pixel box (x0, y0, x1, y1) of the finger within the limits, or None."""
    boxes = np.array([pixel_bounds(camera, bone, 2) for bone in finger.bones])
    x0, y0 = np.floor(np.maximum(boxes[:, :2].min(axis=0), limits[:2])).astype(int)
    x1, y1 = np.ceil(np.minimum(boxes[:, 2:].max(axis=0), limits[2:])).astype(int)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def cast(bone, camera, u, v):
    """Distance along the ray (in units of depth) and the hit in the flattened frame of the bone; infinite on a miss."""
    squeeze = np.array([1, 1 / bone.flat, 1.0])[:, None]
    origin = (squeeze[:, 0] * (bone.basis @ (camera.position - bone.start)))
    direction = squeeze * (bone.basis @ camera.rotation @ np.array(
        [[1 / camera.focal, 0, -camera.center[0] / camera.focal],
         [0, -1 / camera.focal, camera.center[1] / camera.focal], [0, 0, -1.0]]))
    d = [direction[i, 0] * u[None, :] + direction[i, 1] * v[:, None] + direction[i, 2] for i in range(3)]
    norm = np.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
    x, y, z = d[0] / norm, d[1] / norm, d[2] / norm
    length, ra, rb = bone.length, bone.radius_a, bone.radius_b
    rr = ra - rb
    along = origin @ [0, 0, 1.0]
    m0, m1, m2 = length ** 2, length * along, length * z
    m3 = x * origin[0] + y * origin[1] + z * origin[2]
    m5 = origin @ origin
    end = origin - np.array([0, 0, length])
    m6, m7 = m3 - length * z, end @ end
    d2 = m0 - rr * rr
    k2 = d2 - m2 * m2
    k1 = d2 * m3 - m1 * m2 + m2 * rr * ra
    k0 = d2 * m5 - m1 * m1 + m1 * rr * ra * 2 - m0 * ra * ra
    h = k1 * k1 - k0 * k2
    t = (-np.sqrt(np.maximum(h, 0)) - k1) / k2
    place = m1 - ra * rr + t * m2
    side = (h >= 0) & (place > 0) & (place < d2)
    distance = np.where(side, t, np.inf)
    for inside, half in [(m3 * m3 - m5 + ra * ra, m3), (m6 * m6 - m7 + rb * rb, m6)]:
        cap = np.where((inside > 0) & ~side, -half - np.sqrt(np.maximum(inside, 0)), np.inf)
        distance = np.minimum(distance, cap)
    return distance / norm, origin, d


class FingerPainter:
    def __init__(self, look, skin, light):
        self.look, self.skin = look, skin
        self.light = light / np.linalg.norm(light)

    def paint(self, camera, finger, bounds, table_height):
        """Premultiplied BGRA of the box at SCALE samples a pixel, uint8."""
        x0, y0, x1, y1 = bounds
        width, height = (x1 - x0) * SCALE, (y1 - y0) * SCALE
        u = x0 + (np.arange(width) + 0.5) / SCALE - 0.5
        v = y0 + (np.arange(height) + 0.5) / SCALE - 0.5
        depth = np.full((height, width), np.inf)
        owner = np.full((height, width), -1, np.int8)
        for index, bone in enumerate(finger.bones):
            box = pixel_bounds(camera, bone, 1)
            i0, i1 = np.searchsorted(u, [box[0], box[2]])
            j0, j1 = np.searchsorted(v, [box[1], box[3]])
            if i0 >= i1 or j0 >= j1:
                continue
            distance, _, _ = cast(bone, camera, u[i0:i1], v[j0:j1])
            part = depth[j0:j1, i0:i1]
            nearer = (distance < part) & (distance > 0.01)
            part[nearer] = distance[nearer]
            owner[j0:j1, i0:i1][nearer] = index
        layer = np.zeros((height, width, 4), np.uint8)
        for index, bone in enumerate(finger.bones):
            rows, columns = np.nonzero(owner == index)
            if len(rows):
                colour = self._shade(camera, bone, u[columns], v[rows], depth[rows, columns], table_height)
                layer[rows, columns, :3] = np.clip(colour + 0.5, 0, 255).astype(np.uint8)
                layer[rows, columns, 3] = 255
        return layer

    def _shade(self, camera, bone, u, v, depth, table_height):
        ray = np.stack([(u - camera.center[0]) / camera.focal, -(v - camera.center[1]) / camera.focal,
                        -np.ones_like(u)], axis=1) @ camera.rotation.T
        point = camera.position + ray * depth[:, None]
        # Single precision is enough from here on, and twice as fast.
        local = ((point - bone.start) @ bone.basis.T).astype(np.float32)
        ray, height = ray.astype(np.float32), (point[:, 1] - table_height).astype(np.float32)
        basis, light = bone.basis.astype(np.float32), self.light.astype(np.float32)
        across, raised, along = local[:, 0], local[:, 1] / bone.flat, local[:, 2]
        # Normal of the round cone in the flattened frame, brought back to the world.
        slope = (bone.radius_a - bone.radius_b) / bone.length
        foot = np.clip(along + slope / np.sqrt(1 - slope ** 2) * -np.hypot(across, raised), 0, bone.length)
        normal = np.stack([across, raised / bone.flat, along - foot], axis=1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
        view = -ray / np.linalg.norm(ray, axis=1, keepdims=True)
        angle = np.arctan2(across, raised)

        row = ((bone.skin_from + along) / STEP).astype(np.float32)
        column = (angle / (2 * np.pi) * COLUMNS).astype(np.float32) % COLUMNS
        if bone.kind == "sleeve":
            weave = 1 + 0.06 * np.sin(along * 2 * np.pi / 0.004) * np.sin(angle * 40)
            albedo = self.look.sleeve[None, :].astype(np.float32) * weave[:, None]
        else:
            albedo = self._lookup(row, column)
        gloss = np.full(len(u), 0.10, np.float32)
        sharp = np.full(len(u), 14.0, np.float32)
        if bone.kind == "tip":
            albedo, normal, gloss, sharp = self._nail(albedo, normal, gloss, sharp, across, raised, along)
        normal = normal.astype(np.float32) @ basis
        lambert = normal @ light
        # Light wraps round skin a little; close to the table less of it arrives.
        diffuse = np.clip((lambert + 0.25) / 1.25, 0, 1)
        sky = 0.5 + 0.5 * normal[:, 1]
        near_table = 0.55 + 0.45 * smoothstep(0, 0.012, height)
        shade = (0.30 + 0.22 * sky) * near_table + 0.58 * diffuse
        half = view + light
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        shine = gloss * np.clip(np.sum(half * normal, axis=1), 0, 1) ** sharp
        edge = 1 - 0.25 * (1 - np.clip(np.sum(view * normal, axis=1), 0, 1)) ** 2
        colour = albedo * (shade * edge)[:, None] + 255 * shine[:, None]
        # Skin in shade turns red rather than grey.
        colour[:, 2] += 8 * (1 - diffuse) * (albedo[:, 2] / 200)
        return colour

    def _lookup(self, row, column):
        count = len(row)
        width = 2048
        padded = -(-count // width) * width
        maps = [np.zeros(padded, np.float32) for _ in range(2)]
        maps[0][:count], maps[1][:count] = column, row
        found = cv2.remap(self.skin.colour, maps[0].reshape(-1, width), maps[1].reshape(-1, width),
                          cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        return found.reshape(-1, 3)[:count]

    def _nail(self, albedo, normal, gloss, sharp, across, raised, along):
        a, b = NAIL_WIDTH / 2, NAIL_LENGTH / 2
        y = (along - NAIL_AT) / b  # -1 free edge, +1 root
        radius = np.hypot(across / a, y)
        up = raised > 0
        inside = np.where(up, 1 - smoothstep(0.95, 1.0, radius), 0)
        skin = self.look.skin
        bed = np.array([0.80, 0.78, 0.92]) * skin + np.array([38, 34, 36])
        colour = np.repeat(bed[None, :].astype(np.float32), len(along), axis=0)
        ridges = 1 + 0.025 * np.sin(across / a * 17 + 1) + 0.02 * np.sin(across / a * 29)
        colour *= ridges[:, None]
        lunula = 1 - smoothstep(0.9, 1.05, np.hypot(across / (0.55 * a), (y - 1.0) / 0.5))
        colour += lunula[:, None] * np.array([34, 34, 26])
        free = smoothstep(0.62, 0.76, -y + 0.12 * (across / a) ** 2)
        colour = colour * (1 - free[:, None]) + free[:, None] * np.array([186, 204, 214])
        # A fold of skin in shadow surrounds the plate, darkest at the sides.
        rim = np.where(up, np.exp(-((radius - 1.04) / 0.07) ** 2), 0)
        cuticle = np.where(up & (y > 0), np.exp(-((radius - 1.16) / 0.06) ** 2), 0)
        out = albedo * (1 - inside[:, None]) + colour * inside[:, None]
        out = out * (1 - 0.42 * rim[:, None]) + 14 * cuticle[:, None]
        # The plate is flatter than the finger, and shines.
        flat = normal * np.array([0.75, 1, 1])
        flat /= np.linalg.norm(flat, axis=1, keepdims=True)
        normal = normal * (1 - inside[:, None]) + flat * inside[:, None]
        return out, normal, np.where(inside > 0.5, 0.30, gloss), np.where(inside > 0.5, 55.0, sharp)

    def shadow_bounds(self, camera, finger, limits, table_height):
        """Whole-pixel box of the finger's shadow within the limits, or None."""
        seen = []
        for a, b, radius_a, radius_b, soft_a, soft_b, _, _ in self._shadow_strips(finger, table_height):
            for p, reach in [(a, radius_a + soft_a), (b, radius_b + soft_b)]:
                corners = np.array([[p[0] + x * reach, table_height, p[1] + z * reach] for x in (-1, 1) for z in (-1, 1)])
                h = (corners - camera.position) @ camera.pixel_from_world.T
                if np.all(h[:, 2] > 0.05):
                    seen.append(h[:, :2] / h[:, 2:])
                else:  # under or behind the camera: below the portrait view
                    seen.append([[limits[2], (limits[1] + limits[3]) / 2]])
        seen = np.concatenate(seen)
        x0, y0 = np.floor(np.maximum(seen.min(axis=0), limits[:2])).astype(int)
        x1, y1 = np.ceil(np.minimum(seen.max(axis=0), limits[2:])).astype(int)
        return (x0, y0, x1, y1) if x1 - x0 > 2 and y1 - y0 > 2 else None

    def _shadow_strips(self, finger, table_height):
        """Each bone thrown on the table: ends, radii, softness and heights of the ends."""
        slant = np.array([self.light[0], self.light[2]]) / self.light[1]
        for bone in finger.bones:
            ha, hb = bone.start[1] - table_height, bone.end[1] - table_height
            yield (bone.start[[0, 2]] - ha * slant, bone.end[[0, 2]] - hb * slant, bone.radius_a, bone.radius_b,
                   0.0022 + 0.32 * ha, 0.0022 + 0.32 * hb, ha, hb)

    def shadow(self, camera, bounds, finger, table_height):
        """How dark the table is under the finger, 0…1 float32, at half the pixels of the box."""
        x0, y0, x1, y1 = bounds
        u = x0 + np.arange(0, x1 - x0, 2) + 0.5
        v = y0 + np.arange(0, y1 - y0, 2) + 0.5
        rows = np.linalg.inv(camera.plane_homography(table_height)).astype(np.float32)
        u, v = u.astype(np.float32), v.astype(np.float32)
        parts = [rows[i, 0] * u[None, :] + rows[i, 1] * v[:, None] + rows[i, 2] for i in range(3)]
        x, z = parts[0] / parts[2], parts[1] / parts[2]
        result = np.zeros(x.shape, np.float32)
        for a, b, radius_a, radius_b, soft_a, soft_b, ha, hb in self._shadow_strips(finger, table_height):
            ab = b - a
            share = np.clip(((x - a[0]) * ab[0] + (z - a[1]) * ab[1]) / max(ab @ ab, 1e-12), 0, 1)
            gap = np.hypot(x - a[0] - share * ab[0], z - a[1] - share * ab[1])
            soft = soft_a + share * (soft_b - soft_a)
            dark = smoothstep(0, 1, (radius_a + share * (radius_b - radius_a) - gap) / soft + 0.55)
            result = np.maximum(result, dark * (0.55 / (1 + 3 * (ha + share * (hb - ha)))))
        return result.astype(np.float32)
