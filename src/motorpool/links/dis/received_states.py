"""Entity States of the wire in few arrays: identity, motion, and the angles of turret and gun.

A step usually brings few states, for which all motion fields at once are faster. `entity_columns.native` converts every
field to a column, which is faster for many states.
"""

from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .motion.columns import MOTION_ROWS, Floats
from .wire.decoding import joined
from .wire.enumerations import ArticulatedPart, ArticulationMetric, PduType, VariableParameter
from .wire.layouts import Pdus, layout

_PLAIN = layout(PduType.ENTITY_STATE)


class ReceivedStates(NamedTuple):
    """Entity States with one row each; ``motion`` has one column each."""

    key: NDArray[np.int64]  # site, application and entity as one number, see ``EntityIds.keys``
    motion: NDArray[np.float64]  # (15, states), see ``read_motion``: geocentric, DIS's body axes
    gun: NDArray[np.float64]  # (states, 2), see ``gun_of``
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


# DIS counts azimuth clockwise seen from above, because its body axis z points down
ARTICULATIONS = (
    (ArticulatedPart.PRIMARY_TURRET + ArticulationMetric.AZIMUTH, -1.0),
    (ArticulatedPart.PRIMARY_GUN + ArticulationMetric.ELEVATION, 1.0),
)


_TYPES, _SIGNS = (np.array(column) for column in zip(*ARTICULATIONS, strict=True))


def gun_of(states: Pdus) -> NDArray[np.float64]:
    """Return turret yaw (left positive) and gun elevation [rad] of states of one layout: (states, 2), NaN if absent."""
    records = states["articulations"]
    if records.shape[1] == len(ARTICULATIONS) and _is_usual(records):
        return records["value"] * _SIGNS
    angles = np.full((len(states), len(ARTICULATIONS)), np.nan)
    if not records.shape[1]:
        return angles
    is_part = records["designator"] == VariableParameter.ARTICULATED_PART
    for column, (parameter_type, sign) in enumerate(ARTICULATIONS):
        matches = is_part & (records["parameter_type"] == parameter_type)
        rows = np.flatnonzero(matches.any(axis=1))
        angles[rows, column] = sign * records["value"][rows, matches[rows].argmax(axis=1)].astype(np.float64)
    return angles


def _is_usual(records: Pdus) -> bool:
    is_other = records["designator"] != VariableParameter.ARTICULATED_PART
    return not (is_other | (records["parameter_type"] != _TYPES)).any()


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
