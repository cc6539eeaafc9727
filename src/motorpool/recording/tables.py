"""Rows of a recording: checked as they are read, and as the tables of other libraries and files, in SI units.

``Recording.to_pandas()``, ``to_xarray()``, ``to_csv()`` and ``to_mcap()`` take a selection of vehicles and of ticks.
"""

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError, require, unknown_name
from ..base.wording import counted
from ..world.drivers.kinds import ABSENT
from .columns import ABOUT_KEY, COLUMNS, DRIVER, MISSING, QUANTITIES, schema
from .formats import begin_file
from .journal import Entry

if TYPE_CHECKING:
    from .recording import Recording

KEYS = ("tick", "vehicle")


class Rows(NamedTuple):
    """Rows of some ticks, of every vehicle that is present at one of them or more."""

    ticks: NDArray[np.int32]  # ticks that have rows
    vehicles: NDArray[np.int32]  # ids, ascending
    table: Any  # of Arrow, sorted by vehicle, then tick, in the units of the file
    journal: list[Entry]  # of these ticks, and of those between them and the row before

    def by_tick(self, name: str) -> NDArray[np.int64]:
        """Return a column of the file as (ticks, vehicles), in its units; a missing value is below all others."""
        filled = self.table[name].cast("int64").fill_null(MISSING).to_numpy()
        return filled.reshape(len(self.vehicles), len(self.ticks)).T


def values_of(rows: Rows, name: str, scale: float) -> NDArray[np.float64]:
    """Return a column as (ticks, vehicles) in the world's units, each ``scale`` stored ones; missing ones are NaN."""
    stored = np.asarray(rows.table[name].to_numpy(), np.float64)
    return stored.reshape(len(rows.vehicles), len(rows.ticks)).T / scale


def absent_in(rows: Rows) -> NDArray[np.bool_]:
    """Return a mask of absent vehicles, (ticks, vehicles)."""
    return rows.by_tick("driver") == ABSENT


def check_rows(table: Any, *, tick_count: int, vehicle_count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the ticks and the vehicles of a chunk of an Arrow table, sorted by vehicle, then tick.

    Raises:
        RecordingError: the rows are others.
    """
    types = dict(zip(schema().names, schema().types, strict=True))
    for field in table.schema:
        if types.get(field.name) != field.type:
            raise RecordingError(f"its column {field.name[:40]!r} holds {field.type}; it must be another column")
    _check_drivers(table)
    ticks, ids = (table[name] for name in KEYS)
    if ticks.null_count or ids.null_count or table.num_rows % tick_count:
        raise RecordingError(
            f"{counted(table.num_rows, 'row')} of {counted(tick_count, 'tick')} have no tick or vehicle"
        )
    all_ticks, all_ids = ticks.to_numpy().reshape(-1, tick_count), ids.to_numpy().reshape(-1, tick_count)
    own_ticks, own_ids = all_ticks[0].copy(), all_ids[:, 0].copy()
    if (all_ticks != own_ticks).any() or (own_ids != all_ids.T).any():
        raise RecordingError("its rows are not sorted by vehicle, then tick")
    if (np.diff(own_ids) <= 0).any() or own_ids[0] < 0 or own_ids[-1] >= vehicle_count:
        raise RecordingError(f"it has rows of other vehicles than 0 to {vehicle_count - 1}")
    return own_ticks, own_ids


def _check_drivers(table: Any) -> None:
    """Refuse unknown or missing drivers and missing status bits: these columns hold codes, not measurements."""
    for name in {"driver", "status"} & set(table.column_names):
        if table[name].null_count:
            raise RecordingError(f"its column {name} has missing values")
    if "driver" in table.column_names:
        drivers = table["driver"].to_numpy()
        if not ((drivers >= 0) & (drivers <= ABSENT)).all():
            raise RecordingError(f"its drivers are {drivers.min()} to {drivers.max()}; they must be 0 to {ABSENT}")


Vehicles = int | str | Iterable[int] | None  # one id, the name of a fleet, several ids, or None for all
Block = tuple[NDArray[np.float64], NDArray[np.int32]]  # values (columns, ticks, vehicles) in SI units, and the ticks


def as_data_frame(recording: "Recording", vehicles: Vehicles, every: int) -> Any:
    """Return a pandas DataFrame; see ``Recording.to_pandas``."""
    pandas = require("pandas", extra="data", purpose="a recording as a DataFrame")
    ids = chosen_vehicles(recording, vehicles)
    values, ticks = joined(recording, ids, every)
    names = fleet_names(recording.about, ids)
    columns: dict[str, Any] = {
        "time": np.repeat(ticks * recording.about["dt"], len(ids)),
        "vehicle": np.tile(ids, len(ticks)),
        "fleet": pandas.Categorical(np.tile(names, len(ticks)), categories=list(dict.fromkeys(names))),
    }
    for quantity, block in zip(QUANTITIES, values, strict=True):
        columns[quantity.name] = _typed(block.ravel(), quantity.decimals)
    frame = pandas.DataFrame(columns)
    is_absent = columns["driver"] == ABSENT
    if is_absent.any():
        frame = frame[~is_absent].reset_index(drop=True)
    frame.attrs = {
        "units": {"time": "s", **{quantity.name: quantity.unit for quantity in QUANTITIES if quantity.unit}},
        "meanings": {"time": "since the world began", **{quantity.name: quantity.meaning for quantity in QUANTITIES}},
        "recording": dict(recording.about),
    }
    return frame


def as_data_set(recording: "Recording", vehicles: Vehicles, every: int) -> Any:
    """Return an xarray Dataset; see ``Recording.to_xarray``. Where a vehicle is absent, its driver is 4."""
    xarray = require("xarray", extra="data", purpose="a recording as a Dataset")
    ids = chosen_vehicles(recording, vehicles)
    values, ticks = joined(recording, ids, every)
    variables = {
        quantity.name: (
            ("time", "vehicle"),
            _typed(block, quantity.decimals),
            {"long_name": quantity.meaning, **({"units": quantity.unit} if quantity.unit else {})},
        )
        for quantity, block in zip(QUANTITIES, values, strict=True)
    }
    times = ("time", ticks * recording.about["dt"], {"long_name": "since the world began", "units": "s"})
    coordinates = {
        "time": times,
        "vehicle": ("vehicle", ids, {"long_name": "id of the vehicle"}),
        "fleet": ("vehicle", np.array(fleet_names(recording.about, ids), object)),
    }
    about = {key: value if isinstance(value, str) else json.dumps(value) for key, value in recording.about.items()}
    return xarray.Dataset(variables, coordinates, about)


def write_file(
    recording: "Recording",
    path: str | os.PathLike[str],
    vehicles: Vehicles,
    every: int,
    *,
    suffix: str,
    overwrite: bool,
) -> Path:
    """Write a selection of a recording as a ".csv" or ".mcap" file; returns its path.

    Raises:
        RecordingError: the file exists, or cannot be written, or there are no such vehicles.
    """
    file = Path(path)
    if file.suffix.lower() != suffix:
        raise RecordingError(f"{file} must end in {suffix}")
    ids = chosen_vehicles(recording, vehicles)
    _check_every(every)
    about = {ABOUT_KEY: json.dumps(recording.about)}
    try:
        with io.FileIO(file, "w+" if overwrite else "x+") as stream:
            rows = begin_file(stream, file, about, vehicle_ids=ids)
            for values, ticks in _blocks(recording, ids, every):
                rows.append(values, ticks)
            rows.close()
    except FileExistsError as error:
        raise RecordingError(f"{file} exists already; choose another name, or write overwrite=True") from error
    except RecordingError:  # an OSError, too
        raise
    except OSError as error:
        raise RecordingError(f"{file} cannot be written: {(error.strerror or str(error)).lower()}") from error
    return file


def joined(recording: "Recording", ids: NDArray[np.int64], every: int) -> Block:
    """Return the rows of vehicles as one block."""
    _check_every(every)
    blocks = list(_blocks(recording, ids, every))
    if not blocks:
        return np.empty((len(COLUMNS), 0, len(ids))), np.empty(0, np.int32)
    return np.concatenate([values for values, _ in blocks], axis=1), np.concatenate([ticks for _, ticks in blocks])


def _blocks(recording: "Recording", ids: NDArray[np.int64], every: int) -> Iterator[Block]:
    """Yield the rows of each chunk, in the order of time: one at a time, so that memory stays small.

    A vehicle without rows in a chunk is absent: its driver is ``ABSENT``, its other values are NaN.
    """
    for rows in recording.chunks():
        wanted = np.flatnonzero(rows.ticks % every == 0)
        if not wanted.size:
            continue
        _, places, sources = np.intersect1d(ids, rows.vehicles, assume_unique=True, return_indices=True)
        values = np.full((len(COLUMNS), len(wanted), len(ids)), np.nan)
        values[DRIVER] = ABSENT
        for column, block in zip(COLUMNS, values, strict=True):
            block[:, places] = values_of(rows, column.name, column.scale)[np.ix_(wanted, sources)]
        yield values, rows.ticks[wanted]


def chosen_vehicles(recording: "Recording", vehicles: Vehicles) -> NDArray[np.int64]:
    """Return the ids of chosen vehicles.

    Raises:
        RecordingError: there are no such vehicles.
    """
    count = recording.vehicle_count
    if vehicles is None:
        return np.arange(count)
    if isinstance(vehicles, str):
        fleets = {fleet["name"]: fleet for fleet in recording.about["fleets"]}
        if vehicles not in fleets:
            raise RecordingError(unknown_name(str(recording.path), "fleet", vehicles, fleets))
        first, fleet_count = int(fleets[vehicles]["first"]), int(fleets[vehicles]["count"])
        return np.arange(first, first + fleet_count)
    ids = np.unique(np.atleast_1d(np.asarray([vehicles] if isinstance(vehicles, int) else list(vehicles), np.int64)))
    wrong = ids[(ids < 0) | (ids >= count)]
    if wrong.size:
        raise RecordingError(f"{recording.path} has vehicles 0 to {count - 1}; there is no vehicle {wrong[0]}")
    return ids


def _check_every(every: int) -> None:
    if every < 1:
        raise RecordingError(f"every is {every}; it must be 1 (each recorded tick) or more")


def fleet_names(about: Mapping[str, Any], ids: Sequence[int] | NDArray[np.int64]) -> list[str]:
    """Return the name of the fleet of each vehicle."""
    firsts = [fleet["first"] for fleet in about["fleets"]]
    places = np.searchsorted(firsts, ids, side="right") - 1
    return [str(about["fleets"][place]["name"]) for place in places]


def _typed(values: NDArray[np.float64], decimals: int | None) -> NDArray[Any]:
    if decimals is None:
        return np.where(np.isfinite(values), values, 0.0).astype(np.int64)
    return values
