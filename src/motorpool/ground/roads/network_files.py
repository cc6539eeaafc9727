"""Files of road networks: GeoJSON in metres, a LineString with properties for each section.

A position is x, y [m] from the centre of the terrain, or x, y, z where the road does not lie on the ground. The
properties are the fields of ``RoadSection``; all but ``start`` and ``end`` have its defaults, and signs and traffic
lights are written only where there are some. The collection has the members ``drives_on_left`` and ``attribution`` of
``RoadNetwork``, and ``"crs": null``, which says that its numbers are metres and not degrees.
"""

import dataclasses
import json
import math
from typing import Any, cast

import numpy as np

from ...base.errors import WorldError, similar_spellings, unknown_name
from ...base.files import AnyPath, read_text, whole_file
from ...base.operating_system import expanded
from ..terrain.geojson import parsed_geojson
from ..terrain.roads import MOST_POINTS, WIDEST
from ..terrain.surface import CLASSES
from .network import RULES, Floats, RoadNetwork, RoadSection

MOST_BYTES = 512_000_000  # limit of a file
MOST_SECTIONS = 500_000  # limit of the sections in a file
MOST_NODE = 10_000_000  # largest number of a node
MOST_LANES = 16  # in one direction
MOST_LEVEL = 100  # of bridges; the negative of it, of tunnels
FASTEST = 100.0  # limit of a speed limit [m/s]
FARTHEST = 1e7  # limit of coordinates [m]
MOST_PHASE = 15  # largest number of a phase of traffic lights
MOST_LETTERS = 400  # of a text

TEXTS = ("category", "name", "source_id")
FLAGS = ("is_bridge", "is_tunnel", "is_turn")
WHOLES = {
    "start": (0, MOST_NODE),
    "end": (0, MOST_NODE),
    "lanes_forward": (0, MOST_LANES),
    "lanes_backward": (0, MOST_LANES),
    "level": (-MOST_LEVEL, MOST_LEVEL),
    "start_lights": (-1, MOST_NODE),
    "end_lights": (-1, MOST_NODE),
    "start_phase": (-1, MOST_PHASE),
    "end_phase": (-1, MOST_PHASE),
}
CHOICES = {"start_rule": RULES, "end_rule": RULES}
NUMBERS = {"width": WIDEST, "speed_limit": FASTEST}  # limits; both are positive
PROPERTIES = tuple(field.name for field in dataclasses.fields(RoadSection) if field.name not in ("points", "surface"))
DEFAULTS = {  # of properties that are not written where they say nothing
    field.name: field.default
    for field in dataclasses.fields(RoadSection)
    if field.name.endswith(("_rule", "_lights", "_phase", "_turn"))
}


def load_network(path: AnyPath) -> RoadNetwork:
    """Read the road network in a GeoJSON file.

    Raises:
        WorldError: the file cannot be read, or a section has a mistake.
    """
    path = expanded(path)
    text = read_text(path, max_bytes=MOST_BYTES, error=WorldError, encoding="utf-8-sig", reads=("GeoJSON",))
    values = parsed_geojson(text, path)
    if values.get("type") != "FeatureCollection" or not isinstance(values.get("features"), list):
        raise WorldError(f"{path} is not a road network; it must be a GeoJSON FeatureCollection of LineStrings")
    if values.get("crs", 0) is not None:
        raise WorldError(
            f'{path}: a road network is in metres from the centre of the terrain; write them, and add "crs": null'
        )
    features = cast("list[Any]", values["features"])
    if len(features) > MOST_SECTIONS:
        raise WorldError(f"{path} has {len(features)} sections; a road network may have at most {MOST_SECTIONS}")
    left, attribution = values.get("drives_on_left", False), values.get("attribution", "")
    if not isinstance(left, bool):
        raise WorldError(f"{path}: drives_on_left is {_short(left)}; it must be true or false")
    if not isinstance(attribution, str) or len(attribution) > MOST_LETTERS:
        raise WorldError(f"{path}: attribution must be a text of at most {MOST_LETTERS} letters")
    sections = [_section(feature, f"{path}: features[{number}]") for number, feature in enumerate(features)]
    return RoadNetwork(sections=sections, drives_on_left=left, attribution=attribution)


def save_network(network: RoadNetwork, path: AnyPath) -> None:
    """Write a road network as GeoJSON; ``load_network`` reads it with equal values.

    Raises:
        WorldError: the file cannot be written, or a section has a value that cannot be read again.
    """
    features = [_feature(section) for section in network.sections]
    for number, feature in enumerate(features):
        _section(feature, f"section {number}")
    head = {
        "type": "FeatureCollection",
        "crs": None,
        "drives_on_left": network.drives_on_left,
        "attribution": network.attribution,
    }
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False, separators=(",", ":")) for feature in features)
    text = json.dumps(head, ensure_ascii=False)[:-1] + f', "features": [\n{lines}\n]}}\n'
    with whole_file(path, error=WorldError) as new:
        new.write_text(text, encoding="utf-8")


def check_network(network: RoadNetwork) -> None:
    """Refuse a network with a value that is not allowed.

    Raises:
        WorldError: with the number of the section.
    """
    if len(network.sections) > MOST_SECTIONS:
        raise WorldError(f"a road network has {len(network.sections)} sections; at most {MOST_SECTIONS} are allowed")
    for number, section in enumerate(network.sections):
        where = f"section {number}"
        _checked(_properties(section), where)
        _check_points(section.points, where)


def _section(feature: Any, where: str) -> RoadSection:
    mapping = cast("dict[str, Any]", feature) if isinstance(feature, dict) else {}
    properties = mapping.get("properties")
    if not isinstance(properties, dict):
        raise WorldError(f"{where} has no properties; a section needs at least the nodes start and end")
    found = _checked(cast("dict[str, Any]", properties), where)
    return RoadSection(points=_points(mapping.get("geometry"), where), **found)


def _checked(values: dict[str, Any], where: str) -> dict[str, Any]:
    """Return the properties of a section after a check of their names and values."""
    for name in values:
        if name not in PROPERTIES and (close := similar_spellings(name, PROPERTIES)):
            raise WorldError(f"{where} has a property {_short(name)}; did you mean {close[0]}?")
    found: dict[str, Any] = {}
    for name in PROPERTIES:
        if name in values:
            found[name] = _value(name, values[name], where)
        elif name in ("start", "end"):
            raise WorldError(f"{where} has no property {name}; give the number of the node, zero or positive")
    if found.get("lanes_forward", 1) + found.get("lanes_backward", 1) == 0:
        raise WorldError(f"{where} has no lanes; lanes_forward or lanes_backward must be at least 1")
    return found


def _value(name: str, value: Any, where: str) -> Any:
    """Return a property after a check of its type and its limits."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if name in TEXTS:
        if isinstance(value, str) and len(value) <= MOST_LETTERS:
            return value
        raise WorldError(f"{where}: {name} is {_short(value)}; it must be a text of at most {MOST_LETTERS} letters")
    if name in FLAGS:
        if isinstance(value, bool):
            return value
        raise WorldError(f"{where}: {name} is {_short(value)}; it must be true or false")
    if name in CHOICES:
        if isinstance(value, str) and value in CHOICES[name]:
            return value
        words = ", ".join(filter(None, CHOICES[name]))
        raise WorldError(f"{where}: {name} is {_short(value)}; it must be one of {words}, or empty")
    if name in WHOLES:
        low, high = WHOLES[name]
        if is_number and low <= value <= high and value == int(value):
            return int(value)
        raise WorldError(f"{where}: {name} is {_short(value)}; it must be a whole number from {low} to {high}")
    if name in NUMBERS:
        if is_number and 0.0 < value <= NUMBERS[name]:
            return float(value)
        raise WorldError(f"{where}: {name} is {_short(value)}; it must be above 0 and at most {NUMBERS[name]:g}")
    if value not in CLASSES:
        raise WorldError(f"{where}: {unknown_name('', 'soil', _short(value), CLASSES, listed='docs/ground.md')}")
    return value


def _points(geometry: Any, where: str) -> Floats:
    """Return the points of a LineString, (points, 3) [m]; z is NaN where it has none."""
    mapping = cast("dict[str, Any]", geometry) if type(geometry) is dict else dict[str, Any]()
    if mapping.get("type") != "LineString":
        raise WorldError(f"{where} is a {_short(mapping.get('type'))}; a section must be a LineString")
    given = mapping.get("coordinates")
    count = len(cast("list[Any]", given)) if isinstance(given, list) else 0
    if not 2 <= count <= MOST_POINTS:
        raise WorldError(f"{where} has {count} points; a section has from 2 to {MOST_POINTS}")
    rows: list[list[float]] = []
    for number, position in enumerate(cast("list[Any]", given)):
        values = cast("list[Any]", position) if isinstance(position, list) else []
        if not (2 <= len(values) <= 3 and all(type(value) in (int, float) for value in values)):
            raise WorldError(f"{where}: point {number} must be two or three numbers: x, y and z [m]")
        if not all(abs(value) <= FARTHEST for value in values):
            raise WorldError(_too_far(where, number))
        rows.append(values if len(values) == 3 else [*values, math.nan])
    points = np.array(rows, np.float64)
    _check_length(points, where)
    return points


def _check_points(points: Any, where: str) -> None:
    """Refuse points, (points, 3) [m], that ``_points`` would refuse."""
    points = np.asarray(points, np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise WorldError(f"{where}: the points have the shape {points.shape}; they must be (points, 3): x, y and z [m]")
    if not 2 <= len(points) <= MOST_POINTS:
        raise WorldError(f"{where} has {len(points)} points; a section has from 2 to {MOST_POINTS}")
    is_far = ~(np.abs(points) <= FARTHEST)
    is_far[:, 2] &= ~np.isnan(points[:, 2])  # a point on the ground
    if is_far.any():
        raise WorldError(_too_far(where, int(np.argmax(is_far.any(axis=1)))))
    _check_length(points, where)


def _too_far(where: str, number: int) -> str:
    return f"{where}: point {number} is not within {FARTHEST:g} m of the centre; give metres"


def _check_length(points: Floats, where: str) -> None:
    if not np.hypot(*np.diff(points[:, :2], axis=0).T).sum() > 0.0:
        raise WorldError(f"{where} has the length 0 m; remove it, or give it two different points")


def _feature(section: RoadSection) -> dict[str, Any]:
    coordinates = [row[:2] if math.isnan(row[2]) else row for row in np.asarray(section.points, np.float64).tolist()]
    return {
        "type": "Feature",
        "geometry": {"type": "LineString", "coordinates": coordinates},
        "properties": _properties(section),
    }


def _properties(section: RoadSection) -> dict[str, Any]:
    values = {name: _plain(getattr(section, name)) for name in PROPERTIES}
    return {name: value for name, value in values.items() if name not in DEFAULTS or value != DEFAULTS[name]}


def _plain(value: Any) -> Any:
    """Return a number of NumPy as one of Python."""
    return cast("np.generic[Any]", value).item() if isinstance(value, np.generic) else value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
