"""Received Entity States for the gateway, in few arrays: a step usually brings few states.

`entity_columns.native` converts every field to a column, which is faster for many states.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .articulations import gun_of
from .motion_fields import read_motion
from .wire.decoding import joined
from .wire.enumerations import PduType
from .wire.layouts import Pdus, layout

_PLAIN = layout(PduType.ENTITY_STATE)


class ReceivedStates(NamedTuple):
    """Entity States with one row each; ``motion`` has one column each."""

    key: NDArray[np.int64]  # site, application and entity as one number, see ``EntityIds.keys``
    motion: NDArray[np.float64]  # (15, states), see ``read_motion``: geocentric, DIS's body axes
    gun: NDArray[np.float64]  # (states, 2), see ``articulations.gun_of``
    pdu: Pdus  # without articulations

    def some(self, rows: list[int]) -> "ReceivedStates":
        """Return the states of some rows (indices); without a copy if these are all."""
        if rows == list(range(len(self.key))):
            return self
        return ReceivedStates(self.key[rows], self.motion[:, rows], self.gun[rows], self.pdu[rows])


def received_states(groups: list[Pdus]) -> ReceivedStates:
    """Return checked Entity States of several layouts (numbers of articulations), at least one, in one structure."""
    gun = [gun_of(pdus) for pdus in groups]
    plain = [_without_articulations(pdus) for pdus in groups]
    states = joined(plain)
    identity = states["entity_id"]
    key = identity["site"].astype(np.int64) << 32
    key |= identity["application"].astype(np.int64) << 16
    key |= identity["entity"]
    return ReceivedStates(key, read_motion(states), gun[0] if len(gun) == 1 else np.concatenate(gun), states)


def _without_articulations(states: Pdus) -> Pdus:
    if states.dtype.itemsize == _PLAIN.itemsize:
        return states
    view: Any = np.ndarray((len(states),), _PLAIN, states, strides=states.strides)
    return view
