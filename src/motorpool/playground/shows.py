"""Keys that a scene presses by itself, to show what document 001 tells of its red dot and of other games.

Each gives the held_keys for a point at a time; any key of the visitor takes over.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from .driven import Driven
from .input_mapping import HeldKeys

SPIN_SECONDS, SPIN_LEAD = 5.0, math.radians(75.0)  # how long, and how far ahead of the dot, the keys turn
FORWARD_SECONDS = 2.0  # one key alone, before the second joins it
STRAFE_SECONDS, STRAFE_ANGLE = 1.5, math.radians(60.0)  # on each side, and how far beside the way it moves

NORTH_EAST = HeldKeys(forward=1.0, left=-1.0)
NORTH = HeldKeys(forward=1.0)


class Show(NamedTuple):
    """Keys that a demonstration presses, and the models that it is meant for."""

    left: str  # a model, or a variant of it
    right: str
    keys: Callable[[Driven, float], HeldKeys]  # for a vehicle, at a time since the start [s]


def spin(driven: Driven, time: float) -> HeldKeys:
    """Turn the wanted direction round and round, ahead of the dot; then hold it still."""
    return _towards(driven.pose.yaw + SPIN_LEAD) if time < SPIN_SECONDS else NORTH


def two_keys(_: Driven, time: float) -> HeldKeys:
    """Hold one key, then two."""
    return NORTH if time < FORWARD_SECONDS else NORTH_EAST


def strafe(driven: Driven, time: float) -> HeldKeys:
    """HeldKeys beside the way that it moves, left and right in turn."""
    side = 1.0 if int(time / STRAFE_SECONDS) % 2 == 0 else -1.0
    return _towards(driven.pose.yaw + side * STRAFE_ANGLE)


def _towards(yaw: float) -> HeldKeys:
    """The keys for a direction of the world [rad]."""
    return HeldKeys(forward=math.sin(yaw), left=-math.cos(yaw))


# The magic numbers of document 001 have no values; with an acceleration of 5 m/s^2 its dot goes round for seconds.
SHOWS = {
    "360s": Show("polar/faithful:max_acceleration=5", "polar/corrected:max_acceleration=5", spin),
    "diagonal": Show("cartesian/components:limit=each", "cartesian/components:limit=magnitude", two_keys),
    "strafe": Show("cartesian/quake:friction_rate=0", "polar/corrected", strafe),
}
