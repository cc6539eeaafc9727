"""Reading and writing of all motion fields of Entity States at once, which is faster for few states."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from .motion.columns import MOTION_ROWS, Floats
from .wire.enumerations import PduType
from .wire.layouts import Pdus, layout

_FIELDS: Any = layout(PduType.ENTITY_STATE).fields


def _numbers(name: str, size: int) -> list[int]:
    record, start = _FIELDS[name][:2]
    return [(start + cast("int", offset)) // size for _, offset in record.fields.values()]


_LOCATION = _numbers("location", 8)  # as float64
_REST = [  # as float32
    number for name in ("orientation", "velocity", "acceleration", "angular_velocity") for number in _numbers(name, 4)
]


def read_motion(states: Pdus) -> Floats:
    """Return the motion of contiguous Entity States, shape (15, states), for ``columns.motion_over``."""
    block = np.empty((MOTION_ROWS, len(states)))
    block[:3], block[3:] = _in_numbers(states, ">f8").T[_LOCATION], _in_numbers(states, ">f4").T[_REST]
    return block


def write_motion(states: Pdus, block: Floats) -> None:
    """Write motion, as from ``read_motion``, into contiguous Entity States of one layout."""
    _in_numbers(states, ">f8")[:, _LOCATION] = block[:3].T
    _in_numbers(states, ">f4")[:, _REST] = block[3:].T


def _in_numbers(states: Pdus, dtype: str) -> NDArray[Any]:
    return states.view(dtype).reshape(len(states), -1)
