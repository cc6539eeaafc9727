"""Engine: its power, the share of it that reaches the ground, and the greatest force there.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.3.
"""

from typing import Annotated, NamedTuple

from ..fields import Positive, Range

Efficiency = Annotated[float, Range(low=1e-3, high=1.0, words="in 0.001..1")]

SCALES = ("max_drive_force",)


class State(NamedTuple):
    """Speed of the engine."""

    engine_speed: float = 0.0  # of the crankshaft [rad/s]


class Params(NamedTuple):
    """Power and force of the engine."""

    engine_power: Positive = 90e3  # of the engine at its best [W]
    drive_efficiency: Efficiency = 0.85  # share of it that reaches the ground [1]
    max_drive_force: Positive = 7.0e3  # of the driven wheels or tracks together [N]
