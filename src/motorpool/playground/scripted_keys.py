"""Scripted keys of demonstrations for vehicles that are commanded by a direction of the world.

They reproduce the behaviour that document 001 describes of its red dot and of other games.
"""

import math

from .driven import Driven
from .input_mapping import HeldKeys

SPIN_SECONDS, SPIN_LEAD = 5.0, math.radians(75.0)  # time for which the keys turn, and their lead on the dot [rad]
FORWARD_SECONDS = 2.0  # time of one key alone, before the second is added
STRAFE_SECONDS, STRAFE_ANGLE = 1.5, math.radians(60.0)  # time on each side, and angle to the direction of motion [rad]

NORTH_EAST = HeldKeys(forward=1.0, left=-1.0)
NORTH = HeldKeys(forward=1.0)


def spin(driven: Driven, time: float) -> HeldKeys:
    """Turn the commanded direction continuously, ahead of the dot; then hold north."""
    return _towards(driven.pose.yaw + SPIN_LEAD) if time < SPIN_SECONDS else NORTH


def two_keys(_: Driven, time: float) -> HeldKeys:
    """Hold one key, then two."""
    return NORTH if time < FORWARD_SECONDS else NORTH_EAST


def strafe(driven: Driven, time: float) -> HeldKeys:
    """Hold keys at an angle to the direction of motion, left and right alternately."""
    side = 1.0 if int(time / STRAFE_SECONDS) % 2 == 0 else -1.0
    return _towards(driven.pose.yaw + side * STRAFE_ANGLE)


def corners(_: Driven, time: float) -> HeldKeys:
    """Hold one key after the other: east, north, west, south, two seconds each."""
    directions = (HeldKeys(left=-1.0), NORTH, HeldKeys(left=1.0), HeldKeys(forward=-1.0))
    return directions[int(time / FORWARD_SECONDS) % 4]


def _towards(yaw: float) -> HeldKeys:
    return HeldKeys(forward=math.sin(yaw), left=-math.cos(yaw))
