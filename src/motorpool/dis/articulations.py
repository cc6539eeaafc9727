"""Articulations of received Entity States: angles of turret and gun."""

import numpy as np
from numpy.typing import NDArray

from .wire.enumerations import ArticulatedPart, ArticulationMetric, VariableParameter
from .wire.layouts import Pdus

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
