"""Format of a recording: its columns, their units and resolution, and the packing of a chunk.

A row is one vehicle at one tick. Rows come in chunks of about ten simulated seconds; in a chunk they
are sorted by vehicle, then by tick, so that the difference between neighbours is small: packed as
differences (DELTA_BINARY_PACKED) and compressed (zstd), a row takes a few bytes.

A vehicle that is absent at all ticks of a chunk (``world.remote``) has no rows in it. The rows of a chunk's first
vehicle carry the journal (``journal.py``), in a column of its own that is null in all other rows. The description names
the fleets that the world was built with, the journal those that were added later (``world.add``), where a chunk begins.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import require
from ..vehicles import motor_pool
from ..world.drivers.kinds import ABSENT
from .origin import files_of, machine, other_sources, portable_model, portable_scenario, terrain_hash

if TYPE_CHECKING:
    from ..fleet import Fleet
    from ..world import World
    from .journal import Journal as WrittenJournal

Values = NDArray[np.float64]  # (columns, ticks, vehicles), in the order of COLUMNS
Ticks = NDArray[np.int32]
Journal = Sequence[bytes | None]  # of each tick; only recordings that can be replayed keep it

FORMAT = 5  # 1 had no journal, 2 no chain, 3 frames around row groups, 4 no vehicles that come later
UNCHAINED = 2  # formats up to this one have no chain
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


def describe(world: "World", every: int, journal: "WrittenJournal") -> dict[str, str]:
    """Return a recording's description, as the key and JSON text of Parquet's file metadata.

    The ``journal`` has seen the first tick.
    """
    from .. import __version__

    about: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "every": every,
        "scenario": portable_scenario(world.scenario),
        **made_of(world),
        "vehicles": [shipped_vehicle(fleet) for fleet in world.fleets],
        "first_tick": journal.first_tick,
        "machine": machine(),
        "sources": other_sources(world),
        "checked": journal.names,
        "checked_every": journal.interval,
        "files": files_of(world),
        "columns": {column.name: {"scale": column.scale, "meaning": column.meaning} for column in COLUMNS},
    }
    return {ABOUT_KEY: json.dumps(about)}


def made_of(world: "World") -> dict[str, Any]:
    """Return the part of a description that is the same when the scenario is built again."""
    return {
        "dt": world.dt,
        "seed": world.seed,
        "name": world.name,
        "terrain": _terrain(world.terrain),
        "objects": world.objects.count,
        "fleets": fleets_in(world.population.built),
        "code": [{"file": file.path.name, "sha256": file.sha256} for file in world.code],
    }


def _terrain(terrain: Any) -> dict[str, Any]:
    about = {"name": terrain.name, "source": terrain.source, "sha256": terrain_hash(terrain)}
    if getattr(terrain, "crs", None) is None:
        return about
    east, north = terrain.origin_easting, terrain.origin_northing
    return {**about, "crs": terrain.crs, "origin_easting": east, "origin_northing": north}


def fleets_in(fleets: Iterable["Fleet"], *, first: int = 0) -> list[dict[str, Any]]:
    """Return the descriptions of fleets.

    Args:
        first: id of the first vehicle.
    """
    found: list[dict[str, Any]] = []
    for fleet in fleets:
        named = {"name": fleet.name, "model": portable_model(fleet.model.name), "kind": fleet.kind}
        found.append({**named, "first": first, "count": fleet.count, "body": fleet.body._asdict()})
        first += fleet.count
    return found


def shipped_vehicle(fleet: "Fleet") -> str:
    """Return the name of a fleet's vehicle; of a file, that of the vehicle that ships on which it is based, or ""."""
    vehicle, shipped = fleet.model.vehicle, motor_pool.names()
    while vehicle is not None and vehicle.name not in shipped:
        vehicle = vehicle.base
    return vehicle.name if vehicle is not None else ""


def pack(values: Values, ticks: Ticks, journal: Journal = ()) -> Any:
    """Return a table of rows, sorted by vehicle, then tick; vehicles that are absent at all ticks are left out.

    Args:
        values: shape (columns, ticks, vehicles).
        journal: of each tick, for the rows of the first vehicle; none by default.
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
