"""Sensor mount: the places of the sensor, antenna or marker that measures the position, and of the accelerometer.

It does not change how the vehicle moves. Source: the lever arm of inertial navigation; Groves, "Principles of GNSS,
Inertial, and Multisensor Integrated Navigation Systems", 2nd ed., section 3.2.
"""

from typing import Annotated, NamedTuple, Protocol

from .fields import OPTIONAL
from .frames import Placed
from .mathematics import Real, sincos


class Params(NamedTuple):
    """Lever arms, from the model's reference point to the sensors."""

    sensor_ahead: float = 0.0  # position sensor ahead of the reference point [m]
    sensor_left: float = 0.0  # position sensor left of the reference point [m]
    imu_ahead: Annotated[float, OPTIONAL] = 0.0  # accelerometer ahead of the reference point [m]
    imu_left: Annotated[float, OPTIONAL] = 0.0  # accelerometer left of the reference point [m]


class Mounted(Protocol):
    """Anything with the parameters of the sensor's place: ``Params``, or those of a model that has them."""

    @property
    def sensor_ahead(self) -> Real:
        """Position sensor ahead of the reference point [m]."""
        ...

    @property
    def sensor_left(self) -> Real:
        """Position sensor left of the reference point [m]."""
        ...


def sensor_position(state: Placed, params: Mounted) -> tuple[Real, Real]:
    """Return the position of the sensor, east and north [m]."""
    sine, cosine = sincos(state.yaw)
    return (
        state.x + params.sensor_ahead * cosine - params.sensor_left * sine,
        state.y + params.sensor_ahead * sine + params.sensor_left * cosine,
    )
