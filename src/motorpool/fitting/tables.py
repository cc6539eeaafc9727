"""Files of logs: CSV, Parquet and MCAP, and our own recordings in all three, as columns of numbers.

Nothing here knows what a column means. Times of MCAP are those at which messages were logged; the topics of one file
are put on one line of time, with NaN where a topic has no message.
"""

import csv
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import FitError, RecordingError, require
from ..files import check_input, read_text
from ..observers.recording import is_recording, read_recording

Floats = NDArray[np.float64]

MOST_BYTES = 1 << 31  # of a log
MOST_TICKS = 1 << 24  # of a recording: 77 hours at 60 Hz; a small file can have any number of equal rows
SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".mcap")
VEHICLE = "vehicle"  # the column by which the vehicles of a table are told apart
STATE_TOPIC = "/state"  # of our own MCAP: a message of all vehicles of a fleet
LOG_TIME = "time"


class Table(NamedTuple):
    """A file of a log."""

    path: Path
    columns: dict[str, Floats]  # by their headings; NaN where a cell is empty or no number
    model: str = ""  # of the vehicle, where the file says it


def read_table(path: Path, *, vehicle: int | None) -> Table:
    """Return the columns of a file, of one vehicle.

    Args:
        path: of a .csv, .parquet or .mcap file.
        vehicle: number of the vehicle; None where the file has one only.

    Raises:
        FitError: there is no such file, it cannot be read, or has several vehicles of which none was chosen.
    """
    if not path.exists():
        raise FitError(f"there is no log {path}; name a .csv, .parquet or .mcap file")
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FitError(f"{path} is no log that can be read; it must be a .csv, .parquet or .mcap file")
    check_input(path, max_bytes=MOST_BYTES, error=FitError)
    if suffix == ".parquet":
        return _parquet(path, vehicle)
    columns = _mcap(path, vehicle) if suffix == ".mcap" else _csv(path)
    return Table(path, _of_vehicle(path, columns, vehicle))


def _of_vehicle(path: Path, columns: dict[str, Floats], vehicle: int | None) -> dict[str, Floats]:
    """Return the rows of one vehicle of a table that has a column of vehicles."""
    if VEHICLE not in columns:
        if vehicle is not None:
            raise FitError(f"{path} has no column {VEHICLE}, so there is nothing to choose; leave --vehicle out")
        return columns
    numbers = columns.pop(VEHICLE)
    there = np.unique(numbers[np.isfinite(numbers)]).astype(int)
    if vehicle is None and there.size > 1:
        raise FitError(f"{path} has the vehicles {_spanned(there)}; choose one: --vehicle {there[0]}")
    chosen = int(there[0]) if vehicle is None and there.size else vehicle
    if chosen not in there:
        raise FitError(f"{path} has the vehicles {_spanned(there)}; there is no vehicle {vehicle}")
    return {name: values[numbers == chosen] for name, values in columns.items()}


def _spanned(ids: NDArray[Any]) -> str:
    return ", ".join(map(str, ids)) if ids.size <= 6 else f"{ids[0]} to {ids[-1]}"


# ---- CSV


def _csv(path: Path) -> dict[str, Floats]:
    text = read_text(path, max_bytes=MOST_BYTES, error=FitError, encoding="utf-8-sig")
    numbered = enumerate(text.split("\n"), 1)
    lines = {number: line for number, line in numbered if line.strip() and not line.lstrip().startswith("#")}
    if len(lines) < 2:
        raise FitError(f"{path} has {len(lines)} lines; a log has a line of headings and a line for each time")
    sign = max(";\t,", key=next(iter(lines.values())).count)
    rows = _cells(path, lines, sign)
    headings = [cell.strip() for cell in rows[0]]
    body = rows[1:]
    if not any(math.isfinite(_number(cell)) for cell in body[0]):
        body = body[1:]  # a second line of units
    has_commas = sign != "," and any("," in cell for cell in body[0]) if body else False
    columns: dict[str, Floats] = {}
    for place, heading in enumerate(headings):
        cells = (row[place] if place < len(row) else "" for row in body)
        columns[heading] = np.array([_number(cell.replace(",", ".") if has_commas else cell) for cell in cells])
    return columns


def _cells(path: Path, lines: Mapping[int, str], sign: str) -> list[list[str]]:
    """Return the cells of lines, which are given with their numbers."""
    reader = csv.reader((f"{line}\n" for line in lines.values()), delimiter=sign)
    numbers = list(lines)
    rows: list[list[str]] = []
    begin = 0
    try:
        for row in reader:
            rows.append(row)
            begin = reader.line_num
    except csv.Error as error:
        raise FitError(
            f"{path}:{numbers[begin]}: a cell begins here that cannot be read ({error}); each cell must be a number, a "
            "time or empty: look for a quotation mark without a second one"
        ) from error
    return rows


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return _moment(cell.strip())


def _moment(cell: str) -> float:
    """Return a date with a time as seconds; NaN for anything else."""
    if len(cell) < 10 or cell[4:5] != "-":
        return math.nan
    try:
        return float(np.datetime64(cell.rstrip("Z").replace(" ", "T"), "ns").astype(np.int64)) * 1e-9
    except ValueError:
        return math.nan


# ---- Parquet


def _parquet(path: Path, vehicle: int | None) -> Table:
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a Parquet log")
    arrow = require("pyarrow", extra="app", purpose="reading a Parquet log")
    if is_recording(path):
        return _recording(path, vehicle)
    try:
        table = parquet.read_table(path)
    except (arrow.ArrowException, OSError, ValueError, MemoryError) as error:
        raise FitError(f"{path} is no Parquet file that can be read: {' '.join(str(error).split())[:200]}") from error
    columns = {name: _floats(table[name]) for name in table.column_names}
    return Table(path, _of_vehicle(path, {name: c for name, c in columns.items() if c is not None}, vehicle))


def _floats(column: Any) -> Floats | None:
    """Return a column of numbers or moments; None of anything else."""
    values = column.to_numpy()
    if np.issubdtype(values.dtype, np.datetime64):
        return values.astype("datetime64[ns]").astype(np.int64) * 1e-9
    try:
        return np.asarray(values, np.float64)
    except (TypeError, ValueError):
        return None


def _recording(path: Path, vehicle: int | None) -> Table:
    """Return the track of a vehicle of one of our own recordings."""
    try:
        recording = read_recording(path)
        if vehicle is None and recording.vehicle_count > 1:
            raise FitError(f"{path} has the vehicles 0 to {recording.vehicle_count - 1}; choose one: --vehicle 0")
        if recording.tick_count > MOST_TICKS:
            raise FitError(f"{path} has {recording.tick_count} recorded ticks; a log may have at most {MOST_TICKS}")
        track = recording.vehicle(vehicle or 0)
    except RecordingError as reason:
        raise FitError(str(reason)) from reason
    fleet = [fleet for fleet in recording.about["fleets"] if fleet["first"] <= (vehicle or 0)][-1]
    columns = {name: np.asarray(values, np.float64) for name, values in track._asdict().items()}
    return Table(path, columns, fleet["model"])


# ---- MCAP


def _mcap(path: Path, vehicle: int | None) -> dict[str, Floats]:
    """Return the numbers of all messages by topic and field, on one line of time."""
    reader = require("mcap.reader", extra="app", purpose="reading an MCAP log")
    protobuf = require("mcap_protobuf.decoder", extra="app", purpose="reading an MCAP log").DecoderFactory()
    series: dict[str, tuple[list[float], list[dict[str, float]]]] = {}
    strange: set[str] = set()
    try:
        with path.open("rb") as stream:
            for schema, channel, message in reader.make_reader(stream).iter_messages():
                values = _values_of(schema, channel, message, protobuf, vehicle)
                if values is None:
                    strange.add(f"{channel.topic} ({channel.message_encoding})")
                    continue
                times, rows = series.setdefault(channel.topic, ([], []))
                times.append(message.log_time * 1e-9)
                rows.append(values)
    except FitError as error:
        raise FitError(f"{path}: {error}") from error
    except Exception as error:
        raise FitError(f"{path} is no MCAP file that can be read: {error}") from error
    filled = {topic: content for topic, content in series.items() if any(content[1])}
    if not filled:
        seen = f"; it has {', '.join(sorted(strange)[:4])}" if strange else ""
        raise FitError(f"{path} has no messages with numbers in protobuf or JSON{seen}: write them as CSV instead")
    return _joined(filled)


def _values_of(schema: Any, channel: Any, message: Any, protobuf: Any, vehicle: int | None) -> Any:
    if channel.message_encoding == "json":
        return dict(_flat(json.loads(message.data)))
    if channel.message_encoding != "protobuf":
        return None
    decoded = protobuf.decoder_for(channel.message_encoding, schema)(message.data)
    if channel.topic.endswith(STATE_TOPIC) and hasattr(decoded, "vehicles"):
        return _own_state(decoded, vehicle)
    return dict(_flat_message(decoded))


def _own_state(message: Any, vehicle: int | None) -> dict[str, float]:
    """Return the fields of one vehicle of our own message; those of the only one by default."""
    ids = [one.vehicle for one in message.vehicles]
    if vehicle is None and len(ids) > 1:
        raise FitError(f"it has the vehicles {_spanned(np.array(ids))}; choose one: --vehicle {ids[0]}")
    found = [one for one in message.vehicles if vehicle is None or one.vehicle == vehicle]
    return {field.name: float(getattr(found[0], field.name)) for field in found[0].DESCRIPTOR.fields} if found else {}


def _flat(value: Any, name: str = "") -> Iterable[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _flat(inner, f"{name}.{key}" if name else str(key))  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, (int, float)):
        yield name, float(value)


def _flat_message(message: Any, name: str = "") -> Iterable[tuple[str, float]]:
    for field in message.DESCRIPTOR.fields:
        value, full = getattr(message, field.name), f"{name}.{field.name}" if name else field.name
        if isinstance(value, (int, float)):
            yield full, float(value)
        elif hasattr(value, "DESCRIPTOR"):
            yield from _flat_message(value, full)


def _joined(series: Mapping[str, tuple[list[float], list[dict[str, float]]]]) -> dict[str, Floats]:
    """Return columns on the union of all times; a field's name alone where one topic only has it."""
    times = np.unique(np.concatenate([np.array(content[0]) for content in series.values()]))
    names = [name for _, rows in series.values() for name in dict.fromkeys(key for row in rows for key in row)]
    columns: dict[str, Floats] = {LOG_TIME: times}
    for topic, (own, rows) in series.items():
        places = np.searchsorted(times, np.array(own))
        for name in dict.fromkeys(key for row in rows for key in row):
            values = np.full(times.size, math.nan)
            values[places] = [row.get(name, math.nan) for row in rows]
            columns[name if names.count(name) == 1 and name != LOG_TIME else f"{topic}/{name}"] = values
    return columns
