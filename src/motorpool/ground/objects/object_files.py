"""Objects from a file: a CSV table or GeoJSON with a row or point for each tree, rock or building.

A row has a position, and optionally ``kind`` (of ``objects.KINDS``), ``size`` (diameter that vehicles must avoid),
``height``, ``heading_deg`` (of a building's long side, clockwise from north) and ``z`` (of its foot). Missing or empty
fields get the usual values of the kind, and the height of the ground. Other columns are ignored.
"""

import contextlib
import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, one_of, similar_spellings
from ...base.files import check_format, read_text
from ...base.operating_system import expanded
from ..terrain.area import Area, area_of
from ..terrain.heightfield import Terrain
from .object_geojson import read_geojson
from .objects import KINDS, Objects, place_objects
from .scatter import STANDS

MOST_COMPARED = 100  # columns without a meaning that are compared with known names
MOST_BYTES = 128_000_000  # limit of a file
MOST_OBJECTS = 1_000_000  # limit of the objects in a file
WIDEST, TALLEST = 200.0, 500.0  # limits of one object [m]
HIGHEST = 1e4  # limit of heights above and below 0 [m]
FARTHEST = 1e8  # limit of coordinates on any map [m]
ROCK_SHAPE = 0.6  # height over size of a rock [1]
WORLD, MAP = ("x", "y"), ("easting", "northing")  # coordinates from the terrain's centre, or on its map [m]
OTHERS = ("kind", "size", "height", "heading_deg", "z")

Floats = NDArray[np.float64]
Row = tuple[int, Mapping[str, Any]]  # number of a line or feature, and its values


class Usual(NamedTuple):
    """Usual values of a kind, for missing fields."""

    size: float  # diameter [m]
    height: float  # [m]


# Mean values of scattered objects.
USUAL = {
    KINDS[stand.kind]: Usual(stand.radius[0] + stand.radius[1], 0.5 * (stand.height[0] + stand.height[1]))
    for stand in reversed(STANDS)
}


def load_objects(path: str | Path, terrain: Terrain, *, area: Area | None = None) -> Objects:
    r"""Read the objects in a file, and place them on the terrain.

    The first line of a CSV file names its columns: ``x`` and ``y`` [m] from the centre of the terrain, or ``easting``
    and ``northing`` [m] on its map. GeoJSON holds points in longitude and latitude (RFC 7946), or in the system of its
    ``crs`` member.

    Example:
        with open("trees.csv", "w") as file:
            file.write("x,y,kind,radius,height\n10,20,conifer,0.5,12\n")
        trees = mp.load_objects("trees.csv", mp.Terrain.flat())

    Args:
        path: .csv, .geojson or .json file.
        area: x_west, y_south, x_east, y_north [m]; objects outside are skipped. By default they must be on the terrain.

    Raises:
        WorldError: the file cannot be read, a value is not allowed, or an object is outside the terrain.
        MissingExtraError: coordinates must be projected, and pyproj is not installed.
    """
    path = expanded(path)
    suffix = path.suffix.lower()
    if suffix not in READERS:
        check_format(path, error=WorldError)
        raise WorldError(f"{path} has the suffix '{path.suffix}'; a file of objects is one of {', '.join(READERS)}")
    text = read_text(path, max_bytes=MOST_BYTES, error=WorldError, encoding="utf-8-sig", reads=("GeoJSON",))
    label, rows = READERS[suffix](text, path, terrain)
    return _placed(_columns(label, rows), label, terrain, area)


def _placed(columns: "Columns", label: str, terrain: Terrain, area: Area | None) -> Objects:
    """Return the objects within the area, on the terrain."""
    number, x, y, *others = (np.array(column) for column in columns)
    if area is not None:
        inside = _is_within(area, x, y)
        number, x, y, *others = (column[inside] for column in (number, x, y, *others))
    outside = np.flatnonzero(~_is_within(area_of(terrain), x, y))
    if outside.size:
        first = outside[0]
        west, south, east, north = area_of(terrain)
        raise WorldError(
            f"{label.format(number[first])} is at ({x[first]:g}, {y[first]:g}) m, and {outside.size} of {len(x)} "
            f"objects lie off the terrain, x {west:g} to {east:g}, y {south:g} to {north:g} m; correct them, or give "
            "an area to read only the objects in it"
        )
    kind, size, height, yaw, z = others
    foot = np.where(np.isnan(z), terrain.sample(x, y)[0], z)
    return place_objects(terrain, x=x, y=y, radius=0.5 * size, height=height, yaw=yaw, kind=kind, z=foot)


def _is_within(area: Area, x: Floats, y: Floats) -> NDArray[np.bool_]:
    west, south, east, north = area
    return (x >= west) & (x <= east) & (y >= south) & (y <= north)


# ---- values of a row


class Columns(NamedTuple):
    """Objects of a file in its order."""

    number: list[int]  # number of the line or feature
    x: Floats  # east, from the terrain's centre [m]
    y: Floats  # north, from the terrain's centre [m]
    kind: NDArray[np.intp]  # index into KINDS
    size: Floats  # diameter [m]
    height: Floats  # [m]
    yaw: Floats  # counter-clockwise from east [rad]
    z: Floats  # of the foot; NaN for the ground's [m]


class _Table(NamedTuple):
    """Rows of a file, and their description in messages."""

    label: str
    numbers: list[int]
    rows: list[Mapping[str, Any]]

    def where(self, row: int) -> str:
        return self.label.format(self.numbers[row])


def _columns(label: str, rows: Iterator[Row]) -> Columns:
    table = _Table(label, [], [])
    for number, row in rows:
        if len(table.rows) == MOST_OBJECTS:
            raise WorldError(f"{label.format(number)} exceeds the limit of {MOST_OBJECTS} objects in a file")
        table.numbers.append(number)
        table.rows.append(row)
    kind = _kinds(table)
    usual_size, usual_height = (np.array(column)[kind] for column in zip(*(USUAL[name] for name in KINDS), strict=True))
    size = _numbers(table, "size", usual=usual_size, most=WIDEST)
    usual_height = np.where(kind == KINDS.index("rock"), ROCK_SHAPE * size, usual_height)
    height = _numbers(table, "height", usual=usual_height, most=TALLEST)
    heading = _numbers(table, "heading_deg", usual=np.full(len(kind), 90.0), least=-360.0, most=360.0)
    x, y = (_numbers(table, name, least=-FARTHEST, most=FARTHEST) for name in WORLD)
    is_given = np.array([row.get("z") not in {None, ""} for row in table.rows], bool)
    z = _numbers(table, "z", usual=np.zeros(len(kind)), least=-HIGHEST, most=HIGHEST)
    z[~is_given] = np.nan
    return Columns(table.numbers, x, y, kind, size, height, np.radians(90.0 - heading), z)


def _kinds(table: _Table) -> NDArray[np.intp]:
    known: dict[str | None, int] = {}
    found: list[int] = []
    for number, row in enumerate(table.rows):
        value = row.get("kind")
        word = None if value is None else str(value)
        if word not in known:
            known[word] = KINDS.index(_kind(table.where(number), value))
        found.append(known[word])
    return np.array(found, np.intp)


def _numbers(table: _Table, name: str, *, usual: Floats | None = None, least: float = 0.0, most: float) -> Floats:
    """Return a column of numbers, as ``_number`` returns each of them."""
    values: list[Any] = [row.get(name) for row in table.rows]
    if usual is not None:
        pairs = zip(values, usual.tolist(), strict=True)
        values = [normal if value is None or value == "" else value for value, normal in pairs]
    with contextlib.suppress(TypeError, ValueError, OverflowError):
        found = np.array([float(value) for value in values], np.float64)
        inside = (found <= most) & ((found > least) | ((found == least) & (least < 0.0)))
        if bool not in set(map(type, values)) and inside.all():
            return found
    for number, row in enumerate(table.rows):  # until the first one that is wrong
        normal = None if usual is None else float(usual[number])
        values[number] = _number(table.where(number), row, name, usual=normal, least=least, most=most)
    return np.array(values, np.float64)


def _kind(where: str, value: Any) -> str:
    word = KINDS[0] if value is None else str(value).strip().lower() or KINDS[0]
    if word in USUAL:
        return word
    raise WorldError(f"{where}: kind is '{_short(value)}'; it must be one of {one_of(word, KINDS)}")


def _number(
    where: str, row: Mapping[str, Any], name: str, *, usual: float | None = None, least: float = 0.0, most: float
) -> float:
    """Return a number of a row, above ``least`` (or equal to it, if that is negative) and up to ``most``."""
    value = row.get(name)
    if usual is not None and (value is None or value == ""):
        return usual
    try:
        number = math.nan if isinstance(value, (bool, type(None))) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if number <= most and (number > least or number == least < 0.0):
        return number
    limits = f"greater than 0 and at most {most:g}" if least == 0.0 else f"from {least:g} to {most:g}"
    shown = "missing" if value is None or value == "" else f"'{_short(value)}'"
    raise WorldError(f"{where}: {name} is {shown}; it must be a number {limits}")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


# ---- CSV


def _read_csv(text: str, path: Path, terrain: Terrain) -> tuple[str, Iterator[Row]]:
    """Return a label for messages, and the rows in world coordinates."""
    label = f"{path}".replace("{", "{{").replace("}", "}}") + ":{}"
    empty: list[str] = []
    table = csv.reader(io.StringIO(text), strict=True)
    try:
        header = [name.strip() for name in next(table, empty)]
    except csv.Error as error:
        raise WorldError(f"{label.format(1)}: the table cannot be read: {error}") from error
    place = _coordinates(header, path, terrain)
    shift = (0.0, 0.0) if place == WORLD else (terrain.origin_easting, terrain.origin_northing)
    return label, _csv_rows(table, header, label, place, shift)


def _coordinates(header: Sequence[str], path: Path, terrain: Terrain) -> tuple[str, str]:
    """Return the names of the two columns with coordinates, after checking the header."""
    if not any(header):
        raise WorldError(f"{path} is empty; its first line must name the columns, such as x,y,kind,size")
    for name in (*WORLD, *MAP, *OTHERS):
        if header.count(name) > 1:
            raise WorldError(f"{path}:1: there are two columns {name}; remove one")
    found = [pair for pair in (WORLD, MAP) if all(name in header for name in pair)]
    if len(found) != 1:
        problem = "both x, y and easting, northing" if found else "no columns x and y, nor easting and northing"
        raise WorldError(f"{path}:1: there are {problem}; it must have one of the two pairs, separated by commas")
    for name in sorted(set(header) - {*WORLD, *MAP, *OTHERS})[:MOST_COMPARED]:
        if close := similar_spellings(name, sorted(set(OTHERS) - set(header))):
            raise WorldError(f"{path}:1: there is a column '{_short(name)}'; did you mean {close[0]}?")
    if found[0] == MAP and terrain.crs is None:
        raise WorldError(
            f"{path}: the terrain {terrain.name} has no coordinate reference system to place "
            "eastings and northings in; give x and y from its centre"
        )
    return found[0]


def _csv_rows(
    table: Any, header: Sequence[str], label: str, place: tuple[str, str], shift: tuple[float, float]
) -> Iterator[Row]:
    try:
        for values in table:
            if not values:
                continue
            where = label.format(table.line_num)
            if len(values) != len(header):
                raise WorldError(f"{where} has {len(values)} values; the first line names {len(header)} columns")
            row: dict[str, Any] = dict(zip(header, map(str.strip, values), strict=True))
            if place == MAP:
                for name, own, origin in zip(WORLD, MAP, shift, strict=True):
                    row[name] = _number(where, row, own, least=-FARTHEST, most=FARTHEST) - origin
            yield table.line_num, row
    except csv.Error as error:
        raise WorldError(f"{label.format(table.line_num)}: the line cannot be read: {error}") from error


READERS = {".csv": _read_csv, ".geojson": read_geojson, ".json": read_geojson}
