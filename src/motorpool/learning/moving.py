"""Kinds of goals that move, and their arguments; ``moving_goals`` sets the goals."""

from typing import Any, NamedTuple


class Convoy(NamedTuple):
    """Arguments of goals of a convoy."""

    spacing: float  # from the centre of the vehicle ahead, standing [m]
    headway: float  # added to it, for each m/s of the own speed [s]
    speed: float  # mean speed of the first goal [m/s]
    swing: float  # share of it by which the speed swings [1]
    curvature: float  # greatest of the way [1/m]
    wavelength: float  # of the way's bends [m]


class Pursuit(NamedTuple):
    """Arguments of goals of a pursuit."""

    distance: float  # of the pursuers from the first agent, at the start [m]


MOVING: dict[str, Any] = {"convoy": Convoy, "pursuit": Pursuit}
