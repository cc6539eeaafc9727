"""Angular speeds of wheels, or of the sprockets of tracks.

A wheel rolls with the speed of its place on the vehicle, along its own plane: that of an unsteered wheel is the
vehicle's, a steered wheel stands in the direction in which its place moves. Tracks run with the speeds of their belts
if the motion model has them (they slip), else with those of the ground below them. The slip of driven or braked wheels
is not known to the models and is no part of the readings. Source: Groves (2013), section 6.3.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..vehicles.sensor_kinds import WheelSpeeds
from ..vehicles.sensor_specs import SensorSpec
from .draws import Floats, Words32
from .error_models import ErrorModel
from .running_gear import RunningGear
from .seen import Seen, is_elsewhere, wrapped

WHEELS = 1  # stream


class Speeds(NamedTuple):
    """Velocities of the reference points of vehicles, and belts of tracks: arrays (n,)."""

    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # left positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]


def wheel_speed_readings(speeds: Speeds, gear: RunningGear, belts: Floats | None = None) -> Floats:
    """Return the angular speeds (n, wheels) of error-free sensors [rad/s]; NaN for wheels that a vehicle lacks.

    Args:
        gear: of all of them (wheels,), or of each (n, wheels).
        belts: speeds of the left and the right belt (n, 2) [m/s]; NaN for vehicles whose model has none.
    """
    along = speeds.speed[:, None] - speeds.yaw_rate[:, None] * gear.left
    across = speeds.lateral_speed[:, None] + speeds.yaw_rate[:, None] * gear.ahead
    rolling = np.where(gear.is_steered, np.copysign(np.hypot(along, across), along), along)
    if belts is not None:
        rolling[:, :2] = np.where(np.isfinite(belts), belts, rolling[:, :2])
    return rolling / gear.radius


class WheelSpeedSampler:
    """Wheel speeds of some vehicles.

    Args:
        gear: of each vehicle (n, wheels).
        belts: returns the speeds of their belts; see ``wheel_speed_readings``.
    """

    def __init__(
        self, spec: SensorSpec, keys: Words32, seen: Seen, gear: RunningGear, belts: Callable[[], Floats | None]
    ):
        given: WheelSpeeds = spec.parameters
        self._errors = ErrorModel(
            WHEELS,
            gear.radius.shape[1],
            noise=given.noise,
            scale_error=given.scale_error,
            step=given.step,
            limit=given.range,
        )
        self._keys = keys[:0]
        self.grow(keys, seen, gear, belts)

    def grow(self, keys: Words32, seen: Seen, gear: RunningGear, belts: Callable[[], Floats | None]) -> None:
        """Begin with vehicles, or take further ones at the end."""
        self._errors.start(keys, slice(len(self._keys), len(keys)))
        self._keys, self._seen, self._yaw_rate = keys, seen, np.zeros(len(keys))
        self._gear, self._belts = gear, belts

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Forget the motion of vehicles (n,) that have arrived or were placed elsewhere."""
        self._yaw_rate[rows] = 0.0

    def step(self, seen: Seen, dt: float) -> None:
        """Take the velocities after a step of ``dt`` [s]."""
        is_new = is_elsewhere(self._seen, seen, dt)
        self._yaw_rate = np.where(is_new, 0.0, wrapped(seen.yaw - self._seen.yaw) / dt)
        self._seen = seen

    def read(self, reading: int, interval: float) -> tuple[dict[str, Floats], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one."""
        seen = self._seen
        speeds = Speeds(seen.speed, seen.lateral_speed, self._yaw_rate)
        truth = wheel_speed_readings(speeds, self._gear, self._belts())
        return {"speed": self._errors.read(truth, reading, interval)}, np.ones(len(self._keys), np.bool_)
