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
        self.rise_points = None

    def event(self, kind, before_end=0.0, **values):
        self.events.append(dict(values, event=kind, time=round(self.time - before_end, 6)))

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

    def rise(self, points, duration, hold):
        """Straight up, leaning away from the user, and held; how many metres give these points in the view is fitted later."""
        start = self.position.copy()
        self.rise_points, self.rise_metres = points, 0.1
        self.rise_span = (self.time, self.time + duration)

        def way():
            return self.rise_metres * np.array([0, 0, 1, 0.5])
        self._add(duration, lambda tau: start + way() * minimum_jerk(tau))
        self._add(hold, lambda tau: start + way())

    def at(self, t):
        """(x, z, lift) at a time."""
        start, end, function = next((m for m in self.moves if t < m[1]), self.moves[-1])
        x, z, lift, lean = function(min(max((t - start) / (end - start), 0.0), 1.0))
        return np.array([x, z - lean, lift])

    def _add(self, duration, function):
        self.moves.append((self.time, self.time + duration, function))
        self.time += duration
        self.position = np.array(function(1.0), float)
