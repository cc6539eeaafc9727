"""Tracks of vehicles, as receivers and other programs store them: GPX, KML and GeoJSON.

    for track in read_tracks(Path("drive.gpx")): ...

GPX has tracks (``trk``) and routes (``rte``); KML ``gx:Track`` with times and ``LineString`` without; GeoJSON
``LineString`` and ``MultiLineString``, with times in the property ``coordTimes``. All have longitude and latitude on
WGS 84.

Sources: GPX 1.1 schema (Topografix); KML 2.3 (OGC 12-007r2); RFC 7946, and ``coordTimes`` as togeojson writes it.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from ..base.errors import TerrainError
from ..base.files import read_text
from ..base.foreign_formats import LOOKED_AT, format_of
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.projection import transform_between
from .opendrive.xml_elements import Element, root_children
from .place_map import Floats

FORMATS = ("GPX", "KML", "GeoJSON")  # names in ``base.foreign_formats``
BY_SUFFIX = {".gpx": "GPX", ".kml": "KML", ".geojson": "GeoJSON", ".json": "GeoJSON"}
SUFFIXES = tuple(BY_SUFFIX)
WGS84 = "EPSG:4326"
MAX_BYTES = 64_000_000  # of a GeoJSON file
MAX_TEXT = 40_000_000  # characters of one child of an XML file's root
MOST_POINTS = 1_000_000  # of a file
MOST_DEPTH = 60  # of brackets in GeoJSON
LONGEST_NAME = 60  # characters
_MOMENT = re.compile(r"\s*(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|([+-])(\d\d):?(\d\d))?\s*", re.ASCII)
_DIGITS = re.compile(r"[-+]?(?:\d{1,20}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?", re.ASCII)


class Drive(NamedTuple):
    """Track of one vehicle."""

    name: str
    longitude: Floats  # (points,) [deg]
    latitude: Floats  # (points,) [deg]
    height: Floats  # (points,), NaN where it is unknown [m]
    time: Floats  # (points,) since 1970-01-01 in UTC, NaN where it is unknown [s]


def read_tracks(path: Path) -> list[Drive]:
    """Return the tracks of a file with at least two points, by its content.

    Raises:
        TerrainError: it cannot be read, is of another format, or has no track.
    """
    kind = _format_at(path)
    found = list(_of_gpx(path) if kind == "GPX" else _of_kml(path) if kind == "KML" else _of_geojson(path))
    whole = [drive for drive in found if len(drive.longitude) > 1]
    if not whole:
        raise TerrainError(f"{path.name} has no track of two points or more; name a file with a track or a line")
    return whole


def _format_at(path: Path) -> str:
    from ..base.files import open_input

    with open_input(path, max_bytes=1 << 40, error=TerrainError, reads=FORMATS) as file:
        head = file.read(LOOKED_AT)
    if head.startswith(b"PK"):
        raise TerrainError(f"{path.name} is a packed KML file; unpack it, and name the .kml in it")
    kind = format_of(head) or BY_SUFFIX.get(path.suffix.lower(), "")
    if kind not in FORMATS:
        raise TerrainError(f"{path.name} is no track; a track is GPX, KML or GeoJSON")
    return kind


def moments(texts: Sequence[str]) -> Floats:
    """Return times of ISO 8601 since 1970-01-01 in UTC; NaN of other words [s]."""
    return np.array([_moment(text) for text in texts], np.float64)


def _moment(text: str) -> float:
    found = _MOMENT.fullmatch(text)
    if found is None:
        return math.nan
    try:
        seconds = float(np.datetime64(found[1], "us").astype(np.int64)) * 1e-6
    except ValueError:
        return math.nan
    ahead = 60.0 * (60 * int(found[3] or 0) + int(found[4] or 0))
    return seconds + (ahead if found[2] == "-" else -ahead)


def _number(text: Any) -> float:
    if isinstance(text, str):
        return float(text) if _DIGITS.fullmatch(text.strip()) else math.nan
    is_number = isinstance(text, (int, float)) and not isinstance(text, bool)
    return float(text) if is_number and abs(text) < 1e9 else math.nan


def _drive(name: str, points: Sequence[tuple[float, float, float, float]]) -> Drive:
    """Return a track of points: longitude, latitude, height, time; without those that are not on Earth."""
    table = np.array(points, np.float64).reshape(-1, 4)
    with np.errstate(invalid="ignore"):
        table = table[(np.abs(table[:, 0]) <= 360.0) & (np.abs(table[:, 1]) <= 90.0)]
    shown = " ".join(name.split())
    return Drive("".join(letter for letter in shown if letter.isprintable())[:LONGEST_NAME], *table.T)


# ---- GPX and KML


def _of_gpx(path: Path) -> Iterator[Drive]:
    count = 0
    for child in root_children(path, root="gpx", reads=FORMATS, most_text=MAX_TEXT):
        if child.tag not in ("trk", "rte"):
            continue
        name = _text(child, "name")
        parts = child.all("trkseg") if child.tag == "trk" else [child]
        for part in parts:
            points = part.all("trkpt") or part.all("rtept")
            count = _counted(path, count, len(points))
            yield _drive(
                name,
                [
                    (_number(each.get("lon")), _number(each.get("lat")), _number(_text(each, "ele")),
                     _moment(_text(each, "time")))
                    for each in points
                ],
            )  # fmt: skip


def _of_kml(path: Path) -> Iterator[Drive]:
    count = 0
    for child in root_children(path, root="kml", reads=FORMATS, most_text=MAX_TEXT):
        for name, line in _lines_in(child, ""):
            if line.tag == "gx:Track":
                words = [each.text.split() for each in line.all("gx:coord")]
                times = [_moment(each.text) for each in line.all("when")]
            else:
                words = [word.split(",") for word in _text(line, "coordinates").split()]
                times = []
            count = _counted(path, count, len(words))
            times = times if len(times) == len(words) else [math.nan] * len(words)
            yield _drive(name, [(*_position(word), time) for word, time in zip(words, times, strict=True)])


def _lines_in(element: Element, name: str) -> Iterator[tuple[str, Element]]:
    """Yield the lines and tracks below an element of KML, each with the name of the element around it."""
    own = _text(element, "name") or name
    for child in element.children:
        if child.tag in ("gx:Track", "LineString"):
            yield own, child
        else:
            yield from _lines_in(child, own)


def _text(element: Element, tag: str) -> str:
    found = element.first(tag)
    return "" if found is None else found.text


def _position(words: Sequence[Any]) -> tuple[float, float, float]:
    longitude, latitude, height = (_number(word) for word in [*words[:3], *[None] * (3 - len(words[:3]))])
    return longitude, latitude, height


def _counted(path: Path, before: int, more: int) -> int:
    if before + more > MOST_POINTS:
        raise TerrainError(f"{path.name} has more than {MOST_POINTS} points; cut a part out of it")
    return before + more


# ---- GeoJSON


def _of_geojson(path: Path) -> Iterator[Drive]:
    text = read_text(path, max_bytes=MAX_BYTES, error=TerrainError, encoding="utf-8-sig", reads=FORMATS)
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TerrainError(f"{path.name} is not valid JSON; write it again") from error
    members = cast("dict[str, Any]", content if isinstance(content, dict) else {})
    if members.get("crs") is not None:
        raise TerrainError(
            f"{path.name} has the member crs; tracks are in longitude and latitude: write it without crs"
        )
    features = members.get("features", [members])
    count = 0
    for feature in cast("list[Any]", features if isinstance(features, list) else []):
        for name, line, times in _lines_of(feature):
            count = _counted(path, count, len(line))
            known = [_moment(each) if isinstance(each, str) else math.nan for each in times]
            known = known if len(known) == len(line) else [math.nan] * len(line)
            words = [cast("list[Any]", each if isinstance(each, list) else []) for each in line]
            yield _drive(name, [(*_position(word), time) for word, time in zip(words, known, strict=True)])


def _lines_of(feature: Any) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """Yield the name, the positions and the times of each line of a feature."""
    geometry = _member(feature, "geometry")
    kind, lines, properties = (
        _member(geometry, "type"),
        _member(geometry, "coordinates"),
        _member(feature, "properties"),
    )
    name = str(_member(properties, "name") or "")
    times: Any = _member(properties, "coordTimes") or _member(_member(properties, "coordinateProperties"), "times")
    if kind == "LineString":
        lines, times = [lines], [times]
    elif kind != "MultiLineString":
        return
    for number, line in enumerate(cast("list[Any]", lines if isinstance(lines, list) else [])):
        known = cast("list[Any]", times if isinstance(times, list) else [])[number : number + 1]
        own: Any = known[0] if known else None
        if isinstance(line, list):
            yield name, cast("list[Any]", line), cast("list[Any]", own if isinstance(own, list) else [])


def _member(mapping: Any, key: str) -> Any:
    return cast("dict[str, Any]", mapping).get(key) if isinstance(mapping, dict) else None


# ---- drives of a world

APART = 2.0  # between waypoints, at least [m]
SPEEDS = (0.5, 60.0)  # of a leg; others are errors of the track [m/s]
USUAL_SPEED = 10.0  # of a leg without times [m/s]
MOST_DRIVES = 200  # of a world
MOST_WAYPOINTS = 20_000  # of one drive
FIRST = 8.0  # distance of the first waypoint from the start [m]


def fleet_along(drive: Drive, terrain: Terrain, *, name: str) -> dict[str, Any] | None:
    """Return the fleet of a scenario whose vehicle repeats a track; None if fewer than two points are on the ground.

    Raises:
        TerrainError: the terrain has no place on Earth.
    """
    if terrain.crs is None:
        raise TerrainError("the world does not say where on Earth it lies, so that no track can be placed in it")
    east, north = transform_between(WGS84, terrain.crs)(drive.longitude, drive.latitude)
    x, y = np.asarray(east) - terrain.origin_easting, np.asarray(north) - terrain.origin_northing
    with np.errstate(invalid="ignore"):
        inside = (x > terrain.x_west) & (x < terrain.x_east) & (y > terrain.y_south) & (y < terrain.y_north)
    x, y, time = x[inside], y[inside], drive.time[inside]
    chosen = _apart(x, y)
    if len(chosen) < 2:
        return None
    x, y, time = x[chosen], y[chosen], time[chosen]
    length = np.hypot(np.diff(x), np.diff(y))
    took = np.diff(time)
    is_known = np.isfinite(took) & (took > 0.0)
    speed = np.where(is_known, np.clip(length / np.where(is_known, took, 1.0), *SPEEDS), USUAL_SPEED)
    ahead = min(int(np.searchsorted(np.cumsum(length), FIRST)) + 1, len(x) - 1)
    heading = math.degrees(math.atan2(x[ahead] - x[0], y[ahead] - y[0])) % 360.0
    points = np.column_stack([x[1:], y[1:], speed])[ahead - 1 :]
    return {
        "name": name,
        "model": "M998",
        "avoidance": "none",  # keeps to the track
        "start": {"positions": [[round(float(x[0]), 2), round(float(y[0]), 2), round(heading, 1)]]},
        "route": {"waypoints": [[round(a, 2), round(b, 2), round(v, 2)] for a, b, v in points.tolist()]},
    }


def fleets_along(drives: Sequence[Drive], terrain: Terrain, left_out: Counter[str]) -> list[dict[str, Any]]:
    """Return the fleets of a scenario whose vehicles repeat tracks; those outside the terrain are counted.

    Raises:
        TerrainError: the terrain has no place on Earth.
    """
    found: list[dict[str, Any]] = []
    names: set[str] = set()
    for number, drive in enumerate(drives, 1):
        name = drive.name if drive.name and drive.name not in names else f"track {number}"
        fleet = fleet_along(drive, terrain, name=name) if len(found) < MOST_DRIVES else None
        if fleet is None:
            left_out["track outside the ground, or beyond the limit of their number"] += 1
        else:
            names.add(name)
            found.append(fleet)
    return found


def _apart(x: Floats, y: Floats) -> list[int]:
    """Return the points of a line that are at least ``APART`` from the one before, or farther if they are too many."""
    apart = max(APART, float(np.hypot(np.diff(x), np.diff(y)).sum()) / MOST_WAYPOINTS) if len(x) > 1 else APART
    chosen: list[int] = []
    last = (math.inf, math.inf)
    for number, (a, b) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        if not chosen or math.hypot(a - last[0], b - last[1]) >= apart:
            chosen.append(number)
            last = a, b
    return chosen
