"""Angular speeds of wheels, or of the sprockets of tracks.

A wheel rolls with the speed of its place on the vehicle, along its own plane: that of an unsteered wheel is the
vehicle's, a steered wheel stands in the direction in which its place moves. Tracks run with the speeds of their belts
if the motion model has them (they slip), else with those of the ground below them. The slip of driven or braked wheels
is not known to the models and is no part of the readings. Source: Groves (2013), section 6.3.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.fields import Fraction, NonNegative
from ...vehicles.sensor_kinds import Delay, Message, Rate, Reading, SensorKind, SensorSpec, Value
from .channel import Carriers
from .draws import Floats
from .error_models import ErrorModel
from .running_gear import RunningGear, belts_of
from .seen import Seen, is_elsewhere, wrapped

WHEELS = 1  # stream


class WheelSpeeds(NamedTuple):
    """Angular speeds of all wheels, or of the sprockets of both tracks."""

    rate: Rate = 50.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each wheel [rad/s]
    scale_error: Fraction = 0.0  # standard deviation of each wheel's scale error: of its radius [1]
    step: NonNegative = 0.0  # quantisation of the readings; 0 for none [rad/s]
    range: NonNegative = 0.0  # greatest magnitude; 0 for no limit [rad/s]


class Speeds(NamedTuple):
    """Velocities of the reference points of vehicles, and belts of tracks: arrays (n,)."""

    speed: Floats  # forward positive [m/s]
    lateral_speed: Floats  # left positive [m/s]
    yaw_rate: Floats  # counter-clockwise [rad/s]


def wheel_speed_readings(speeds: Speeds, gear: RunningGear, belts: Floats | None = None) -> Floats:
    """Return the angular speeds (n, wheels) of error-free sensors [rad/s]; NaN for wheels that a vehicle lacks.

    Args:
        gear: wheels of all vehicles (wheels,), or of each (n, wheels).
        belts: speeds of the left and the right belt (n, 2) [m/s]; NaN for vehicles whose model has none.
    """
    along = speeds.speed[:, None] - speeds.yaw_rate[:, None] * gear.left
    across = speeds.lateral_speed[:, None] + speeds.yaw_rate[:, None] * gear.ahead
    rolling = np.where(gear.is_steered, np.copysign(np.hypot(along, across), along), along)
    if belts is not None:
        rolling[:, :2] = np.where(np.isfinite(belts), belts, rolling[:, :2])
    return rolling / gear.radius


class WheelSpeedSampler:
    """Wheel speeds of some vehicles."""

    def __init__(self, spec: SensorSpec, carriers: Carriers):
        given: WheelSpeeds = spec.parameters
        wheels = carriers.gear.radius.shape[1]
        self._errors = ErrorModel(
            WHEELS, wheels, noise=given.noise, scale_error=given.scale_error, step=given.step, limit=given.range
        )
        self._count = 0
        self.grow(carriers)

    def grow(self, carriers: Carriers) -> None:
        """Begin with vehicles, or take further ones at the end."""
        count = len(carriers.ids)
        self._errors.start(carriers.keys, slice(self._count, count))
        self._carriers, self._count = carriers, count
        self._seen, self._yaw_rate = carriers.seen, np.zeros(count)

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
        truth = wheel_speed_readings(speeds, self._carriers.gear, belts_of(self._carriers.world, self._carriers.ids))
        return {"speed": self._errors.read(truth, reading, interval)}, np.ones(self._count, np.bool_)


def joint_states(reading: Reading) -> dict[str, Any]:
    """Return a reading for Foxglove."""
    speeds = enumerate(reading.values["speed"].tolist())
    return {"joints": [{"name": f"{reading.frame}/wheel_{number}", "velocity": speed} for number, speed in speeds]}


MEANING = "of each wheel from the front, the left one first, or of both sprockets"
KIND = SensorKind(
    "wheel-speeds",
    parameters=WheelSpeeds,
    values=(Value("speed", "rad/s", MEANING, ("wheels",), digits=1),),
    sampler=WheelSpeedSampler,
    foxglove=Message("JointStates", joint_states),
    place=4,
)
