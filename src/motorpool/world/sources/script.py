"""Script: drives vehicles by a list of timed commands.

    lines = [Line(0.0, throttle=1.0), Line(5.0, throttle=0.3, steer=0.5), Line(9.0, brake=1.0)]
    world.sources.append(Script([0], lines))

Each line holds until the next; the last line holds for ever. A person may take a scripted vehicle at any time; after
its release it continues with the line that is due then.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...base.wording import counted, numbered
from ..drivers.kinds import PLAYER, SCRIPT


class Line(NamedTuple):
    """One command and the time it begins at."""

    time: float  # simulated [s]
    throttle: float = 0.0  # -1..1, backward negative [1]
    brake: float = 0.0  # 0..1 [1]
    steer: float = 0.0  # -1..1, left positive [1]


class Script:
    """A source that drives vehicles by timed commands.

    Args:
        lines: at least one, in ascending order of time.

    Raises:
        WorldError: no line, times that do not rise, or a value that is not finite.
    """

    def __init__(self, vehicle_ids: Sequence[int], lines: Sequence[Line]):
        self._vehicle_ids = np.asarray(vehicle_ids, np.intp)
        self._lines = [Line(*line) for line in lines]
        self._times = [line.time for line in self._lines]
        _check(self._lines)

    def __repr__(self) -> str:
        lines = f"{counted(len(self._lines), 'line')} from {self._times[0]:.4g} s to {self._times[-1]:.4g} s"
        return f"<Script of {lines} for {numbered(self._vehicle_ids)}>"

    def read(self, world: Any) -> None:
        """Write the line that is due into the columns of the vehicles that no person drives."""
        vehicles = world.vehicles
        due = bisect_right(self._times, world.time) - 1
        if due < 0:
            return
        mine = self._vehicle_ids[vehicles.driver[self._vehicle_ids] != PLAYER]
        vehicles.driver[mine] = SCRIPT
        _, vehicles.throttle[mine], vehicles.brake[mine], vehicles.target_steer[mine] = self._lines[due]


def _check(lines: Sequence[Line]) -> None:
    if not lines:
        raise WorldError("a script needs at least one line, for example Line(0.0, throttle=1.0)")
    for number, line in enumerate(lines):
        if not all(math.isfinite(value) for value in line):
            raise WorldError(f"script line {number} is {line}; every value must be finite")
        if number and line.time <= lines[number - 1].time:
            raise WorldError(
                f"script line {number} begins at {line.time} s, line {number - 1} at {lines[number - 1].time} s; "
                "times must rise"
            )
