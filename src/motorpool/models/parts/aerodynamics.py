"""Air drag.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 3: half the density of air times drag coefficient times
frontal area, in one number.
"""

from typing import NamedTuple

from ..fields import NonNegative
from ..mathematics import Real


class Params(NamedTuple):
    """Air drag of the body."""

    air_drag: NonNegative = 0.4  # force over speed squared [kg/m]


def air_resistance(speed: Real, params: Params) -> Real:
    """Return the force of the air against the motion [N], with the sign of the speed [m/s]."""
    return params.air_drag * speed * abs(speed)
