"""The finger and its hand: a chain of round cones with flattened sections, placed so that the tip touches a point.

Each bone has a frame (lateral, upper, axis from the tip end backwards) and a factor that flattens it from above.
The nail lies on the last bone: an ellipse seen along the bone's upper axis, on the surface.
"""
import numpy as np

from randomness import SmoothNoise, stream

MM = 0.001
NAIL_LENGTH = 13 * MM
NAIL_WIDTH = 11 * MM
NAIL_AT = 8.4 * MM  # from the centre of the tip sphere backwards
SKIN_TONES = [(150, 178, 222), (128, 160, 212), (110, 142, 196), (86, 118, 172), (70, 98, 146)]  # BGR


class Bone:
    def __init__(self, start, lateral, upper, axis, length, radius_a, radius_b, flat, skin_from, kind):
        self.start, self.length = start, length
        self.basis = np.stack([lateral, upper, axis])  # world to bone
        self.radius_a, self.radius_b, self.flat = radius_a, radius_b, flat
        self.skin_from = skin_from  # where along the skin texture it begins, metres
        self.kind = kind

    @property
    def end(self):
        return self.start + self.basis[2] * self.length

    def to_world(self, local):
        return self.start + np.asarray(local) @ self.basis

    def upper_surface(self, along, across):
        """Height of the surface over the axis at the given places of the cone's side."""
        slope = (self.radius_a - self.radius_b) / self.length
        k = np.sqrt(1 - slope ** 2)
        radius = (self.radius_a - slope * along) / k
        side = np.sqrt(np.maximum(radius ** 2 - across ** 2, 0))
        return side * self.flat


class FingerLook:
    """What a seed decides about a finger."""

    def __init__(self, seed, name):
        rng = stream(seed, name, "finger")
        self.hand = int(rng.choice([-1, 1]))
        self.size = rng.uniform(0.97, 1.06)
        self.yaw = -self.hand * np.radians(rng.uniform(6, 20))
        self.pitch = np.radians(rng.uniform(9, 13))
        self.roll = self.hand * np.radians(rng.uniform(-6, 8))
        self.wobble = [SmoothNoise(rng, 0.25, 1.2) for _ in range(3)]
        self.wobble_size = np.radians([2.0, 1.2, 1.6])
        tone = rng.uniform(0, len(SKIN_TONES) - 1.001)
        i = int(tone)
        self.skin = np.array(SKIN_TONES[i]) * (1 - tone + i) + np.array(SKIN_TONES[i + 1]) * (tone - i)
        self.skin = self.skin * rng.uniform(0.95, 1.05)
        self.texture_seed = int(rng.integers(1 << 31))
        self.sleeve = np.array([rng.uniform(50, 190), rng.uniform(50, 170), rng.uniform(40, 160)])


class Finger:
    """The finger at a moment: the contact point in the world and the angles give all bones."""

    def __init__(self, look, contact, t):
        yaw, pitch, roll = [look.yaw, look.pitch, look.roll] + look.wobble_size * [w(t) for w in look.wobble]
        up = np.array([0, 1.0, 0])
        back = np.array([-np.sin(yaw), 0, np.cos(yaw)])  # towards the user
        side = np.cross(up, back)

        def frame(angle, turn=0.0):
            heading = back * np.cos(turn) + side * np.sin(turn)
            across = np.cross(up, heading)
            axis = heading * np.cos(angle) + up * np.sin(angle)
            upper = up * np.cos(angle) - heading * np.sin(angle)
            lateral = across * np.cos(roll) + upper * np.sin(roll)
            upper = upper * np.cos(roll) - across * np.sin(roll)
            return lateral, upper, axis

        # The tip is a flattened sphere: its lowest point is where the finger touches.
        tip_radius, tip_flat = 5.8 * MM * look.size, 0.74
        basis = np.stack(frame(pitch))
        half = np.array([tip_radius, tip_radius * tip_flat, tip_radius])
        down = basis @ -up
        lowest = (half ** 2 * down) / np.sqrt(np.sum((half * down) ** 2)) @ basis
        start = contact - lowest
        self.bones = []
        skin = 0.01
        s = look.size
        chain = [(24, 5.8, 7.9, tip_flat, pitch, "tip"), (23, 7.9, 8.8, 0.84, pitch + np.radians(16), "finger"),
                 (40, 8.9, 10.6, 0.9, pitch + np.radians(27), "finger")]
        for length, ra, rb, flat, angle, kind in chain:
            bone = Bone(start, *frame(angle), length * MM * s, ra * MM * s, rb * MM * s, flat, skin, kind)
            self.bones.append(bone)
            start = bone.end
            skin += bone.length
        knuckle = start
        # The back of the hand, the wrist and the arm, which leave the picture towards the user.
        middle = side * look.hand * 17 * MM
        for length, ra, rb, flat, angle, turn, kind in [
                (72, 19, 25, 0.55, np.radians(14), 0.10, "hand"), (45, 24, 23, 0.75, np.radians(4), 0.12, "hand"),
                (260, 27, 40, 0.85, np.radians(2), 0.25, "sleeve")]:
            bone = Bone(start + (middle if kind == "hand" and start is knuckle else 0), *frame(angle, turn * look.hand),
                        length * MM * s, ra * MM * s, rb * MM * s, flat, skin, kind)
            self.bones.append(bone)
            start = bone.end
            skin += bone.length
        # The other fingers are curled in, the thumb lies along the side.
        for i, (across, forward, drop) in enumerate([(21, 20, 17), (40, 10, 20), (56, -4, 22)]):
            root = knuckle + side * look.hand * across * MM * s + back * (6 + 4 * i) * MM - up * 2 * MM
            joint = root - back * forward * MM * s - up * drop * MM * s
            self._link(root, joint, 10.5 - i, 9.6 - i, s, skin)
            self._link(joint, joint + back * 24 * MM * s - up * 4 * MM, 9.6 - i, 8.5 - i, s, skin)
        thumb = knuckle - side * look.hand * 12 * MM * s + back * 48 * MM * s - up * 14 * MM * s
        elbow = thumb - side * look.hand * 9 * MM * s - back * 30 * MM * s - up * 6 * MM * s
        self._link(thumb, elbow, 12, 9.8, s, skin)
        self._link(elbow, elbow + side * look.hand * 8 * MM * s - back * 26 * MM * s - up * 3 * MM * s, 9.6, 7.6, s, skin)
        self.contact = contact

    def _link(self, a, b, ra, rb, size, skin):
        axis = b - a
        length = np.linalg.norm(axis)
        axis = axis / length
        lateral = np.cross([0, 1.0, 0], axis)
        norm = np.linalg.norm(lateral)
        lateral = lateral / norm
        upper = np.cross(axis, lateral)
        self.bones.append(Bone(a, lateral, upper, axis, length, ra * MM * size, rb * MM * size, 0.95, skin, "finger"))

    @property
    def tip(self):
        return self.bones[0]

    def nail_center(self):
        along = np.array([NAIL_AT])
        return self.tip.to_world([0, self.tip.upper_surface(along, np.zeros(1))[0], NAIL_AT])

    def nail_outline(self, count=72):
        phi = np.arange(count) * 2 * np.pi / count
        across = NAIL_WIDTH / 2 * np.cos(phi)
        along = NAIL_AT + NAIL_LENGTH / 2 * np.sin(phi)
        return self.tip.to_world(np.stack([across, self.tip.upper_surface(along, across), along], axis=1))
