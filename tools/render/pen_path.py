"""Where the finger touches: moves joined in time, in a plane frame (x right, z toward the user, metres) with a lift."""
import numpy as np


def minimum_jerk(tau):
    tau = np.clip(tau, 0, 1)
    return tau ** 3 * (10 - 15 * tau + 6 * tau ** 2)


class PenPath:
    """Built move by move; afterwards asked for any moment. Events keep the moment at which they were made."""

    def __init__(self, start):
        self.moves = []  # (start, end, function of 0…1 to (x, z, lift, lean))
        self.position = np.array([start[0], start[1], 0.0, 0.0])
        self.time = 0.0
        self.events = []

    def event(self, kind, **values):
        self.events.append(dict(values, event=kind, time=round(self.time, 6)))

    def hold(self, duration):
        here = self.position.copy()
        self._add(duration, lambda tau: here)

    def line(self, to, peak_speed):
        """A straight stroke on the table with a bell-shaped speed."""
        start = self.position.copy()
        end = np.array([to[0], to[1], start[2], start[3]])
        duration = 1.875 * np.linalg.norm(end[:2] - start[:2]) / peak_speed
        self._add(duration, lambda tau: start + (end - start) * minimum_jerk(tau))

    def curve(self, points, distance_of_tau, duration):
        """Along a fine polyline; `distance_of_tau` says how far along it the pen is."""
        points = np.asarray(points, float)
        along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])

        def at(tau):
            s = distance_of_tau(tau)
            return np.array([np.interp(s, along, points[:, 0]), np.interp(s, along, points[:, 1]), 0, 0])
        self._add(duration, at)

    def hop(self, to, height, duration):
        """Through the air to another place on the table."""
        start = self.position.copy()
        end = np.array([to[0], to[1], 0, 0])

        def at(tau):
            here = start + (end - start) * minimum_jerk((tau - 0.15) / 0.7)
            here[2] = height * minimum_jerk(tau / 0.4) * minimum_jerk((1 - tau) / 0.4)
            return here
        self._add(duration, at)

    def rise(self, height, lean, duration):
        """Straight off the table, up and `lean` metres away from the user."""
        start = self.position.copy()
        end = start + np.array([0, 0, height, lean])
        self._add(duration, lambda tau: start + (end - start) * minimum_jerk(tau))

    def at(self, t):
        """(x, z, lift) at a time."""
        for start, end, function in self.moves:
            if t < end or end == self.moves[-1][1]:
                tau = min(max((t - start) / (end - start), 0.0), 1.0)
                x, z, lift, lean = function(tau)
                return np.array([x, z - lean, lift])
        raise ValueError("a pen path without moves")

    def _add(self, duration, function):
        self.moves.append((self.time, self.time + duration, function))
        self.time += duration
        self.position = np.array(function(1.0), float)
