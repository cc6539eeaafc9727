"""ESRI ASCII grids (``.asc``): a header of keywords and numbers, then heights from north to south.

The header has ncols, nrows, the lower left corner (xllcorner, yllcorner: of the cell; xllcenter, yllcenter: of its
post), the cell size (cellsize, or dx and dy) and NODATA_value (-9999 by default). A ``.prj`` file beside it names the
coordinate reference system. Without one, coordinates that can only be degrees are taken as longitude and latitude on
WGS 84, others as metres.

Source: "Esri ASCII raster format", ArcGIS documentation; dx and dy: GDAL's AAIGrid driver.
"""

import math
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ...base.files import open_input
from .projection import crs_beside
from .raster import Heights, Raster, check_size, reader_of

KEYS = {"ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "dx", "dy", "nodata_value"}
LONGEST_HEADER = 16  # limit of lines
MAX_BYTES = 4_000_000_000  # limit of a file: 200 million heights of 20 characters


def read_asc(path: Path) -> Raster:
    """Return the raster of an ASCII grid.

    Raises:
        TerrainError: header or heights are invalid.
    """
    header, begin = _read_header(path)
    rows, columns = _count(path, header, "nrows"), _count(path, header, "ncols")
    step_x, step_y = _steps(path, header)
    west, south = _south_west_post(path, header, step_x, step_y)
    heights = _read_heights(path, begin, rows, columns)
    return Raster(
        name=path.stem,
        label=path.name,
        description="ESRI ASCII grid",
        rows=rows,
        columns=columns,
        west=west,
        south=south,
        step_x=step_x,
        step_y=step_y,
        crs=crs_beside(path, west, south, step_x, step_y),
        read=reader_of(heights[::-1], declared=header.get("nodata_value")),
    )


def _read_header(path: Path) -> tuple[dict[str, float], int]:
    """Return the header's numbers by lower-case keyword, and the offset of the heights in the file [bytes]."""
    header: dict[str, float] = {}
    begin = 0
    with open_input(path, max_bytes=MAX_BYTES, error=TerrainError) as file:
        for number in range(1, LONGEST_HEADER + 1):
            words = file.readline(200).decode("ascii", "replace").split()
            if len(words) != 2 or words[0].lower() not in KEYS:
                break
            header[words[0].lower()] = _number(path, number, words)
            begin = file.tell()
    return header, begin


def _number(path: Path, line: int, words: list[str]) -> float:
    try:
        value = float(words[1])
    except ValueError:
        value = math.nan
    if not math.isfinite(value) and words[0].lower() != "nodata_value":
        raise TerrainError(f"{path.name}:{line}: {words[0]} is '{words[1]}'; it must be a number like 30.0")
    return value


def _value(path: Path, header: dict[str, float], *keys: str) -> float:
    for key in keys:
        if key in header:
            return header[key]
    raise TerrainError(
        f"{path.name} is not an ESRI ASCII grid: its header lacks {' or '.join(keys)}; it must have ncols, nrows, "
        "xllcorner, yllcorner and cellsize, each on a line with its number"
    )


def _count(path: Path, header: dict[str, float], key: str) -> int:
    value = _value(path, header, key)
    if value != int(value) or value < 2:
        raise TerrainError(f"{path.name}: {key} is {value:g}; it must be a whole number, at least 2")
    return int(value)


def _steps(path: Path, header: dict[str, float]) -> tuple[float, float]:
    steps = _value(path, header, "cellsize", "dx"), _value(path, header, "cellsize", "dy")
    if min(steps) <= 0.0:
        raise TerrainError(f"{path.name}: the cell is {steps[0]:g} x {steps[1]:g}; both sides must be positive")
    return steps


def _south_west_post(path: Path, header: dict[str, float], step_x: float, step_y: float) -> tuple[float, float]:
    west = _value(path, header, "xllcenter", "xllcorner") + (0.0 if "xllcenter" in header else 0.5 * step_x)
    south = _value(path, header, "yllcenter", "yllcorner") + (0.0 if "yllcenter" in header else 0.5 * step_y)
    return west, south


def _read_heights(path: Path, begin: int, rows: int, columns: int) -> NDArray[np.float32]:
    """Return the heights from north to south, as many as the header declares."""
    check_size(path.name, rows, columns)
    if path.stat().st_size - begin < 2 * rows * columns - 1:  # a digit and a blank each is the least: do not read
        raise TerrainError(_wrong_count(path, "fewer", rows, columns))
    try:
        with open_input(path, max_bytes=MAX_BYTES, error=TerrainError) as file, warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # NumPy's report of text that is not a number
            file.seek(begin)
            heights: Heights = np.fromfile(file, np.float32, rows * columns + 1, sep=" ")
    except (ValueError, DeprecationWarning) as error:
        raise TerrainError(
            f"{path.name} has text between its heights that is not a number; they must be written like -12.5, "
            "separated by blanks"
        ) from error
    if heights.size != rows * columns:
        count = str(heights.size) if heights.size < rows * columns else "more"
        raise TerrainError(_wrong_count(path, count, rows, columns))
    return heights.reshape(rows, columns)


def _wrong_count(path: Path, count: str, rows: int, columns: int) -> str:
    return (
        f"{path.name} holds {count} heights than its header declares: {rows} x {columns} = {rows * columns}"
        if count in ("fewer", "more")
        else f"{path.name} holds {count} heights; its header declares {rows} x {columns} = {rows * columns}"
    ) + "; the file is truncated or its header is wrong: create it again"
