"""Demonstrations: drives that both vehicles make by themselves, until the visitor presses a key.

A demonstration is a list of phases, each a speed and a steering command for some seconds, so that the program beside
it can make the same drive. Vehicles that take a direction of the world get keys as a function of the time instead.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..models.registry import Model
from .driven import Driven
from .input_mapping import IDLE, Command, HeldKeys
from .points import can_be_pointed
from .scripted_keys import corners, spin, strafe, two_keys

PAUSE = 2.0  # at the end, before it begins again from the start [s]

Keys = Callable[[Driven, float], HeldKeys]


class Phase(NamedTuple):
    """A command that is held for a while."""

    seconds: float
    speed: float  # [m/s]
    steer: float  # -1..1, left positive [1]


class Demonstration(NamedTuple):
    """A drive that shows in what two models differ."""

    phases: tuple[Phase, ...]
    keys: Keys = corners  # for vehicles that take a direction, at a time since the start [s]

    @property
    def seconds(self) -> float:
        """Duration of all phases [s]."""
        return sum(phase.seconds for phase in self.phases)

    def command_at(self, time: float) -> Command:
        """Return the command at a time since the start [s], to within a millisecond; at the end the vehicles stand."""
        for phase in self.phases:
            time -= phase.seconds
            if time < -1e-3:
                return Command(phase.speed, phase.steer)
        return Command()

    def keys_at(self, driven: Driven, time: float) -> HeldKeys:
        """Return the keys for a vehicle that takes a direction, at a time since the start [s]."""
        return self.keys(driven, time) if time < self.seconds - 1e-3 else IDLE


def drive(*phases: tuple[float, float, float], keys: Keys = corners) -> Demonstration:
    """Make a demonstration of phases in order: seconds, speed [m/s] and steering command of each."""
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
    """A scene's own demonstration, and the models that it is meant for."""

    left: str  # a model, or a variant of it
    right: str
    demonstration: Demonstration


# The magic numbers of document 001 have no values; with an acceleration of 5 m/s^2 its dot goes round for seconds.
SHOWS = {
    "360s": Show("polar/faithful:max_acceleration=5", "polar/corrected:max_acceleration=5", SPIN),
    "diagonal": Show("cartesian/components:limit=each", "cartesian/components:limit=magnitude", TWO_KEYS),
    "strafe": Show("cartesian/quake:friction_rate=0", "polar/corrected", STRAFE),
}


def usual_demonstration(left: Model, right: Model) -> Demonstration:
    """Return a drive for two models of which nothing more is known: what pulls trailers backs them."""
    if left.trailers or right.trailers:
        return BACKING
    if can_be_pointed(left) and can_be_pointed(right):
        return CORNERS
    return SLALOM if left.is_dynamic or right.is_dynamic else TIGHT_CIRCLE
