"""Columns of a recording: their units and resolution, and the packing of a chunk's rows.

A row is one vehicle at one tick. Rows come in chunks of about ten simulated seconds; in a chunk they
are sorted by vehicle, then by tick, so that the difference between neighbours is small: packed as
differences (DELTA_BINARY_PACKED) and compressed (zstd), a row takes a few bytes.

A vehicle that is absent at all ticks of a chunk (``world.remote``) has no rows in it. The rows of a chunk's first
vehicle carry the journal (``journal.py``), in a column of its own that is null in all other rows. The description names
the fleets that the world was built with, the journal those that were added later (``world.add``), where a chunk begins.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..world.drivers.kinds import ABSENT

Values = NDArray[np.float64]  # (columns, ticks, vehicles), in the order of COLUMNS
Ticks = NDArray[np.int32]
Journal = Sequence[bytes | None]  # of each tick; only recordings that can be replayed keep it

FORMAT = 5  # version of the columns of a recording, in its description
ABOUT_KEY = "motorpool"
MAX_FILE_BYTES = 1 << 62  # a recording may fill the disk


class Column(NamedTuple):
    """One recorded quantity: ``stored = round(value * scale)``."""

    name: str
    quantity: str  # its name in world.vehicles
    scale: float  # stored units in one unit of the world
    type: type[np.signedinteger[Any]] | type[np.unsignedinteger[Any]]
    meaning: str


COLUMNS = (
    Column("x_mm", "x", 1e3, np.int32, "east [mm]"),
    Column("y_mm", "y", 1e3, np.int32, "north [mm]"),
    Column("z_mm", "z", 1e3, np.int32, "up [mm]"),
    Column("yaw_tenth_mrad", "yaw", 1e4, np.int16, "counter-clockwise from east [0.1 mrad]"),
    Column("pitch_tenth_mrad", "pitch", 1e4, np.int16, "nose down positive [0.1 mrad]"),
    Column("roll_tenth_mrad", "roll", 1e4, np.int16, "right side down positive [0.1 mrad]"),
    Column("speed_mm_s", "speed", 1e3, np.int32, "forward positive [mm/s]"),
    Column("steer_permille", "steer", 1e3, np.int16, "steering as it is, left positive [1/1000 of full]"),
    Column("throttle_permille", "throttle", 1e3, np.int16, "wanted, backward negative [1/1000 of full]"),
    Column("brake_permille", "brake", 1e3, np.int16, "wanted [1/1000 of full]"),
    Column("driver", "driver", 1.0, np.int8, "0 autopilot, 1 script, 2 player, 3 another program, 4 none: absent"),
    Column("status", "status", 1.0, np.uint32, "bits of motorpool.Status"),
)

DRIVER = next(place for place, column in enumerate(COLUMNS) if column.quantity == "driver")

# A buffered row is 12 columns of 8 bytes: two full buffers are at most 200 MB. A single tick may have more rows.
MAX_CHUNK_ROWS = 1 << 20

# Beyond what any recorder writes, so that a small file cannot fill the memory.
MAX_JOURNAL_BYTES = 1 << 28  # of a chunk
_PAGE_BYTES = 1 << 16  # added for columns with few rows

MISSING = -(1 << 62)  # represents a missing value: less than any value of a column

JOURNAL = "journal"  # column with the actions of people, events and checksums since the row before

ENCODING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 1,
    "use_dictionary": False,
    "column_encoding": {
        **dict.fromkeys(["tick", "vehicle", *(column.name for column in COLUMNS)], "DELTA_BINARY_PACKED"),
        JOURNAL: "PLAIN",
    },
    "write_statistics": ["tick", "vehicle"],
}


def schema() -> Any:
    """Return the Arrow schema of a recording."""
    arrow = require("pyarrow", extra="app", purpose="recording")
    keys = [("tick", arrow.int32()), ("vehicle", arrow.int32())]
    columns = [(column.name, arrow.from_numpy_dtype(column.type)) for column in COLUMNS]
    return arrow.schema([*keys, *columns, (JOURNAL, arrow.binary())])


def most_bytes(row_count: int) -> dict[str, int]:
    """Return the bytes that the pages of each column may have before they are decoded."""
    numbers = dict.fromkeys(["tick", "vehicle", *(column.name for column in COLUMNS)], 16 * row_count + _PAGE_BYTES)
    return {**numbers, JOURNAL: 16 * row_count + MAX_JOURNAL_BYTES}


def pack(values: Values, ticks: Ticks, journal: Journal = ()) -> Any:
    """Return a table of rows, sorted by vehicle, then tick; vehicles that are absent at all ticks are left out.

    Args:
        values: shape (columns, ticks, vehicles).
        journal: entries of each tick, for the rows of the first vehicle; none by default.
    """
    arrow = require("pyarrow", extra="app", purpose="recording")
    ids = present_in(values)
    arrays = [arrow.array(np.tile(ticks, len(ids))), arrow.array(np.repeat(ids, len(ticks)))]
    some = values if len(ids) == values.shape[2] else values[:, :, ids]
    scratch = np.empty((len(ids), len(ticks)))
    for column, block in zip(COLUMNS, some, strict=True):
        arrays.append(_quantised(column, block, scratch))
    stored = arrow.array(journal, arrow.binary())
    arrays.append(arrow.concat_arrays([stored, arrow.nulls(len(arrays[0]) - len(journal), arrow.binary())]))
    return arrow.Table.from_arrays(arrays, schema=schema())


def quantised(values: NDArray[np.float64]) -> Iterator[NDArray[np.int64]]:
    """Yield each stored column (ticks, vehicles) of (columns, ticks, vehicles); missing values are the least."""
    scratch = np.empty(values.shape[:0:-1])
    for column, block in zip(COLUMNS, values, strict=True):
        stored = _quantised(column, block, scratch).cast("int64").fill_null(MISSING).to_numpy()
        yield stored.reshape(scratch.shape).T


def present_in(values: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return the ids of the vehicles with rows, of (columns, ticks, vehicles): the first if none is ever present."""
    is_present = (values[DRIVER] != ABSENT).any(axis=0)
    if not is_present.any():
        is_present[:1] = True  # it carries the journal
    return np.flatnonzero(is_present).astype(np.int32)


def _quantised(column: Column, block: NDArray[np.float64], scratch: NDArray[np.float64]) -> Any:
    """Return a column as integers; values that are not finite become null, values out of range the nearest in range."""
    arrow = require("pyarrow", extra="app", purpose="recording")
    limits = np.iinfo(column.type)
    with np.errstate(over="ignore"):  # an overflow is infinite, and so missing
        np.multiply(block.T, column.scale, out=scratch)
    np.rint(scratch, out=scratch)
    is_missing = None
    if not (scratch.min(initial=0.0) >= limits.min and scratch.max(initial=0.0) <= limits.max):  # also false for NaN
        is_missing = ~np.isfinite(scratch)
        _make_fit(scratch, column, is_missing)
    stored = scratch.astype(column.type).ravel()
    return arrow.array(stored, mask=None if is_missing is None else is_missing.ravel())


def _make_fit(values: NDArray[np.float64], column: Column, is_missing: NDArray[np.bool_]) -> None:
    values[is_missing] = 0.0
    if column.quantity == "yaw":
        turn = 2.0 * math.pi * column.scale
        values -= np.rint(turn * np.rint(values / turn))
    limits = np.iinfo(column.type)
    np.clip(values, limits.min, limits.max, out=values)


class Quantity(NamedTuple):
    """A column of a table in SI units."""

    name: str  # as in world.vehicles
    unit: str  # "m", "rad", "m/s"; "1" for fractions; "" for counts and ids
    meaning: str
    decimals: int | None  # in a text table; None for whole numbers

    @property
    def name_with_unit(self) -> str:
        """Return the name as a heading that is also an identifier: "speed_m_s"."""
        return f"{self.name}_{self.unit.replace('/', '_')}" if self.unit not in ("", "1") else self.name


_UNITS = {"mm": ("m", 4), "0.1 mrad": ("rad", 6), "mm/s": ("m/s", 4), "1/1000 of full": ("1", 4)}


def _quantity(name: str, meaning: str) -> Quantity:
    words, _, stored = meaning.removesuffix("]").partition(" [")
    unit, decimals = _UNITS.get(stored, ("", None))
    return Quantity(name, unit, words, decimals)


QUANTITIES = tuple(_quantity(column.quantity, column.meaning) for column in COLUMNS)
