"""Meaning of the columns of a log: a quantity and a factor to SI for each heading, and quantities that follow.

A quaternion of an orientation gives a yaw, and latitude and longitude a position on the plane that touches the Earth
at the first place.
"""

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from .headings import QUANTITIES, TIME, evaluated, heading_of, parse_mapping, rank_of, states_unit
from .moments import EPOCH_UNITS, epoch_unit
from .sparse_columns import Columns, listed

Floats = NDArray[np.float64]

AXES = ("x", "y", "z", "w")
EQUATOR, ECCENTRICITY2 = 6_378_137.0, 6.694_379_990_14e-3  # WGS 84: radius [m], square of the eccentricity (NGA 2014)
STAMPS = (("s", "ns"), ("sec", "nsec"), ("secs", "nsecs"), ("sec", "nanosec"))  # whole seconds, and nanoseconds
NEVER_ZERO = ("lateral_speed", "sideslip_angle")  # quantities that messages state as 0 where they are not measured
SIMILAR = 1e-9  # relative difference of two columns that are one quantity written twice


class Meaning(NamedTuple):
    """Quantity of a log and how it is made of columns."""

    quantity: str
    source: str  # heading, or formula of headings
    factor: float  # of the source's numbers, to SI [1]
    note: str = ""  # what was concluded from the values


def meanings_of(
    columns: Columns, known: Mapping[str, str], mapped: Sequence[str] = ()
) -> tuple[dict[str, Floats], list[Meaning]]:
    """Return the quantities of a log in SI units, and how each was understood.

    Args:
        known: units of the quantities allowed besides the usual ones: fields of a model.
        mapped: ``QUANTITY=COLUMN`` of the user, which come before headings.

    Raises:
        FitError: two columns are of one quantity and differ, or a mapping is wrong.
    """
    values: dict[str, Floats] = {}
    found: list[Meaning] = []
    for text in mapped:
        mapping = parse_mapping(text, known)
        values[mapping.quantity] = evaluated(mapping, columns)
        found.append(Meaning(mapping.quantity, mapping.formula, mapping.factor or 1.0))
    for quantity, headings in _candidates(columns, known).items():
        if quantity not in values:
            heading, factor = _chosen(quantity, headings, columns)
            values[quantity] = columns[heading] * factor
            found.append(Meaning(quantity, heading, factor))
    _derive(values, found, columns)
    return values, [_with_epoch(one, values, columns) for one in found]


def is_time(mapping: str) -> bool:
    """Return whether a ``QUANTITY=COLUMN`` of the user is for the time."""
    heading = heading_of(mapping.partition("=")[0].strip(), {})
    return heading is not None and heading.quantity == TIME


def times_of(columns: Columns, mapped: Sequence[str] = ()) -> tuple[Floats, Meaning] | None:
    """Return the times of a log [s], and how they were understood; None if it has no column of times.

    Args:
        mapped: ``time=COLUMN`` of the user, of which the last counts.

    Raises:
        FitError: a mapping is wrong.
    """
    values: dict[str, Floats] = {}
    found: list[Meaning] = []
    headings = _candidates(columns, {}).get(TIME)
    if mapped:
        mapping = parse_mapping(mapped[-1], {})
        values[TIME] = evaluated(mapping, columns)
        found.append(Meaning(TIME, mapping.formula, mapping.factor or 1.0))
    elif headings:
        heading, factor = _chosen(TIME, headings, columns)
        values[TIME] = columns[heading] * factor
        found.append(Meaning(TIME, heading, factor))
    else:
        _add_stamp(values, found, columns)
    return (values[TIME], _with_epoch(found[0], values, columns)) if found else None


def _candidates(columns: Columns, known: Mapping[str, str]) -> dict[str, list[tuple[int, str, float]]]:
    """Return the headings of each quantity, of the best rank only, with their factors."""
    found: dict[str, list[tuple[int, str, float]]] = {}
    for text in columns:
        heading = heading_of(columns.labelled(text), known) or heading_of(text, known)
        if heading is not None and not columns.is_empty(text) and not _is_placeholder(heading.quantity, text, columns):
            rank = rank_of(text, heading.quantity)
            before = found.setdefault(heading.quantity, [])
            if before and rank < before[0][0]:
                before.clear()
            if not before or rank == before[0][0]:
                before.append((rank, text, heading.factor))
    return found


def _is_placeholder(quantity: str, text: str, columns: Columns) -> bool:
    """Return whether a column is 0 in all rows and of a quantity that a sensor never finds to be exactly 0."""
    return quantity in NEVER_ZERO and not columns.filled(text).values.any()


def _chosen(quantity: str, headings: Sequence[tuple[int, str, float]], columns: Columns) -> tuple[str, float]:
    """Return the only heading of a quantity with its factor.

    Raises:
        FitError: there are several, and their values differ.
    """
    _, first, factor = headings[0]
    if quantity == TIME:  # each topic has its own stamps; the fullest column is the log's
        _, first, factor = max(headings, key=lambda one: columns.filled(one[1]).rows.size)
        return first, factor
    for _, other, other_factor in headings[1:]:
        if not _are_same(columns[first] * factor, columns[other] * other_factor):
            names = [name for _, name, _ in headings]
            raise FitError(
                f"{quantity} may be {listed(names[:4], sign=' or ')}; choose one: --column {quantity}={first}"
            )
    return first, factor


def _are_same(a: Floats, b: Floats) -> bool:
    is_there = np.isfinite(a) & np.isfinite(b)
    size = np.abs(a[is_there]).max(initial=0.0)
    return bool(is_there.any() and np.abs(a[is_there] - b[is_there]).max() <= SIMILAR * size)


def _with_epoch(one: Meaning, values: dict[str, Floats], columns: Columns) -> Meaning:
    """Return the meaning of the times, whose unit follows from their values if they are counted since 1970."""
    is_plain = one.quantity == TIME and one.factor == 1.0 and one.source in columns
    if not is_plain or states_unit(columns.labelled(one.source)):
        return one
    unit = epoch_unit(values[TIME])
    if unit in ("", "s"):
        return one
    values[TIME] = values[TIME] * EPOCH_UNITS[unit]
    return one._replace(factor=EPOCH_UNITS[unit], note=f"{unit} since 1970, by its values")


# ---- quantities that follow from others


def _derive(values: dict[str, Floats], found: list[Meaning], columns: Columns) -> None:
    if TIME not in values:
        _add_stamp(values, found, columns)
    if "yaw" not in values and "heading" not in values:
        turned = _orientation(columns, next((one.source for one in found if one.quantity == "x"), ""))
        if turned is not None:
            values["yaw"], source = turned
            found.append(Meaning("yaw", source, 1.0, "of a quaternion"))
    latitude, longitude = values.pop("latitude", None), values.pop("longitude", None)
    if latitude is None or longitude is None:
        return
    if "x" in values and "y" in values:
        return
    values["x"], values["y"] = plane_of(latitude, longitude)
    places = {one.quantity: one for one in found if one.quantity in ("latitude", "longitude")}
    found[:] = [one for one in found if one.quantity not in ("latitude", "longitude", "x", "y")]
    for quantity, place in (("x", "longitude"), ("y", "latitude")):
        found.append(Meaning(quantity, places[place].source, 1.0, "metres east or north of the first place"))


def _add_stamp(values: dict[str, Floats], found: list[Meaning], columns: Columns) -> None:
    """Add the time of a stamp of whole seconds and nanoseconds, as in messages of ROS."""
    for text in columns:
        for seconds, nanoseconds in STAMPS:
            other = text.removesuffix(seconds) + nanoseconds
            if re.search(rf"(?:^|[/._]){seconds}$", text) and other in columns and not columns.is_empty(text):
                values[TIME] = columns[text] + 1e-9 * columns[other]
                found.append(Meaning(TIME, f"{text} + {other}*1e-9", 1.0))
                return


def _orientation(columns: Columns, place: str) -> tuple[Floats, str] | None:
    """Return the yaw of an orientation that is a quaternion (x, y, z, w), with the path of its columns.

    Of several it is the one whose path has most in common with that of the ``place``: the x that is the log's.

    Source: Diebel 2006, Representing Attitude, equation 290, for the z of the rotation sequence 3-2-1.
    """
    paths: dict[str, dict[str, str]] = {}
    for text in columns:
        path, sign, axis = text.rpartition("/") if "/" in text else text.rpartition(".")
        if sign != "." and "." in axis:
            inner, _, axis = axis.rpartition(".")
            path = f"{path}/{inner}"
        if axis in AXES and not columns.is_empty(text):
            paths.setdefault(path, {})[axis] = text
    whole = [(path, axes) for path, axes in paths.items() if len(axes) == len(AXES)]
    if not whole:
        return None
    path, axes = max(whole, key=lambda one: _common_parts(one[0], place))
    x, y, z, w = (columns[axes[axis]] for axis in AXES)
    return np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)), path


def _common_parts(path: str, other: str) -> int:
    """Return the number of parts that the beginnings of two paths have in common."""
    pairs = zip(re.split(r"[/.]", path), re.split(r"[/.]", other), strict=False)
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))


def plane_of(latitude: Floats, longitude: Floats) -> tuple[Floats, Floats]:
    """Return east and north of the first place [m] for places on WGS 84 [deg].

    The radii of curvature in the meridian and in the prime vertical are those of the middle latitude of the drive
    (Torge and Müller 2012, Geodesy, equations 4.13 and 4.14); 10 km from it the error is some metres, without effect on
    windows of seconds.
    """
    is_there = np.isfinite(latitude) & np.isfinite(longitude)
    if not is_there.any():
        return np.full(latitude.shape, np.nan), np.full(latitude.shape, np.nan)
    phi = math.radians(float(np.mean(latitude[is_there])))
    root = 1.0 - ECCENTRICITY2 * math.sin(phi) ** 2
    meridian = EQUATOR * (1.0 - ECCENTRICITY2) / root**1.5
    vertical = EQUATOR / math.sqrt(root)
    first = int(np.argmax(is_there))
    east = (longitude - longitude[first] + 180.0) % 360.0 - 180.0
    return vertical * math.cos(phi) * np.radians(east), meridian * np.radians(latitude - latitude[first])


def unit_of(quantity: str, known: Mapping[str, str]) -> str:
    """Return the SI unit of a quantity of a log; 1 for an unknown one."""
    return QUANTITIES[quantity][0] if quantity in QUANTITIES else known.get(quantity, "1")
