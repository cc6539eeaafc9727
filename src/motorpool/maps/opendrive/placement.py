"""Position of an OpenDRIVE file on the map: its projection, its offset, and the origin of the world's metres."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ...base.errors import MissingExtraError
from ...ground.terrain.projection import foreign_unit, is_known, reference_system
from .road import Road
from .xml_elements import Element, WrongValue

HEIGHT_KEYS = re.compile(r"\+(geoidgrids|vunits|vto_meter)=\S+")  # of PROJ strings; they do not concern x and y
VERTICAL_UNIT = re.compile(r"\+(?:vunits=(?!m\b)|vto_meter=(?!1(?:\.0*)?(?:\s|$)))([\w.-]+)")  # other than metres
ANCHOR = re.compile(r"(?=.*\+lat_0=)(?=.*\+lon_0=)", re.DOTALL)  # of a map without a projection, as CARLA reads it
FAR = 20_000.0  # positions farther from zero get an origin near them [m]
ROUNDING = 1_000.0  # of that origin [m]


class Placement(NamedTuple):
    """Position of a file's coordinates in its projection: turned by the angle, then moved."""

    crs: str | None  # None: unknown
    x: float  # [m]
    y: float  # [m]
    z: float  # [m]
    angle: float  # [rad]


def read_placement(header: Element | None, left_out: Counter[str]) -> Placement:
    """Return the placement that a file's header gives.

    Args:
        left_out: counts by description, changed in place.
    """
    if header is None:
        left_out["files without a header"] += 1
        return Placement(None, 0.0, 0.0, 0.0, 0.0)
    offset = header.first("offset")
    x = y = z = angle = 0.0
    if offset is not None:
        try:
            x, y, z, angle = (offset.number(name, 0.0) for name in ("x", "y", "z", "hdg"))
        except WrongValue as reason:
            left_out[str(reason)] += 1
    return Placement(_crs(header.first("geoReference"), left_out), x, y, z, math.remainder(angle, math.tau))


def _crs(element: Element | None, left_out: Counter[str]) -> str | None:
    """Return the projection in metres that a file names; None if it names none, or one that cannot be used."""
    text = element.text.strip() if element is not None else ""
    if not text:
        return None
    for unit in VERTICAL_UNIT.findall(text):
        left_out[f"heights in the unit {unit[:20]} of the map projection, read as metres, as OpenDRIVE has them"] += 1
    text = HEIGHT_KEYS.sub("", text).strip()
    if ANCHOR.search(text) and "+proj=" not in text:
        text = f"+proj=tmerc {text} +datum=WGS84"
    try:
        if is_known(text) and _is_in_metres(text):
            return text
    except MissingExtraError:
        left_out["map projections, which need pyproj"] += 1
        return None
    left_out["map projections that are unknown or not in metres"] += 1
    return None


def _is_in_metres(crs: str) -> bool:
    return bool(reference_system(crs).is_projected) and foreign_unit(crs) is None


def placed(roads: Sequence[Road], placement: Placement) -> tuple[list[Road], tuple[float, float]]:
    """Return the roads in the world's metres, and the easting and northing of the world's origin [m].

    The world is turned as the projection is. Coordinates far from zero are moved to an origin near the first road.
    """
    first = roads[0].plan.geometries[0]
    cosine, sine = math.cos(placement.angle), math.sin(placement.angle)
    x, y = cosine * first.x - sine * first.y, sine * first.x + cosine * first.y
    shift_x, shift_y = (round(each / ROUNDING) * ROUNDING if max(abs(x), abs(y)) > FAR else 0.0 for each in (x, y))
    moved: list[Road] = []
    for road in roads:
        plan = road.plan.moved(angle=placement.angle, x=-shift_x, y=-shift_y)
        moved.append(replace(road, plan=plan, elevation=road.elevation.raised(placement.z)))
    return moved, (placement.x + shift_x, placement.y + shift_y)
