"""Articulations of received Entity States: where turret and gun point."""

import numpy as np
from numpy.typing import NDArray

from .wire.enumerations import ArticulatedPart, ArticulationMetric, VariableParameter
from .wire.layouts import Pdus

# azimuth is clockwise from above in DIS, whose body's z points down
TOLD = (
    (ArticulatedPart.PRIMARY_TURRET + ArticulationMetric.AZIMUTH, -1.0),
    (ArticulatedPart.PRIMARY_GUN + ArticulationMetric.ELEVATION, 1.0),
)


_TYPES, _SIGNS = (np.array(column) for column in zip(*TOLD, strict=True))


def gun_of(states: Pdus) -> NDArray[np.float64]:
    """Return yaw of the turret, left positive, and elevation of the gun of Entity States [rad]; NaN where not told.

    Args:
        states: checked ones, of one layout.

    Returns:
        An array of (states, 2).
    """
    records = states["articulations"]
    if records.shape[1] == len(TOLD) and _is_usual(records):
        return records["value"] * _SIGNS
    told = np.full((len(states), len(TOLD)), np.nan)
    if not records.shape[1]:
        return told
    is_part = records["designator"] == VariableParameter.ARTICULATED_PART
    for column, (parameter_type, sign) in enumerate(TOLD):
        is_it = is_part & (records["parameter_type"] == parameter_type)
        rows = np.flatnonzero(is_it.any(axis=1))
        told[rows, column] = sign * records["value"][rows, is_it[rows].argmax(axis=1)].astype(np.float64)
    return told


def _is_usual(records: Pdus) -> bool:
    """Return whether all records are a turret and its gun, in this order."""
    is_other = records["designator"] != VariableParameter.ARTICULATED_PART
    return not (is_other | (records["parameter_type"] != _TYPES)).any()
