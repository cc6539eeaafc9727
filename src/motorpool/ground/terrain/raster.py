"""Rasters: heights as stored in a file, before conversion to a terrain.

Posts lie on a north-up lattice in the file's own coordinates, metres or degrees. Heights are read on request, a window
at a time, so that a part of a large file needs no more memory than the part.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError

if TYPE_CHECKING:
    from .decks import Deck

Heights = NDArray[np.float32]
Voids = dict[str, int]  # numbers of cells without a height by reason

WGS84 = "EPSG:4326"  # longitude and latitude [deg], as in SRTM and DTED
FOOT = 0.3048  # international foot [m]
SURVEY_FOOT = 1200.0 / 3937.0  # US survey foot [m]
MAX_POSTS = 200_000_000  # limit of posts (800 MB of heights); larger requests usually lack a crop

FREE_POSTS = 16_000_000  # of any compressed file; a tile of 1 arc-second, mostly sea, has 13 million in few bytes
POSTS_PER_BYTE = 40  # of larger ones on average; compressed heights of real ground have at most two

# Common codes for "no height", declared or not: SRTM, DTED, ESRI grids, the largest 16-bit numbers.
VOID_CODES = (-32768.0, -32767.0, -9999.0, -99999.0, -999999.0, 32767.0, 65535.0, 99999.0)
HUGE = 1e18  # larger numbers are codes, too, such as 1e20 and 3.4e38
DRY_LAND = (-500.0, 9_000.0)  # from below the shore of the Dead Sea to above Everest [m]


class Window(NamedTuple):
    """Rectangle of posts; rows count from the south, columns from the west, ends are exclusive."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


class Reading(NamedTuple):
    """Cells of a window."""

    heights: Heights  # rows from south to north [m]; NaN for voids
    voids: Voids  # the cells without a height


@dataclass(frozen=True, eq=False)
class Raster:
    """Lattice of a file's posts, and the function that reads their heights."""

    name: str  # short name for titles
    label: str  # name of the file, for messages
    description: str  # description of the format, for the terrain's source
    rows: int
    columns: int
    west: float  # coordinate of the western posts [m or deg]
    south: float  # coordinate of the southern posts [m or deg]
    step_x: float  # between neighbouring posts, eastward [m or deg]
    step_y: float  # between neighbouring posts, northward [m or deg]
    crs: str | None  # for pyproj; None: metres at an unknown position
    read: Callable[[Window], Reading]
    voids_filled: int = 0  # voids that were filled before the file was written
    names_unit: bool = False  # whether the file declares the unit of its heights; otherwise metres are assumed
    decks: "tuple[Deck, ...]" = ()  # of a file that has some, in the file's coordinates
    is_measured: bool = True  # whether heights are of real ground, so that implausible ones are errors of the file

    @property
    def whole(self) -> Window:
        """Return the window of all posts."""
        return Window(0, self.rows, 0, self.columns)

    @property
    def east(self) -> float:
        """Return the coordinate of the eastern posts [m or deg]."""
        return self.west + (self.columns - 1) * self.step_x

    @property
    def north(self) -> float:
        """Return the coordinate of the northern posts [m or deg]."""
        return self.south + (self.rows - 1) * self.step_y


def reader_of(
    cells: NDArray[Any], *, declared: float | None = None, codes: tuple[float, ...] = VOID_CODES
) -> Callable[[Window], Reading]:
    """Return a raster's ``read`` function for cells in memory; see ``reading_of`` for voids.

    The ``cells`` are (rows, columns), from south to north and west to east [m].
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
    """Return heights in metres as a float32 copy, with NaN for voids.

    A common code applies whatever the file declares, unless it could be a height of dry land: in a file that declares
    another code and holds centimetres, -9999 is 100 m below sea level.

    Args:
        scale: metres per unit of the file [m].
        offset: height of the file's zero [m].
    """
    metres = np.array(cells, np.float32, order="C")
    voids: Voids = {}
    with np.errstate(invalid="ignore"):
        low, high = float(metres.min(initial=np.inf)), float(metres.max(initial=-np.inf))
    marks = (*_applicable(codes, declared, scale, offset), *(() if declared is None else (declared,)))
    if -HUGE <= low <= high <= HUGE and not any(low <= np.float32(mark) <= high for mark in marks):
        return Reading(_scaled(metres, scale, offset), voids)  # none, without a comparison of each cell
    _leave_out(metres, ~np.isfinite(metres), "not finite", voids)
    if declared is not None and math.isfinite(declared):
        _leave_out(metres, metres == np.float32(declared), f"of the declared {declared:g}", voids)
    for code in _applicable(codes, declared, scale, offset):
        _leave_out(metres, metres == np.float32(code), f"of {code:.0f}", voids)
    _leave_out(metres, np.abs(metres) > HUGE, f"beyond {HUGE:.0e}", voids)
    return Reading(_scaled(metres, scale, offset), voids)


def _scaled(metres: Heights, scale: float, offset: float) -> Heights:
    if (scale, offset) != (1.0, 0.0):
        metres *= np.float32(scale)
        metres += np.float32(offset)
    return metres


def most_posts(path: Path) -> int:
    """Return the limit of posts that are read from a compressed file at once, by its size."""
    return min(MAX_POSTS, max(FREE_POSTS, POSTS_PER_BYTE * path.stat().st_size))


def check_size(label: str, rows: int, columns: int, *, most: int = MAX_POSTS) -> None:
    """Raise an error if more cells would be read than memory is provided for.

    Raises:
        TerrainError: there are more than ``most`` cells.
    """
    if rows * columns > most:
        raise TerrainError(
            f"{label}: {rows} x {columns} cells, {rows * columns / 1e6:.0f} million, would be read; at most "
            f"{most / 1e6:.0f} million are: read a part with crop, or cut one out with gdal_translate -projwin"
        )


def _applicable(codes: tuple[float, ...], declared: float | None, scale: float, offset: float) -> list[float]:
    """Return the codes that cannot be heights."""
    lowest, highest = DRY_LAND
    return [
        code for code in codes if (declared is None and code < 0.0) or not lowest <= code * scale + offset <= highest
    ]


def _leave_out(metres: Heights, is_void: NDArray[np.bool_], reason: str, voids: Voids) -> None:
    count = int(np.count_nonzero(is_void))
    if count:
        metres[is_void] = np.nan
        voids[reason] = count
