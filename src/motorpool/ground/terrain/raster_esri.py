"""ESRI's raw grids (``.bil`` and ``.flt``): binary numbers with a header file (``.hdr``) beside them.

The header has a keyword and a value on each line, in two forms that files also mix:

- ``.bil``: nrows, ncols, nbands, nbits, byteorder (I: little-endian, M: big-endian), layout (bil, bsq, bip), skipbytes,
  ulxmap and ulymap (the *centre* of the north-western cell), xdim, ydim, bandrowbytes, totalrowbytes, nodata,
  pixeltype;
- ``.flt``: nrows, ncols, xllcorner and yllcorner (the south-western *corner*; xllcenter, yllcenter: its cell's centre),
  cellsize, nodata_value, byteorder (LSBFIRST, MSBFIRST).

Rows run from north to south; the first band is read. By default numbers of 16 bits and more are signed, and
little-endian. A ``.prj`` file names the coordinate reference system, as for ASCII grids.

Sources: "BIL, BIP, and BSQ raster files" and "Float To Raster", ArcGIS documentation; signs by GDAL's EHdr driver.
"""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ...base.files import open_input, read_text
from .byte_order import check_byte_order
from .projection import crs_beside
from .raster import Raster, Reading, Window, check_size, reading_of

MAX_BYTES = 1 << 50  # limit of a file, of which only the requested part is read
MAX_HEADER_BYTES = 65_536  # limit of a .hdr file; real ones have less than 1 kB [bytes]
BYTE_ORDERS = {"I": "<", "LSBFIRST": "<", "M": ">", "MSBFIRST": ">"}
KINDS = {
    ("UNSIGNEDINT", 8): "u1", ("SIGNEDINT", 8): "i1", ("", 8): "u1",
    ("UNSIGNEDINT", 16): "u2", ("SIGNEDINT", 16): "i2", ("", 16): "i2",
    ("UNSIGNEDINT", 32): "u4", ("SIGNEDINT", 32): "i4", ("", 32): "i4",
    ("FLOAT", 32): "f4", ("FLOAT", 64): "f8",
}  # fmt: skip


def read_esri(path: Path) -> Raster:
    """Return the raster of a raw grid.

    Raises:
        TerrainError: the header is missing or invalid, or the file is shorter than declared.
    """
    beside = next((path.with_suffix(suffix) for suffix in (".hdr", ".HDR") if path.with_suffix(suffix).exists()), None)
    if beside is None:
        raise TerrainError(f"{path.name} has no header {path.stem}.hdr beside it; put it there")
    header = _Header(beside)
    rows, columns = header.count("NROWS", least=2), header.count("NCOLS", least=2)
    step_x, step_y = header.number("XDIM", "CELLSIZE"), header.number("YDIM", "CELLSIZE")
    west, south = _south_west_post(header, rows, step_x, step_y)
    return Raster(
        name=path.stem,
        label=path.name,
        description=f"ESRI {path.suffix.lower()} grid",
        rows=rows,
        columns=columns,
        west=west,
        south=south,
        step_x=step_x,
        step_y=step_y,
        crs=crs_beside(path, west, south, step_x, step_y),
        read=_reader(path, header, rows, columns),
    )


class _Header:
    """Keywords of a header, with checked access."""

    def __init__(self, path: Path):
        text = read_text(path, max_bytes=MAX_HEADER_BYTES, error=TerrainError, encoding="latin-1")
        pairs = [line.split(maxsplit=2)[:2] for line in text.splitlines()]
        self.path = path
        self._values = {pair[0].upper(): pair[1] for pair in pairs if len(pair) == 2}

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def word(self, key: str, allowed: tuple[str, ...], *, default: str) -> str:
        value = self._values.get(key, default).upper()
        if value not in allowed:
            words = ", ".join(word for word in allowed if word)
            raise TerrainError(f"{self.path.name}: {key} is '{value}'; it must be one of {words}")
        return value

    def number(self, *keys: str, default: float | None = None) -> float:
        key = next((key for key in keys if key in self._values), None)
        if key is None:
            if default is None:
                raise TerrainError(
                    f"{self.path.name} lacks {' or '.join(keys)}; add a line with the keyword and a number"
                )
            return default
        try:
            value = float(self._values[key])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise TerrainError(f"{self.path.name}: {key} is '{self._values[key]}'; it must be a number like 30.0")
        return value

    def count(self, key: str, *, least: int, default: float | None = None) -> int:
        value = self.number(key, default=default)
        if value != int(value) or not least <= value <= MAX_BYTES:
            raise TerrainError(
                f"{self.path.name}: {key} is {value:g}; it must be a whole number from {least} to {MAX_BYTES}"
            )
        return int(value)

    def nodata(self) -> float | None:
        """Return the declared code for "no height", None for a word that is not a number."""
        try:
            return float(self._values.get("NODATA", self._values.get("NODATA_VALUE", "")))
        except ValueError:
            return None


def _south_west_post(header: _Header, rows: int, step_x: float, step_y: float) -> tuple[float, float]:
    if "ULXMAP" in header:
        return header.number("ULXMAP"), header.number("ULYMAP") - (rows - 1) * step_y
    west = header.number("XLLCENTER", "XLLCORNER") + (0.0 if "XLLCENTER" in header else 0.5 * step_x)
    south = header.number("YLLCENTER", "YLLCORNER") + (0.0 if "YLLCENTER" in header else 0.5 * step_y)
    return west, south


def _cell_type(header: _Header, suffix: str) -> np.dtype[np.generic]:
    is_float = suffix == ".flt"
    kind = header.word("PIXELTYPE", ("", "UNSIGNEDINT", "SIGNEDINT", "FLOAT"), default="FLOAT" if is_float else "")
    bits = header.count("NBITS", least=1, default=32 if is_float else 8)
    if (kind, bits) not in KINDS:
        raise TerrainError(
            f"{header.path.name}: cells of {bits} bits{' ' + kind if kind else ''}; Motorpool reads whole numbers "
            "of 8, 16 and 32 bits and FLOAT of 32 and 64: convert the grid with gdal_translate -ot Float32"
        )
    order = header.word("BYTEORDER", tuple(BYTE_ORDERS), default="I")
    return np.dtype(BYTE_ORDERS[order] + KINDS[kind, bits])


def _reader(path: Path, header: _Header, rows: int, columns: int) -> Callable[[Window], Reading]:
    """Return the raster's ``read`` function, after checking the size of the file against its header."""
    cell = _cell_type(header, path.suffix.lower())
    bands = header.count("NBANDS", least=1, default=1)
    layout = header.word("LAYOUT", ("BIL", "BSQ", "BIP"), default="BIL")
    if layout == "BIP" and bands > 1:
        raise TerrainError(f"{header.path.name}: {bands} bands cell by cell (BIP); export one: gdal_translate -b 1")
    skip = header.count("SKIPBYTES", least=0, default=0)
    band_row = header.count("BANDROWBYTES", least=columns * cell.itemsize, default=columns * cell.itemsize)
    row_bytes = band_row
    if layout == "BIL":
        row_bytes = header.count("TOTALROWBYTES", least=band_row, default=bands * band_row)
    needed = skip + (rows - 1) * row_bytes + columns * cell.itemsize
    declared = header.nodata()
    with open_input(path, max_bytes=MAX_BYTES, error=TerrainError) as file:
        if (size := file.seek(0, 2)) < needed:
            raise TerrainError(
                f"{path.name} has {size} bytes; {needed} are needed for {rows} x {columns} cells of "
                f"{8 * cell.itemsize} bits, as {header.path.name} declares: the file is truncated or its header is "
                "wrong: create it again"
            )

    def read(window: Window) -> Reading:
        shape = window.last_row - window.first_row, window.last_column - window.first_column
        check_size(path.name, *shape)
        cells: NDArray[np.generic] = np.empty(shape, cell)
        with open_input(path, max_bytes=MAX_BYTES, error=TerrainError) as file:
            for row in range(shape[0]):
                file.seek(skip + (rows - 1 - window.first_row - row) * row_bytes + window.first_column * cell.itemsize)
                cells[row] = np.frombuffer(file.read(shape[1] * cell.itemsize), cell)
        check_byte_order(cells, path.name)
        return reading_of(cells, declared=declared)

    return read
