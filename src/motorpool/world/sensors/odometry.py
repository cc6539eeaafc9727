"""Odometry: position and heading by dead reckoning, from the way that wheels or tracks have rolled and the yaw rate.

The odometry frame begins at the reference point of each vehicle, along its heading, when the sensor begins or the
vehicle is placed elsewhere. The way of a step is that of a point of the vehicle that does not slide sideways (the rear
axle of a car), along the mean heading, on the slope: what wheels roll. Sideways sliding is not measured, so that it is
an error of the position, and on slopes the way is longer than on the map. Without errors and sliding, on level ground,
the position is that of the world. Sources: Groves (2013), section 6.3; for errors by scale and by random walk over the
distance also Borenstein and Feng, "Measurement and Correction of Systematic Odometry Errors in Mobile Robots", IEEE
Trans. Robotics and Automation 12 (1996).
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.fields import Fraction, NonNegative, Positive
from ...vehicles.sensor_kinds import Delay, Message, Mount, Rate, Reading, SensorKind, SensorSpec, Value
from .channel import Carriers
from .draws import Floats, normals
from .error_models import ErrorModel
from .seen import Seen, is_elsewhere, wrapped

DISTANCE, YAW = 1, 2  # streams


class Odometry(NamedTuple):
    """Dead reckoning from the distance that the wheels or tracks have rolled, and the yaw rate."""

    rate: Rate = 50.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    scale_error: Fraction = 0.0  # standard deviation of the scale error of the distance [1]
    distance_noise: NonNegative = 0.0  # random walk of the distance over the distance [m/sqrt(m)]
    yaw_noise: NonNegative = 0.0  # density of the white noise of the yaw rate [rad/s/sqrt(Hz)]
    yaw_bias: NonNegative = 0.0  # standard deviation of the constant bias of the yaw rate [rad/s]
    yaw_drift: NonNegative = 0.0  # standard deviation of the varying bias of the yaw rate [rad/s]
    yaw_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    yaw_scale_error: Fraction = 0.0  # standard deviation of the scale error of the yaw rate [1]


class Way(NamedTuple):
    """Ways of vehicles in some time: arrays (n,)."""

    ahead: Floats  # displacement along the heading at the beginning [m]
    left: Floats  # displacement to the left of that [m]
    turn: Floats  # change of the heading [rad]
    distance: Floats  # rolled, backward negative [m]


def rolled_way(before: Seen, now: Seen, fixed_point: Floats) -> Way:
    """Return the way that wheels measure between two steps.

    Args:
        fixed_point: point that does not slide sideways, ahead of the reference points (n,) [m].
    """
    turn = wrapped(now.yaw - before.yaw)
    east = now.x - before.x + fixed_point * (np.cos(now.yaw) - np.cos(before.yaw))
    north = now.y - before.y + fixed_point * (np.sin(now.yaw) - np.sin(before.yaw))
    middle = before.yaw + 0.5 * turn
    chord = east * np.cos(middle) + north * np.sin(middle)
    distance = np.copysign(np.hypot(chord, now.z - before.z), chord)
    return Way(distance * np.cos(0.5 * turn), distance * np.sin(0.5 * turn), turn, distance)


def added_way(first: Way, second: Way) -> Way:
    """Return the way of two ways one after the other."""
    sine, cosine = np.sin(first.turn), np.cos(first.turn)
    return Way(
        first.ahead + second.ahead * cosine - second.left * sine,
        first.left + second.ahead * sine + second.left * cosine,
        first.turn + second.turn,
        first.distance + second.distance,
    )


def next_pose(pose: Floats, way: Way) -> Floats:
    """Return the poses x, y, yaw (n, 3) at the end of ways that begin at poses."""
    sine, cosine = np.sin(pose[:, 2]), np.cos(pose[:, 2])
    return np.stack(
        (
            pose[:, 0] + way.ahead * cosine - way.left * sine,
            pose[:, 1] + way.ahead * sine + way.left * cosine,
            wrapped(pose[:, 2] + way.turn),
        ),
        axis=-1,
    )


class OdometrySampler:
    """Odometry of some vehicles."""

    def __init__(self, spec: SensorSpec, carriers: Carriers):
        given: Odometry = spec.parameters
        self._walk = given.distance_noise
        self._distance = ErrorModel(DISTANCE, 1, scale_error=given.scale_error)
        self._yaw = ErrorModel(
            YAW, 1, noise=given.yaw_noise, is_density=True, bias=given.yaw_bias, scale_error=given.yaw_scale_error,
            drift=(given.yaw_drift, given.yaw_drift_time),
        )  # fmt: skip
        self._keys, self._pose, self._way = carriers.keys[:0], np.zeros((0, 3)), _no_way(0)
        self._rolled = np.zeros(0)
        self.grow(carriers)

    def grow(self, carriers: Carriers) -> None:
        """Begin with vehicles, or take further ones at the end."""
        keys, fixed_point = carriers.keys, carriers.gear.fixed_point
        more = len(keys) - len(self._keys)
        self._distance.start(keys, slice(len(self._keys), len(keys)))
        self._yaw.start(keys, slice(len(self._keys), len(keys)))
        self._pose = np.concatenate((self._pose, np.zeros((more, 3))))
        self._way = Way(*(np.concatenate((each, np.zeros(more))) for each in self._way))
        self._rolled = np.concatenate((self._rolled, np.zeros(more)))
        self._pose[len(self._keys) :, 0] = fixed_point[len(self._keys) :]
        self._keys, self._seen, self._fixed_point = keys, carriers.seen, fixed_point

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Begin again with vehicles (n,) that have arrived or were placed elsewhere."""
        self._pose[rows] = 0.0
        self._pose[rows, 0] = self._fixed_point[rows]
        for each in (*self._way, self._rolled):
            each[rows] = 0.0

    def step(self, seen: Seen, dt: float) -> None:
        """Add the way of a step."""
        is_new = is_elsewhere(self._seen, seen, dt)
        way = rolled_way(self._seen, seen, self._fixed_point)
        self._way = added_way(self._way, way)
        self._rolled = self._rolled + abs(way.distance)
        self._seen = seen
        if is_new.any():
            self.restart(is_new)

    def read(self, reading: int, interval: float) -> tuple[dict[str, Floats], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one."""
        way, count = self._way, len(self._keys)
        measured = self._distance.read(way.distance[:, None], reading, interval)[:, 0]
        if self._walk > 0.0:
            measured = measured + self._walk * np.sqrt(self._rolled) * normals(self._keys, reading, 0, 1)[:, 0]
        turn = interval * self._yaw.read(way.turn[:, None] / interval, reading, interval)[:, 0]
        more, extra = measured - way.distance, turn - way.turn
        along = Way(
            way.ahead + more * np.cos(0.5 * way.turn), way.left + more * np.sin(0.5 * way.turn), way.turn, measured
        )
        halved = _turned(along, 0.5 * extra)._replace(turn=turn)
        self._pose = next_pose(self._pose, halved)
        self._way, self._rolled = _no_way(count), np.zeros(count)
        x, y, yaw = self._pose.T
        back = self._fixed_point
        return {
            "x": x - back * np.cos(yaw),
            "y": y - back * np.sin(yaw),
            "yaw": yaw.copy(),
            "speed": measured / interval,
            "yaw_rate": turn / interval,
        }, np.ones(count, np.bool_)


def _turned(way: Way, angle: Floats) -> Way:
    """Return a way turned by an angle about its beginning."""
    sine, cosine = np.sin(angle), np.cos(angle)
    return way._replace(ahead=way.ahead * cosine - way.left * sine, left=way.ahead * sine + way.left * cosine)


def _no_way(count: int) -> Way:
    return Way(*(np.zeros(count) for _ in Way._fields))


def odometry_message(reading: Reading) -> dict[str, Any]:
    """Return a reading for Foxglove."""
    values = {name: float(value) for name, value in reading.values.items()}
    return {
        "frame_id": f"{reading.frame}/odom",
        "body_frame_id": reading.frame,
        "pose": Mount(values["x"], values["y"], yaw=values["yaw"]),
        "linear_velocity": {"x": values["speed"]},
        "angular_velocity": {"z": values["yaw_rate"]},
    }


def text(values: Mapping[str, Any]) -> str:
    """Return a pose in a few words."""
    return f"{values['x']:.1f}, {values['y']:.1f} m; {math.degrees(values['yaw']):.0f}°"


KIND = SensorKind(
    "odometry",
    parameters=Odometry,
    values=(
        Value("x", "m", "of the reference point in the odometry frame, ahead of its origin"),
        Value("y", "m", "of the reference point in the odometry frame, left of its origin"),
        Value("yaw", "rad", "in the odometry frame, counter-clockwise"),
        Value("speed", "m/s", "mean since the last reading, forward positive"),
        Value("yaw_rate", "rad/s", "mean since the last reading, counter-clockwise"),
    ),
    sampler=OdometrySampler,
    foxglove=Message("Odometry", odometry_message),
    text=text,
    place=3,
)
