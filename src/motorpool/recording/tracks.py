"""Tracks of a recording's vehicles for maps and receivers: GPX, KML and GeoJSON.

Each vehicle becomes a track of longitude, latitude, height and time. The world must lie on Earth: its terrain has a
coordinate reference system. A recording has no date: its times begin at 1970-01-01 in UTC.

Sources: GPX 1.1 schema (Topografix); KML 2.3, ``gx:Track`` (OGC 12-007r2); RFC 7946, with the times of a line's
positions in the property ``coordTimes``.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..base.command_line.command import Service
from ..base.errors import RecordingError
from ..base.files import check_output, whole_file
from ..base.operating_system import expanded
from ..ground.terrain.projection import transform_between
from ..world.drivers.kinds import ABSENT
from .columns import COLUMNS, DRIVER
from .recording import Recording, read_recording
from .tables import chosen_vehicles, fleet_names, joined

WGS84 = "EPSG:4326"
MOST_NUMBERS = 20_000_000  # of vehicles that are read together; each takes 8 bytes
GPX_NAMES = 'xmlns="http://www.topografix.com/GPX/1/1"'
KML_NAMES = 'xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"'
_NO_TEXT = re.compile("[^\t -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML does not have

Floats = NDArray[np.float64]


class Line(NamedTuple):
    """Positions of a vehicle without a gap."""

    positions: list[list[float]]  # longitude, latitude [deg], height [m]
    times: list[str]  # of ISO 8601


class VehicleTrack(NamedTuple):
    """Lines of one vehicle."""

    vehicle: int  # id
    fleet: str
    lines: list[Line]

    @property
    def name(self) -> str:
        """The fleet with the vehicle's id."""
        return f"{self.fleet} {self.vehicle}"


def export_tracks(file: str, *, to: str, vehicle: str | None, out: Path | None, overwrite: bool) -> int:
    """Write the tracks of a recording, print the path, and return the exit code.

    Args:
        to: one of ``WRITERS``.
        vehicle: id of one vehicle, or the name of a fleet; all by default.
        out: file to write; the recording's name with another suffix by default.

    Raises:
        RecordingError: the recording cannot be read or has no place on Earth, there are no such vehicles, or the file
            cannot be written.
    """
    recording = read_recording(expanded(file))
    path = expanded(out) if out is not None else recording.path.with_suffix(f".{to}")
    check_output(path, error=RecordingError)
    if path.exists() and not overwrite:
        raise RecordingError(f"{path} exists already; name another file, or overwrite it with --force")
    chosen = None if vehicle is None else int(vehicle) if vehicle.isdecimal() and len(vehicle) < 10 else vehicle
    with whole_file(path, error=RecordingError) as new, new.open("w", encoding="utf-8", newline="") as target:
        count = 0
        for text, tracks in WRITERS[to](tracks_of(recording, vehicles=chosen)):
            target.write(text)
            count += tracks
    print(f"wrote {path}: {count} track{'' if count == 1 else 's'}")
    return 0


def tracks_of(recording: Recording, *, vehicles: int | str | None = None) -> Iterator[VehicleTrack]:
    """Yield the tracks of vehicles, one after the other.

    Args:
        vehicles: id of one vehicle, or the name of a fleet; all by default.

    Raises:
        RecordingError: the world has no place on Earth, there are no such vehicles, or rows are damaged.
    """
    terrain = cast("Mapping[str, Any]", recording.about["terrain"])
    crs, east, north = (terrain.get(key) for key in ("crs", "origin_easting", "origin_northing"))
    if not isinstance(crs, str) or not isinstance(east, (int, float)) or not isinstance(north, (int, float)):
        raise RecordingError(
            f"{recording.path} is of a world without a place on Earth, so that it has no longitude and latitude; write "
            "it as a table: mp.read_recording(...).to_csv(...)"
        )
    ids, dt = chosen_vehicles(recording, vehicles), float(recording.about["dt"])
    to_degrees = transform_between(crs, WGS84)
    places = [number for number, column in enumerate(COLUMNS) if column.quantity in ("x", "y", "z")]
    at_once = max(1, MOST_NUMBERS // (len(COLUMNS) * max(1, recording.tick_count)))
    for begin in range(0, len(ids), at_once):
        group = ids[begin : begin + at_once]
        values, ticks = joined(recording, group, 1)
        for number, (vehicle, fleet) in enumerate(
            zip(group.tolist(), fleet_names(recording.about, group), strict=True)
        ):
            x, y, z = values[places, :, number]
            is_there = (values[DRIVER, :, number] != ABSENT) & np.isfinite(x + y)
            longitude, latitude = to_degrees(x + east, y + north)
            lines = list(
                _lines(is_there, np.asarray(longitude), np.asarray(latitude), z, (ticks * dt).astype(np.float64))
            )
            if lines:
                yield VehicleTrack(vehicle, fleet, lines)


def _lines(is_there: NDArray[np.bool_], longitude: Floats, latitude: Floats, z: Floats, time: Floats) -> Iterator[Line]:
    """Yield the stretches of time during which a vehicle is present."""
    at = np.flatnonzero(is_there & np.isfinite(longitude) & np.isfinite(latitude))
    for part in np.split(at, np.flatnonzero(np.diff(at) > 1) + 1):
        if not part.size:
            continue
        positions = np.round(np.column_stack([longitude[part], latitude[part]]), 8).tolist()
        heights: list[float] = np.round(np.nan_to_num(z[part]), 3).tolist()
        moments = np.datetime64(0, "ms") + np.round(1e3 * time[part]).astype("timedelta64[ms]")
        yield Line(
            [[*position, height] for position, height in zip(positions, heights, strict=True)],
            [f"{moment}Z" for moment in np.datetime_as_string(moments, unit="ms")],
        )


# ---- formats: pieces of text, each with the number of tracks in it


def _gpx(tracks: Iterator[VehicleTrack]) -> Iterator[tuple[str, int]]:
    head = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="motorpool {__version__}" {GPX_NAMES}>\n'
    )
    for track in tracks:
        parts = "".join(f"<trkseg>\n{''.join(_gpx_points(line))}</trkseg>\n" for line in track.lines)
        yield f"{head}<trk><name>{_text(track.name)}</name>\n{parts}</trk>\n", 1
        head = ""
    yield f"{head}</gpx>\n", 0


def _gpx_points(line: Line) -> Iterator[str]:
    for (longitude, latitude, height), time in zip(line.positions, line.times, strict=True):
        yield f'<trkpt lat="{latitude}" lon="{longitude}"><ele>{height}</ele><time>{time}</time></trkpt>\n'


def _kml(tracks: Iterator[VehicleTrack]) -> Iterator[tuple[str, int]]:
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<kml {KML_NAMES}>\n<Document>\n'
    for track in tracks:
        parts = "".join(
            f"<gx:Track><altitudeMode>absolute</altitudeMode>\n{_kml_points(line)}</gx:Track>\n" for line in track.lines
        )
        yield (
            f"{head}<Placemark><name>{_text(track.name)}</name>\n<gx:MultiTrack>\n{parts}</gx:MultiTrack></Placemark>\n",
            1,
        )
        head = ""
    yield f"{head}</Document>\n</kml>\n", 0


def _kml_points(line: Line) -> str:
    times = "".join(f"<when>{time}</when>\n" for time in line.times)
    return times + "".join(f"<gx:coord>{' '.join(map(str, position))}</gx:coord>\n" for position in line.positions)


def _geojson(tracks: Iterator[VehicleTrack]) -> Iterator[tuple[str, int]]:
    head = '{"type": "FeatureCollection", "features": [\n'
    for track in tracks:
        lines = [line for line in track.lines if len(line.positions) > 1]  # as RFC 7946 requires
        if not lines:
            continue
        yield head + json.dumps(_feature(track, lines)), 1
        head = ",\n"
    yield ("\n]}\n" if head == ",\n" else f"{head}]}}\n"), 0


def _feature(track: VehicleTrack, lines: Sequence[Line]) -> dict[str, Any]:
    positions, times = [line.positions for line in lines], [line.times for line in lines]
    is_one = len(lines) == 1
    return {
        "type": "Feature",
        "properties": {
            "name": track.name, "vehicle": track.vehicle, "fleet": track.fleet,
            "coordTimes": times[0] if is_one else times,
        },
        "geometry": {
            "type": "LineString" if is_one else "MultiLineString", "coordinates": positions[0] if is_one else positions,
        },
    }  # fmt: skip


def _text(words: str) -> str:
    return escape(_NO_TEXT.sub(" ", words))


WRITERS: dict[str, Callable[[Iterator[VehicleTrack]], Iterator[tuple[str, int]]]] = {
    "gpx": _gpx, "kml": _kml, "geojson": _geojson,
}  # fmt: skip
SERVICE = Service("write the tracks of a recording", export_tracks)
