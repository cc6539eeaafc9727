"""Format of a recording: its columns, their units and resolution, and the packing of a chunk.

A row is one vehicle at one tick. Rows come in chunks of about ten simulated seconds; in a chunk they
are sorted by vehicle, then by tick, so that the difference between neighbours is small: packed as
differences (DELTA_BINARY_PACKED) and compressed (zstd), a row takes a few bytes.

The rows of vehicle 0 carry the journal (``journal.py``), in a column of its own that is null elsewhere.
"""

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import require
from .origin import machine, other_sources

if TYPE_CHECKING:
    from ..world import World
    from .journal import Journal

FORMAT = 2
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
    Column("driver", "driver", 1.0, np.int8, "0 autopilot, 1 script, 2 player"),
    Column("status", "status", 1.0, np.uint32, "bits of motorpool.Status"),
)

JOURNAL = "journal"  # the column with what people did, events and checksums, since the row before

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
    """The Arrow schema of a recording."""
    arrow = require("pyarrow", extra="app", purpose="recording")
    keys = [("tick", arrow.int32()), ("vehicle", arrow.int32())]
    columns = [(column.name, arrow.from_numpy_dtype(column.type)) for column in COLUMNS]
    return arrow.schema([*keys, *columns, (JOURNAL, arrow.binary())])


def describe(world: "World", every: int, journal: "Journal") -> dict[str, str]:
    """Return a recording's description, as the key and JSON text of Parquet's file metadata.

    Args:
        world: that is recorded.
        every: each tick that this divides has rows.
        journal: of the recording, which has seen the first tick.
    """
    from .. import __version__

    about: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "dt": world.dt,
        "every": every,
        "seed": world.seed,
        "scenario": world.scenario,
        "folder": str(world.scenario_folder),
        "name": world.name,
        "first_tick": journal.first_tick,
        "machine": machine(),
        "sources": other_sources(world),
        "checked": journal.names,
        "terrain": _terrain(world.terrain),
        "objects": world.objects.count,
        "fleets": _fleets(world),
        "columns": {column.name: {"scale": column.scale, "meaning": column.meaning} for column in COLUMNS},
    }
    return {ABOUT_KEY: json.dumps(about)}


def _terrain(terrain: Any) -> dict[str, Any]:
    about = {"name": terrain.name, "source": terrain.source}
    if getattr(terrain, "crs", None) is None:
        return about
    east, north = terrain.origin_easting, terrain.origin_northing
    return {**about, "crs": terrain.crs, "origin_easting": east, "origin_northing": north}


def _fleets(world: "World") -> list[dict[str, Any]]:
    first = 0
    fleets: list[dict[str, Any]] = []
    for fleet in world.fleets:
        named = {"name": fleet.name, "model": fleet.model.name, "kind": fleet.kind}
        fleets.append({**named, "first": first, "count": fleet.count, "body": fleet.body._asdict()})
        first += fleet.count
    return fleets


def pack(values: NDArray[np.float64], ticks: NDArray[np.int32], journal: Sequence[bytes | None] = ()) -> Any:
    """Return a table of rows, sorted by vehicle, then tick.

    Args:
        values: shape (columns, ticks, vehicles).
        ticks: shape (ticks,).
        journal: what vehicle 0's rows carry of it, one a tick; none by default.
    """
    arrow = require("pyarrow", extra="app", purpose="recording")
    vehicle_count = values.shape[2]
    arrays = [
        arrow.array(np.tile(ticks, vehicle_count)),
        arrow.array(np.repeat(np.arange(vehicle_count, dtype=np.int32), len(ticks))),
    ]
    scratch = np.empty((vehicle_count, len(ticks)))
    for column, block in zip(COLUMNS, values, strict=True):
        arrays.append(_quantised(column, block, scratch))
    carried = arrow.array(journal, arrow.binary())
    arrays.append(arrow.concat_arrays([carried, arrow.nulls(len(arrays[0]) - len(carried), arrow.binary())]))
    return arrow.Table.from_arrays(arrays, schema=schema())


def _quantised(column: Column, block: NDArray[np.float64], scratch: NDArray[np.float64]) -> Any:
    """One column as integers; what is not finite becomes null, what does not fit the nearest that does."""
    arrow = require("pyarrow", extra="app", purpose="recording")
    limits = np.iinfo(column.type)
    np.multiply(block.T, column.scale, out=scratch)
    np.rint(scratch, out=scratch)
    is_missing = None
    if not (scratch.min(initial=0.0) >= limits.min and scratch.max(initial=0.0) <= limits.max):  # false for NaN, too
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
