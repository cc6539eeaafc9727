"""Steering lock: the greatest angle of the steered wheels.

Source: ISO 8855 for the steer angle, left positive.
"""

from typing import NamedTuple

from ..fields import MaxSteerAngle


class Params(NamedTuple):
    """Limit of the steer angle."""

    max_steer_angle: MaxSteerAngle = 0.6  # the wheels turn no further [rad]
