"""Columns of contact."""

from typing import NamedTuple

from ..columns import Floats


class ResidualMotion(NamedTuple):
    """Motion that an impact has left in a vehicle, and that its model does not know."""

    residual_lateral_speed: Floats  # left positive [m/s]
    residual_yaw_rate: Floats  # beyond what the steering makes, counter-clockwise [rad/s]
