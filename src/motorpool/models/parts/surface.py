"""Ground under a vehicle as the models on wheels and tracks read it: slope, friction and bearing strength.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 2 (friction, cone index).
"""

from typing import NamedTuple

from ..fields import NonNegative, Positive


class Ground(NamedTuple):
    """Slope, friction and cone index of the ground; level dry asphalt by default."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]
    friction: Positive = 0.85  # greatest, before a tyre or track slides [1]
    sliding_friction: Positive = 0.75  # of a tyre or track that slides [1]
    cone_index: NonNegative = 1000.0  # of the soil; hard ground has hundreds [1]
