"""Demonstrations: drives of both vehicles without input, until the visitor presses a key.

A demonstration is a list of phases, each with a speed and a steering command for a number of seconds, so that the
program beside it can repeat the drive. Vehicles that are commanded by a direction receive keys as a function of time.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from ...models.registry import Model
from .driven import Driven
from .input_mapping import IDLE, Command, HeldKeys
from .points import can_be_pointed

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


PAUSE = 2.0  # time between the end of a demonstration and its repetition [s]

Keys = Callable[[Driven, float], HeldKeys]


class Phase(NamedTuple):
    """A command that is held for a number of seconds."""

    seconds: float
    speed: float  # [m/s]
    steer: float  # -1..1, left positive [1]


class Demonstration(NamedTuple):
    """A drive that shows the difference between two models."""

    phases: tuple[Phase, ...]
    keys: Keys = corners  # for vehicles that are commanded by a direction; the float is the time since the start [s]

    @property
    def seconds(self) -> float:
        """Duration of all phases [s]."""
        return sum(phase.seconds for phase in self.phases)

    def command_at(self, time: float) -> Command:
        """Return the command at a time since the start [s], within a millisecond; speed 0 after the last phase."""
        for phase in self.phases:
            time -= phase.seconds
            if time < -1e-3:
                return Command(phase.speed, phase.steer)
        return Command()

    def keys_at(self, driven: Driven, time: float) -> HeldKeys:
        """Return the keys for a vehicle that is commanded by a direction, at a time since the start [s]."""
        return self.keys(driven, time) if time < self.seconds - 1e-3 else IDLE


def drive(*phases: tuple[float, float, float], keys: Keys = corners) -> Demonstration:
    """Make a demonstration of phases, each (seconds, speed [m/s], steering command -1..1)."""
    return Demonstration(tuple(Phase(*phase) for phase in phases), keys)


CIRCLE = drive((10.0, 4.0, 0.6))
TIGHT_CIRCLE = drive((10.0, 4.0, 1.0))
SLALOM = drive((1.0, 6.0, 0.0), (2.0, 6.0, 0.8), (3.0, 6.0, -0.8), (3.0, 6.0, 0.8), (2.0, 6.0, -0.8))
FAST_TURN = drive((4.0, 15.0, 0.0), (3.0, 15.0, 0.25), (5.0, 15.0, -0.25))
BACKING = drive((2.0, 3.0, 0.0), (2.0, 0.0, 0.0), (7.0, -2.0, 0.9), (7.0, -2.0, -0.9))
SLALOM_AND_BACK = drive((2.0, 8.0, 0.0), (3.0, 8.0, 0.8), (3.0, 8.0, -0.8), (3.0, 0.0, 0.0), (12.0, -2.0, 0.5))
ON_A_SLOPE = drive((3.0, 0.0, 0.0), (10.0, 4.0, 0.6))
LETTING_GO = drive((2.0, 5.0, 0.0), (1.5, 5.0, 1.0), (3.5, 5.0, 0.0), (1.5, 5.0, -1.0), (3.5, 5.0, 0.0))
CORNERS = drive((8.0, 4.0, 0.6), keys=corners)
TWO_KEYS = drive((6.0, 4.0, 0.6), keys=two_keys)
STRAFE = drive((9.0, 4.0, 0.6), keys=strafe)
SPIN = drive((12.0, 4.0, 0.6), keys=spin)


class Show(NamedTuple):
    """Demonstration of a scene, and the models that it is meant for."""

    left: str  # name of a model or of a variant
    right: str
    demonstration: Demonstration


# Document 001 gives no values for its constants; with an acceleration of 5 m/s^2 its dot turns for several seconds.
SHOWS = {
    "360s": Show("polar/faithful:max_acceleration=5", "polar/corrected:max_acceleration=5", SPIN),
    "diagonal": Show("cartesian/components:limit=each", "cartesian/components:limit=magnitude", TWO_KEYS),
    "strafe": Show("cartesian/quake:friction_rate=0", "polar/corrected", STRAFE),
}


def usual_demonstration(left: Model, right: Model) -> Demonstration:
    """Return the default drive for two models; models with trailers drive backward."""
    if left.trailers or right.trailers:
        return BACKING
    if can_be_pointed(left) and can_be_pointed(right):
        return CORNERS
    return SLALOM if left.is_dynamic or right.is_dynamic else TIGHT_CIRCLE
