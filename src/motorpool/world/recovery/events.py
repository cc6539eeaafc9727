"""Standstill events: a vehicle has stood for a while, is free again, or was recovered by a tow or by being set back."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BEGAN, FREED, TOWED, SET_BACK = range(4)
RECOVERED = (TOWED, SET_BACK)
WORDS = ("stands", "is free again", "was towed out", "was set back on its way")

Floats = NDArray[np.float64]


class Standstills(NamedTuple):
    """Vehicles that began to stand, were freed or were recovered in the last step, a column each."""

    vehicle: NDArray[np.int32]  # id
    reason: NDArray[np.int8]  # a constant of ``recovery.reasons``, for all but BEGAN the last one
    what: NDArray[np.int8]  # BEGAN, FREED, TOWED or SET_BACK; ``WORDS[what]`` in words
    blocked_by: NDArray[np.int32]  # id of the vehicle, or index of the object; -1
    x: Floats  # where it stood, east [m]
    y: Floats  # north [m]
    time: Floats  # simulated, at the end of the step [s]


_NOBODY, _NOTHING, _NONE = np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(0)
NO_STANDSTILLS = Standstills(_NOBODY, _NOTHING, _NOTHING, _NOBODY, _NONE, _NONE, _NONE)


def standstills_of(rows: list[tuple[int, int, int, int, float, float]], time: float) -> Standstills:
    """Return the events of a step at its end; rows are vehicle, reason, object, blocking vehicle, x and y.

    Args:
        time: at the end of the step [s].
    """
    if not rows:
        return NO_STANDSTILLS
    vehicle, reason, what, blocked_by, x, y = zip(*rows, strict=True)
    return Standstills(
        np.array(vehicle, np.int32), np.array(reason, np.int8), np.array(what, np.int8),
        np.array(blocked_by, np.int32), np.array(x), np.array(y), np.full(len(rows), time),
    )  # fmt: skip
