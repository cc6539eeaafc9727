"""Types of arrays, by the type of their numbers and the number of their axes.

Columns have one axis, with a row for each vehicle, object or entity. The types of tables and volumes also contain their
number of axes for ``get_type_hints(structure, include_extras=True)``, which NumPy's own types lack.
"""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Axes:
    """Number of axes of an array."""

    count: int


TABLE = Axes(2)  # rows and columns
VOLUME = Axes(3)

Floats: TypeAlias = NDArray[np.float64]
Words: TypeAlias = NDArray[np.int8]  # one of few constants; 0 for no and 1 for yes
Bytes: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.int32]
Wholes: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.uint32]  # bits

FloatTable: TypeAlias = Annotated[NDArray[np.float64], TABLE]
SingleTable: TypeAlias = Annotated[NDArray[np.float32], TABLE]
ByteTable: TypeAlias = Annotated[NDArray[np.uint8], TABLE]
WholeTable: TypeAlias = Annotated[NDArray[np.int64], TABLE]
FloatVolume: TypeAlias = Annotated[NDArray[np.float64], VOLUME]
