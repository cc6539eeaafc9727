"""State and inputs of a character that moves in polar coordinates: speed and direction of the velocity.

Source: "Using Polar Coordinates for Movement in a Game" (document 001). Symbols there: speedMagnitude speed, speedAngle
yaw, angularVelocity yaw_rate, accelerationAngle acceleration_yaw.
"""

from typing import Annotated, NamedTuple

from ...fields import NonNegative, Range

Acceleration = Annotated[float, Range(low=-1.0, high=1.0, words="in -1..1")]


class State(NamedTuple):
    """Pose, speed and yaw rate; the vehicle always moves forward, in the direction of its yaw."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # of the speed vector, counter-clockwise from east, in (-pi, pi] [rad]
    speed: NonNegative = 0.0  # a magnitude [m/s]
    yaw_rate: float = 0.0  # angular velocity of the speed vector, counter-clockwise positive [rad/s]


class Control(NamedTuple):
    """Player inputs."""

    acceleration: Acceleration = 0.0  # of what there is: 1 a key is held, -1 none is, so coast [1]
    acceleration_yaw: float = 0.0  # wanted direction, counter-clockwise from east [rad]
