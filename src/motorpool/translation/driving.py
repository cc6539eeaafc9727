"""A drive that an exported file makes when it is run: so that what is exported moves at once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Phase(NamedTuple):
    """A speed and a steering command, held for some steps."""

    steps: int
    speed: float  # [m/s]
    steer: float  # -1..1, left positive [1]


class Drive(NamedTuple):
    """A drive from a start, in phases; or with constant controls, for a model that takes no speed."""

    phases: Sequence[Phase]
    dt: float = 1.0 / 60.0  # [s]
    start: Mapping[str, float] = {}  # fields of the state that are not their defaults
    ground: Mapping[str, float] = {}  # likewise
    control: Mapping[str, float] = {}  # for a model without control_from_command


def drive_of(speed: float, steer: float, seconds: float, *, dt: float = 1.0 / 60.0) -> Drive:
    """Return a drive with one speed and one steering command.

    Args:
        speed: forward positive [m/s].
        steer: -1..1, left positive.
        seconds: how long [s].
        dt: of a step [s].
    """
    return Drive([Phase(max(1, round(seconds / dt)), speed, steer)], dt)
