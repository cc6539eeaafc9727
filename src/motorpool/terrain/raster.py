"""A raster: heights as a file holds them, before they become a terrain.

Posts lie on a north-up lattice in the file's own coordinates, metres or degrees. The heights are read
when asked for, a window at a time, so that a piece of a large file costs no more than the piece.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import TerrainError

Heights = NDArray[np.float32]
Voids = dict[str, int]  # cells without a height, counted by the reason in words

WGS84 = "EPSG:4326"  # longitude and latitude [deg]; what SRTM and DTED use
FOOT = 0.3048  # international foot [m]
SURVEY_FOOT = 1200.0 / 3937.0  # US survey foot [m]
MAX_POSTS = 200_000_000  # 800 MB of heights: beyond that a forgotten crop is likelier than a wish

# What files use for "no height", declared or not: SRTM, DTED, the habits of ESRI's grids, the largest 16-bit numbers.
VOID_CODES = (-32768.0, -32767.0, -9999.0, -99999.0, -999999.0, 32767.0, 65535.0, 99999.0)
HUGE = 1e18  # numbers beyond this are codes, too: 1e20, 3.4e38 and their relatives
DRY_LAND = (-500.0, 9_000.0)  # from below the Dead Sea's shore to above Everest [m]


class Window(NamedTuple):
    """A rectangle of posts; rows count from the south, columns from the west, ends are excluded."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


class Reading(NamedTuple):
    """The cells of a window."""

    heights: Heights  # rows from south to north [m]; NaN where there is no height
    voids: Voids  # the cells without a height


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
    read: Callable[[Window], Reading]
    voids_filled: int = 0  # in an earlier life
    names_unit: bool = False  # of its heights; if not, they are taken as metres
    is_measured: bool = True  # heights of real ground: what no ground has is an error of the file

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


def reader_of(
    cells: NDArray[Any], *, declared: float | None = None, codes: tuple[float, ...] = VOID_CODES
) -> Callable[[Window], Reading]:
    """Return a raster's ``read`` for cells that are in memory; ``reading_of`` says which of them are voids.

    Args:
        cells: (rows, columns), from south to north and west to east [m].
        declared: the value that the file declares for "no height".
        codes: values that mean "no height" by custom.
    """

    def read(window: Window) -> Reading:
        part = cells[window.first_row : window.last_row, window.first_column : window.last_column]
        return reading_of(part, declared=declared, codes=codes)

    return read


def reading_of(
    cells: NDArray[Any],
    *,
    declared: float | None = None,
    codes: tuple[float, ...] = VOID_CODES,
    scale: float = 1.0,
    offset: float = 0.0,
) -> Reading:
    """Heights in metres, a float32 copy in which what stands for "no height" is NaN.

    A code counts whatever the file declares, unless it means a height of dry land: in a file that declares another code
    and holds centimetres, -9999 is 100 m below the sea.

    Args:
        cells: as the file has them.
        declared: the file's own code for "no height".
        codes: what stands for that besides.
        scale: metres in one of the file's units.
        offset: of the file's zero [m].
    """
    metres = np.array(cells, np.float32, order="C")
    voids: Voids = {}
    _leave_out(metres, ~np.isfinite(metres), "not finite", voids)
    if declared is not None and math.isfinite(declared):
        _leave_out(metres, metres == np.float32(declared), f"of the declared {declared:g}", voids)
    for code in _applicable(codes, declared, scale, offset):
        _leave_out(metres, metres == np.float32(code), f"of {code:.0f}", voids)
    _leave_out(metres, np.abs(metres) > HUGE, f"beyond {HUGE:.0e}", voids)
    if (scale, offset) != (1.0, 0.0):
        metres *= np.float32(scale)
        metres += np.float32(offset)
    return Reading(metres, voids)


def check_size(label: str, rows: int, columns: int, *, most: int = MAX_POSTS) -> None:
    """Refuse to read more cells than memory is meant for.

    Args:
        label: of the file, for the message.
        rows: to be read.
        columns: to be read.
        most: cells that may be read.

    Raises:
        TerrainError: there are more than ``most``.
    """
    if rows * columns > most:
        raise TerrainError(
            f"{label}: {rows} x {columns} cells, {rows * columns / 1e6:.0f} million, would be read; at most "
            f"{most / 1e6:.0f} million are: read a part with crop, or cut one out with gdal_translate -projwin"
        )


def _applicable(codes: tuple[float, ...], declared: float | None, scale: float, offset: float) -> list[float]:
    """The codes that can be no height."""
    lowest, highest = DRY_LAND
    return [
        code for code in codes if (declared is None and code < 0.0) or not lowest <= code * scale + offset <= highest
    ]


def _leave_out(metres: Heights, is_void: NDArray[np.bool_], reason: str, voids: Voids) -> None:
    count = int(np.count_nonzero(is_void))
    if count:
        metres[is_void] = np.nan
        voids[reason] = count
