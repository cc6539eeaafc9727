"""Example drive of an exported file, so that its vehicle moves when the file is run."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Phase(NamedTuple):
    """Speed and steering command, held for some steps."""

    steps: int
    speed: float  # [m/s]
    steer: float  # -1..1, left positive [1]


class Drive(NamedTuple):
    """Drive in phases from a start; with constant controls for a model without a speed command."""

    phases: Sequence[Phase]
    dt: float = 1.0 / 60.0  # [s]
    start: Mapping[str, float] = {}  # fields of the state that differ from their defaults
    ground: Mapping[str, float] = {}  # fields of the ground that differ from their defaults
    control: Mapping[str, float] = {}  # controls, for a model without control_from_command


def drive_of(speed: float, steer: float, seconds: float, *, dt: float = 1.0 / 60.0) -> Drive:
    """Return a drive of some seconds with one speed [m/s] and one steering command, -1..1, left positive."""
    return Drive([Phase(max(1, round(seconds / dt)), speed, steer)], dt)
