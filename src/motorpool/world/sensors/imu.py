"""Inertial measurement unit: specific force and angular rate at its mount, along its axes.

The world's columns have poses and velocities, no accelerations. Those are differences between two steps:

* angular rate: from the changes of yaw, pitch and roll in the step, at the mean of the attitudes;
* velocity of the reference point: speed and lateral speed of the columns are those on the map, the vertical speed is
  the change of the height in the step;
* acceleration: the change of that velocity in body axes, plus the cross product of angular rate and mean velocity;
* at the mount r: + alpha x r + omega x (omega x r), alpha being the change of the angular rate in the step.

The result belongs to the middle of the step. Specific force is acceleration less gravity: at rest on level ground it is
(0, 0, 9.81), with the gravity of the motion models. Source: Groves (2013), sections 2.3 and 4.1; for white noise and
slowly varying bias section 4.4, IEEE Std 952-1997 (annex C) and IEEE Std 1554-2005.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.fields import Fraction, NonNegative, Positive
from ...models.parts.attitude import GRAVITY
from ...vehicles.sensor_kinds import AT_REFERENCE, Delay, Message, Mount, Rate, Reading, SensorKind, SensorSpec, Value
from .channel import Carriers
from .draws import Floats
from .error_models import ErrorModel
from .seen import Seen, cross, is_elsewhere, rotation_of, wrapped

ACCELEROMETER, GYROSCOPE = 1, 2  # streams
NO_ORIENTATION = np.array([-1.0, *[0.0] * 8])  # by sensor_msgs/Imu
UNKNOWN = np.zeros(9)  # a covariance that is not known


class Imu(NamedTuple):
    """Inertial measurement unit: specific force and angular rate along the sensor's axes."""

    rate: Rate = 100.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    accelerometer_noise: NonNegative = 0.0  # density of the white noise (velocity random walk) [m/s^2/sqrt(Hz)]
    accelerometer_bias: NonNegative = 0.0  # standard deviation of each axis' constant bias [m/s^2]
    accelerometer_drift: NonNegative = 0.0  # standard deviation of each axis' varying bias [m/s^2]
    accelerometer_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    accelerometer_scale_error: Fraction = 0.0  # standard deviation of each axis' scale error [1]
    accelerometer_step: NonNegative = 0.0  # quantisation of the readings; 0 for none [m/s^2]
    accelerometer_range: NonNegative = 0.0  # greatest magnitude of an axis; 0 for no limit [m/s^2]
    gyroscope_noise: NonNegative = 0.0  # density of the white noise (angle random walk) [rad/s/sqrt(Hz)]
    gyroscope_bias: NonNegative = 0.0  # standard deviation of each axis' constant bias [rad/s]
    gyroscope_drift: NonNegative = 0.0  # standard deviation of each axis' varying bias [rad/s]
    gyroscope_drift_time: Positive = 300.0  # correlation time of the varying bias [s]
    gyroscope_scale_error: Fraction = 0.0  # standard deviation of each axis' scale error [1]
    gyroscope_step: NonNegative = 0.0  # quantisation of the readings; 0 for none [rad/s]
    gyroscope_range: NonNegative = 0.0  # greatest magnitude of an axis; 0 for no limit [rad/s]


class Motion(NamedTuple):
    """Motion of the reference points of vehicles after a step."""

    seen: Seen
    velocity: Floats  # along body axes (n, 3) [m/s]
    angular_rate: Floats  # about body axes, mean of the step (n, 3) [rad/s]


class Readings(NamedTuple):
    """Readings of inertial units."""

    specific_force: Floats  # along the sensor's axes (n, 3) [m/s^2]
    angular_rate: Floats  # about the sensor's axes (n, 3) [rad/s]


def motion_at_rest(seen: Seen) -> Motion:
    """Return the motion of vehicles of which no earlier step is known: without vertical speed and angular rate."""
    level = np.stack(_on_map(seen, np.zeros_like(seen.x)), axis=-1)
    turned = rotation_of(seen.yaw, seen.pitch, seen.roll)
    return Motion(seen, np.einsum("nji,nj->ni", turned, level), np.zeros((len(seen.x), 3)))


def next_motion(before: Motion, seen: Seen, dt: float) -> Motion:
    """Return the motion after a step of ``dt`` [s] to the columns ``seen``."""
    last = before.seen
    turned = rotation_of(seen.yaw, seen.pitch, seen.roll)
    velocity = np.stack(_on_map(seen, (seen.z - last.z) / dt), axis=-1)
    yaw_rate, pitch_rate, roll_rate = (
        wrapped(now - then) / dt
        for now, then in zip((seen.yaw, seen.pitch, seen.roll), (last.yaw, last.pitch, last.roll), strict=True)
    )
    pitch, roll = last.pitch + 0.5 * dt * pitch_rate, last.roll + 0.5 * dt * roll_rate
    sine, cosine = np.sin(roll), np.cos(roll)
    level = np.cos(pitch) * yaw_rate
    rate = np.stack(
        (roll_rate - np.sin(pitch) * yaw_rate, cosine * pitch_rate + sine * level, cosine * level - sine * pitch_rate),
        axis=-1,
    )
    return Motion(seen, np.einsum("nji,nj->ni", turned, velocity), rate)


def imu_readings(before: Motion, now: Motion, dt: float, mount: Mount = AT_REFERENCE) -> Readings:
    """Return the readings of error-free inertial units for the step between two motions.

    Args:
        before, now: see ``next_motion``; both from known steps.
        dt: step between them [s].
        mount: position and attitude of the sensor on the vehicles.
    """
    rate = now.angular_rate
    turned = rotation_of(*_middle(before.seen, now.seen))
    force = (now.velocity - before.velocity) / dt + cross(rate, 0.5 * (before.velocity + now.velocity))
    force += GRAVITY * turned[:, 2, :]
    arm = np.broadcast_to(np.array(mount[:3]), rate.shape)
    if arm.any():
        force += cross((rate - before.angular_rate) / dt, arm) + cross(rate, cross(rate, arm))
    if any(mount[3:]):
        axes = rotation_of(*(np.array(angle) for angle in mount[3:]))
        force, rate = force @ axes, rate @ axes
    return Readings(force, rate)


def _on_map(seen: Seen, climb: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the velocity along the world's axes."""
    sine, cosine = np.sin(seen.yaw), np.cos(seen.yaw)
    return seen.speed * cosine - seen.lateral_speed * sine, seen.speed * sine + seen.lateral_speed * cosine, climb


def _middle(before: Seen, now: Seen) -> tuple[Floats, Floats, Floats]:
    """Return yaw, pitch and roll in the middle of a step."""
    return (
        before.yaw + 0.5 * wrapped(now.yaw - before.yaw),
        0.5 * (before.pitch + now.pitch),
        before.roll + 0.5 * wrapped(now.roll - before.roll),
    )


class ImuSampler:
    """Inertial units of some vehicles: readings are means over the steps since the last ones."""

    def __init__(self, spec: SensorSpec, carriers: Carriers):
        given: Imu = spec.parameters
        self._mount = spec.mount
        self._accelerometer = ErrorModel(
            ACCELEROMETER, 3, noise=given.accelerometer_noise, is_density=True, bias=given.accelerometer_bias,
            drift=(given.accelerometer_drift, given.accelerometer_drift_time),
            scale_error=given.accelerometer_scale_error, step=given.accelerometer_step, limit=given.accelerometer_range,
        )  # fmt: skip
        self._gyroscope = ErrorModel(
            GYROSCOPE, 3, noise=given.gyroscope_noise, is_density=True, bias=given.gyroscope_bias,
            drift=(given.gyroscope_drift, given.gyroscope_drift_time), scale_error=given.gyroscope_scale_error,
            step=given.gyroscope_step, limit=given.gyroscope_range,
        )  # fmt: skip
        self._count, self._known = 0, np.zeros(0, np.int64)  # steps since which the motion is known
        self._motion = motion_at_rest(Seen(*(column[:0] for column in carriers.seen)))
        self.grow(carriers)

    def grow(self, carriers: Carriers) -> None:
        """Begin with vehicles, or take further ones at the end."""
        keys = carriers.keys
        rows = slice(self._count, len(keys))
        self._accelerometer.start(keys, rows)
        self._gyroscope.start(keys, rows)
        fresh, kept = motion_at_rest(carriers.seen), self._motion
        for new, old in zip((*fresh.seen, *fresh[1:]), (*kept.seen, *kept[1:]), strict=True):
            new[: rows.start] = old
        self._known = np.concatenate((self._known, np.zeros(len(keys) - rows.start, np.int64)))
        self._motion, self._count = fresh, len(keys)
        self._clear()

    def _clear(self) -> None:
        shape = self._count, 3
        self._force, self._rate, self._steps = np.zeros(shape), np.zeros(shape), np.zeros(self._count)

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Forget the motion of vehicles (n,) that have arrived or were placed elsewhere."""
        self._known[rows] = -1

    def step(self, seen: Seen, dt: float) -> None:
        """Add a step of ``dt`` [s]."""
        self.restart(is_elsewhere(self._motion.seen, seen, dt))
        before, self._motion = self._motion, next_motion(self._motion, seen, dt)
        force, rate = imu_readings(before, self._motion, dt, self._mount)
        is_known = self._known >= 1
        self._known += 1
        self._force[is_known] += force[is_known]
        self._rate[is_known] += rate[is_known]
        self._steps += is_known

    def read(self, reading: int, interval: float) -> tuple[dict[str, Floats], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one."""
        steps = np.maximum(self._steps, 1.0)[:, None]
        force = self._accelerometer.read(self._force / steps, reading, interval)
        rate = self._gyroscope.read(self._rate / steps, reading, interval)
        has_reading = self._steps > 0.0
        self._clear()
        return {"specific_force": force, "angular_rate": rate}, has_reading


def imu_message(reading: Reading) -> dict[str, Any]:
    """Return a reading for ROS."""
    p, q, r = reading.values["angular_rate"].tolist()
    x, y, z = reading.values["specific_force"].tolist()
    return {
        "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0},
        "orientation_covariance": NO_ORIENTATION,
        "angular_velocity": {"x": p, "y": q, "z": r},
        "angular_velocity_covariance": UNKNOWN,
        "linear_acceleration": {"x": x, "y": y, "z": z},
        "linear_acceleration_covariance": UNKNOWN,
    }


KIND = SensorKind(
    "imu",
    parameters=Imu,
    values=(
        Value("specific_force", "m/s^2", "along the sensor's axes; (0, 0, 9.81) at rest on level ground", ("3",)),
        Value("angular_rate", "rad/s", "about the sensor's axes", ("3",), digits=1, is_in_degrees=True),
    ),
    sampler=ImuSampler,
    ros=Message("sensor_msgs/msg/Imu", imu_message),
    place=1,
)
