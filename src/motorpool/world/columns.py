"""Kinds of columns of the vehicle table, and how stages take structures of them.

A component declares its columns as a NamedTuple of arrays, a row for each vehicle; a field has the name of its column.
Stages take these structures (``compile.rows``); ``vehicle_table.VehicleTable`` owns the arrays.
"""

from typing import Annotated, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import Flags as Flags
from ..base.arrays import Floats as Floats
from ..base.arrays import Indices as Indices
from ..base.arrays import Words as Words


def is_any(column: NDArray[Any]) -> bool:
    """Return whether a value of a column is not zero; a quarter of the time of ``column.any()`` where it is short."""
    return np.count_nonzero(column) != 0


Structure = TypeVar("Structure")
Whole = Annotated[Structure, "whole"]  # a stage gets it whole: not its rows of it, but all vehicles', or the ground
InVectors = Annotated[None, "in vectors"]  # returned by a stage that computes rows at once: its arrays lie apart
