"""A raster: heights as a file holds them, before they become a terrain.

Posts lie on a north-up lattice in the file's own coordinates, metres or degrees. The heights are read
when asked for, a window at a time, so that a piece of a large file costs no more than the piece.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Heights = NDArray[np.float32]

WGS84 = "EPSG:4326"  # longitude and latitude [deg]; what SRTM and DTED use
FOOT = 0.3048  # international foot [m]
SURVEY_FOOT = 1200.0 / 3937.0  # US survey foot [m]

# What files use for "no height" without declaring it: SRTM, DTED, and the habit of ESRI's grids.
VOID_CODES = (-32768.0, -32767.0, -9999.0)
LIMIT = 1e5  # no ground is that high or deep [m]: what is beyond stands for "no height", too


class Window(NamedTuple):
    """A rectangle of posts; rows count from the south, columns from the west, ends are excluded."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


@dataclass(frozen=True, eq=False)
class Raster:
    """The lattice of a file's posts, and how to read their heights."""

    name: str  # a word for titles
    label: str  # the file's name, for sentences
    description: str  # what the file is, for the terrain's source
    rows: int
    columns: int
    west: float  # coordinate of the western posts [m or deg]
    south: float  # coordinate of the southern posts [m or deg]
    step_x: float  # between neighbouring posts, eastward [m or deg]
    step_y: float  # between neighbouring posts, northward [m or deg]
    crs: str | None  # what pyproj understands; None: metres of unknown place
    read: Callable[[Window], Heights]  # rows from south to north [m]; NaN where there is no height
    voids_filled: int = 0  # in an earlier life

    @property
    def whole(self) -> Window:
        """The window that holds every post."""
        return Window(0, self.rows, 0, self.columns)

    @property
    def east(self) -> float:
        """Coordinate of the eastern posts [m or deg]."""
        return self.west + (self.columns - 1) * self.step_x

    @property
    def north(self) -> float:
        """Coordinate of the northern posts [m or deg]."""
        return self.south + (self.rows - 1) * self.step_y


def reader_of(heights: Heights) -> Callable[[Window], Heights]:
    """A raster's ``read`` for heights that are in memory, rows from south to north."""

    def read(window: Window) -> Heights:
        return heights[window.first_row : window.last_row, window.first_column : window.last_column]

    return read


def with_voids(
    heights: NDArray[Any], codes: tuple[float, ...] = VOID_CODES, *, scale: float = 1.0, offset: float = 0.0
) -> Heights:
    """Heights in metres, a float32 copy in which what stands for "no height" is NaN.

    Args:
        heights: as the file has them.
        codes: what stands for "no height" in the file.
        scale: metres in one of the file's units.
        offset: of the file's zero [m].
    """
    metres = np.array(heights, np.float32, order="C")
    for code in codes:
        metres[metres == np.float32(code)] = np.nan
    if (scale, offset) != (1.0, 0.0):
        metres *= np.float32(scale)
        metres += np.float32(offset)
    metres[~(np.abs(metres) < LIMIT)] = np.nan
    return metres
