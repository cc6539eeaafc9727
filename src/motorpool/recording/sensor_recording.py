"""Recordings of sensors: a file beside that of the vehicles, ``NAME.sensors.parquet`` or ``NAME.sensors.mcap``.

A Parquet file has a row for each reading: ``time`` [s], ``vehicle``, ``sensor``, ``sequence``, and a column for each
value of each kind, such as ``imu_specific_force`` and ``scan_2d_ranges``; null in the rows of other kinds. Arrays are
lists in the order of rows, then columns. Values are stored as they are, to the bit. The metadata ``motorpool_sensors``
has the kind, mount and parameters of each sensor. The file is complete when the recorder is closed.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError, require, unknown_name
from ..base.files import check_input
from ..vehicles.sensor_kinds import SensorSpec, Value, kind_of, kinds
from ..vehicles.sensor_specs import problems_of_sensor, spec_of
from ..world.sensors.channel import Channel
from .formats import SENSORS_SUFFIX

if TYPE_CHECKING:
    from ..world import World
    from ..world.sensors.sensors import Sensors

ABOUT_KEY = "motorpool_sensors"
FORMAT = 1  # version, in the file's description
NUMBERS_AT_ONCE = 2_000_000  # numbers that are kept in memory before they are written
MAX_FILE_BYTES = 1 << 40  # limit of a file that is read [bytes]
MAX_ABOUT_BYTES = 1 << 24  # limit of its description; a larger one is damaged [bytes]


class SensorLog(Protocol):
    """A file of readings."""

    def add(self, channel: Channel, rows: NDArray[np.intp]) -> None:
        """Add the last readings of some rows of a channel."""
        ...

    def close(self) -> None:
        """Complete the file."""
        ...


class SensorRecorder:
    """Writes the readings of sensors as they are made.

    Args:
        path: file, whose suffix, .parquet or .mcap, decides the format.
    """

    def __init__(self, sensors: "Sensors", world: "World", path: Path):
        self._sensors = sensors
        self._seen: dict[int, NDArray[np.int64]] = {}  # sequence by the identity of a channel
        if path.suffix == ".mcap":
            from .sensor_messages import McapSensorLog

            self._log: SensorLog = McapSensorLog(path, world)
        else:
            self._log = ParquetSensorLog(path)

    def observe(self, world: "World") -> None:
        """Write the readings that are new after a step."""
        self._sensors.observe(world)
        for channel in self._sensors.channels:
            seen = self._seen.get(id(channel), np.zeros(0, np.int64))
            known = np.concatenate((seen, np.zeros(len(channel.sequence) - len(seen), np.int64)))
            rows = np.flatnonzero((channel.sequence != known) & (channel.sequence > 0))
            self._seen[id(channel)] = channel.sequence.copy()
            if rows.size:
                self._log.add(channel, rows)

    def close(self) -> None:
        """Complete the file."""
        self._log.close()


def beside(path: Path) -> Path:
    """Return the path of the sensors' file of a recording: of "drive.csv" it is "drive.sensors.parquet"."""
    return path.with_suffix(".sensors.mcap" if path.suffix.lower() == ".mcap" else SENSORS_SUFFIX)


def refuse_existing(path: Path) -> None:
    """Refuse a file of sensors that exists.

    Raises:
        RecordingError: it does.
    """
    if path.exists():
        raise RecordingError(f"{path} exists already; choose another name, or overwrite it with --force")


def column_of(kind: str, value: Value) -> str:
    """Return the name of a value's column: "scan_2d_ranges"."""
    return f"{kind.replace('-', '_')}_{value.name}"


def value_columns() -> Iterator[tuple[str, str, Value]]:
    """Yield the name of each column of values with its kind and its value."""
    for name, kind in kinds().items():
        for value in kind.values:
            yield column_of(name, value), name, value


class ParquetSensorLog:
    """Readings as rows of a Parquet file."""

    def __init__(self, path: Path):
        parquet = require("pyarrow.parquet", extra="app", purpose="recording sensors")
        self._arrow = require("pyarrow", extra="app", purpose="recording sensors")
        self._schema = self._made_schema()
        try:
            self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd", compression_level=1)
        except OSError as error:
            raise RecordingError(
                f"{path} cannot be written: {(error.strerror or str(error)).lower()}; choose another place"
            ) from error
        self._tables: list[Any] = []
        self._numbers = 0
        self._channels: dict[int, Channel] = {}

    def _made_schema(self) -> Any:
        arrow = self._arrow
        keys = [("time", arrow.float64()), ("vehicle", arrow.int32()), ("sensor", arrow.string())]
        fields = [*keys, ("sequence", arrow.int64())]
        for name, _, value in value_columns():
            kind = arrow.bool_() if value.is_flag else arrow.float64()
            fields.append((name, arrow.list_(kind) if value.shape else kind))
        return arrow.schema(fields)

    def add(self, channel: Channel, rows: NDArray[np.intp]) -> None:
        """Add the last readings of some rows of a channel."""
        arrow, count = self._arrow, len(rows)
        self._channels[id(channel)] = channel
        arrays: list[Any] = [
            arrow.array(channel.time[rows]),
            arrow.array(channel.vehicle_ids[rows].astype(np.int32)),
            arrow.array([channel.name] * count, arrow.string()),
            arrow.array(channel.sequence[rows]),
        ]
        for place, (_, kind, value) in enumerate(value_columns(), len(arrays)):
            if kind != channel.kind:
                arrays.append(arrow.nulls(count, self._schema.field(place).type))
                continue
            values = channel.values[value.name][rows]
            self._numbers += values.size
            flat = arrow.array(values.ravel())
            if value.shape:
                width = values.size // count
                flat = arrow.ListArray.from_arrays(width * np.arange(count + 1, dtype=np.int32), flat)
            arrays.append(flat)
        self._numbers += 100 * count
        self._tables.append(arrow.Table.from_arrays(arrays, schema=self._schema))
        if self._numbers > NUMBERS_AT_ONCE:
            self._write()

    def _write(self) -> None:
        if self._tables:
            self._writer.write_table(self._arrow.concat_tables(self._tables))
        self._tables, self._numbers = [], 0

    def close(self) -> None:
        """Write the remaining rows and the metadata."""
        if not self._writer.is_open:
            return
        self._write()
        channels = [
            {**channel.spec.table(), "vehicles": channel.vehicle_ids.tolist()} for channel in self._channels.values()
        ]
        self._writer.add_key_value_metadata({ABOUT_KEY: json.dumps({"format": FORMAT, "channels": channels})})
        self._writer.close()


class RecordedSensor(NamedTuple):
    """A sensor of a recording."""

    spec: SensorSpec
    vehicle_ids: tuple[int, ...]


class SensorReadings(NamedTuple):
    """Readings of one sensor of one vehicle."""

    time: NDArray[np.float64]  # of each reading [s]
    sequence: NDArray[np.int64]  # number of each reading, from 1
    values: Mapping[str, NDArray[Any]]  # arrays (readings, ...) by name, as of a ``Channel``


class SensorRecording:
    """Readings of a ``.sensors.parquet`` file.

    Attributes:
        sensors: with the vehicles that carry them.
    """

    def __init__(self, path: Path, sensors: Sequence[RecordedSensor]):
        self.path, self.sensors = path, tuple(sensors)

    def __repr__(self) -> str:
        return f"<SensorRecording {str(self.path)!r}: {', '.join(each.spec.name for each in self.sensors)}>"

    def readings(self, sensor: str, vehicle: int) -> SensorReadings:
        """Return the readings of a vehicle's sensor.

        Raises:
            RecordingError: there is no such sensor, or the file is damaged.
        """
        named = [each for each in self.sensors if each.spec.name == sensor]
        if not named:
            names = [each.spec.name for each in self.sensors]
            raise RecordingError(unknown_name(str(self.path), "sensor", sensor, names))
        own = next((each for each in named if vehicle in each.vehicle_ids), None)
        if own is None:
            raise RecordingError(f"{self.path} has no sensor {sensor!r} of vehicle {vehicle}")
        values = {column_of(own.spec.kind, value): value for value in kind_of(own.spec.kind).values}
        table = self._table(["time", "sequence", *values], [("sensor", "=", sensor), ("vehicle", "=", vehicle)])
        count = table.num_rows
        arrays = {value.name: _array(table[name], value, own.spec, count) for name, value in values.items()}
        return SensorReadings(table["time"].to_numpy(), table["sequence"].to_numpy(), arrays)

    def _table(self, columns: list[str], filters: Any) -> Any:
        parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
        try:
            return parquet.read_table(self.path, columns=columns, filters=filters)
        except (OSError, ValueError) as error:
            raise RecordingError(f"{self.path} is damaged: {error}") from error


def _array(column: Any, value: Value, spec: SensorSpec, count: int) -> NDArray[Any]:
    """Return a column as an array (readings, ...)."""
    if not value.shape:
        return np.asarray(column.to_numpy(), value.dtype)
    flat = np.asarray(column.combine_chunks().flatten().to_numpy(zero_copy_only=False), np.float64)
    wheels = flat.size // max(count, 1)
    return flat.reshape(count, *value.shape_in(spec, wheels))


def read_sensors(path: str | os.PathLike[str]) -> SensorRecording:
    """Open a recording of sensors.

    Example:
        recording = read_sensors("drive.sensors.parquet")
        time, _, values = recording.readings("imu", vehicle=0)
        print(values["specific_force"].mean(axis=0))

    Raises:
        RecordingError: there is no file, or it is no recording of sensors.
    """
    file = Path(path)
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
    check_input(file, max_bytes=MAX_FILE_BYTES, error=RecordingError)
    try:
        metadata: dict[bytes, bytes] = parquet.read_metadata(file).metadata or {}
    except (OSError, ValueError) as error:
        raise RecordingError(f"{file} is no complete recording of sensors: {str(error).splitlines()[0]}") from error
    text = metadata.get(ABOUT_KEY.encode(), b"")
    if not text or len(text) > MAX_ABOUT_BYTES:
        raise RecordingError(f"{file} is no recording of sensors; it does not describe any")
    return SensorRecording(file, list(_described(file, text)))


def _described(file: Path, text: bytes) -> Iterator[RecordedSensor]:
    """Yield the sensors of a description, after checks."""
    try:
        about: Any = json.loads(text)
        tables: list[dict[str, Any]] = [dict(table) for table in about["channels"]]
        vehicles = [tuple(int(vehicle) for vehicle in table.pop("vehicles")) for table in tables]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RecordingError(f"{file} describes no sensors that can be read") from error
    for number, (table, ids) in enumerate(zip(tables, vehicles, strict=True)):
        for _, sentence in problems_of_sensor(table, f"{file}: sensors[{number}]"):
            raise RecordingError(sentence)
        yield RecordedSensor(spec_of(table), ids)
