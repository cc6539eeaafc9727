"""The ground under a vehicle as every dynamic model reads it: slope, friction and bearing strength.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 2 (friction, cone index).
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import NonNegative, Positive
from . import slope


class Ground(NamedTuple):
    """Slope, friction and cone index of the ground; dry asphalt by default."""

    slope: slope.Ground = slope.Ground()
    friction: Positive = 0.85  # greatest, before a tyre or track slides [1]
    sliding_friction: Positive = 0.75  # of a tyre or track that slides [1]
    cone_index: NonNegative = 1000.0  # of the soil; hard ground has hundreds [1]
