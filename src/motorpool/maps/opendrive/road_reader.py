"""Reading of <road> elements; whatever has a missing or a wrong number is left out and counted."""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

import numpy as np

from ...base.terminal import printable
from .plan_view import MOST_TURN, Curve, Geometry, PlanView, arc, line, param_poly3, poly3, spiral
from .road import CubicProfile, Lane, LaneSection, LateralShape, Road, RoadLink, RoadType, Span, profile_of
from .signals import read_signal, signals_in
from .xml_elements import Element, WrongValue

LONGEST_ROAD = 1e6  # [m]
SHORTEST_CURVE = 1e-6  # shorter ones are left out [m]
SHORTEST_SECTION = 1e-3  # of lanes [m]
LENGTH_TOLERANCE = 0.01  # between a road's length and its curves, and between the ends of curves [m]
MOST_LANES = 200  # in a lane section
LONGEST_NAME = 200  # characters
SPEED_UNITS = {"": 1.0, "m/s": 1.0, "km/h": 1.0 / 3.6, "mph": 0.44704}  # [m/s]
LEFT_HAND_RULE = "LHT"

Counts = Counter[str]
Read = TypeVar("Read")


def read_road(element: Element, left_out: Counts) -> Road | None:
    """Return a road, or None if its reference line or its lanes cannot be read, which is counted.

    Args:
        left_out: counts by description, changed in place.
    """
    try:
        return _road(element, left_out)
    except WrongValue as reason:
        left_out[f"roads that could not be read: {reason}"] += 1
        return None


def _road(element: Element, left_out: Counts) -> Road:
    plan = _plan_view(element, left_out)
    sections = _lane_sections(element, plan.length, left_out)
    length = element.number("length", plan.length)
    if abs(length - plan.length) > LENGTH_TOLERANCE:
        left_out["lengths of roads that differ from their reference lines"] += 1
    if plan.largest_gap > LENGTH_TOLERANCE:
        left_out["reference lines with gaps"] += 1
    junction = element.get("junction", "-1").strip()
    lateral = partial(_profile, element, "lateralProfile", left_out=left_out)
    sides = {side: lateral("crossfall", only={"side": (side, "both", "")}) for side in ("left", "right")}
    return Road(
        id=element.get("id"),
        plan=plan,
        name=printable(element.get("name")[:LONGEST_NAME]),
        junction="" if junction == "-1" else junction,
        drives_on_left=element.get("rule").strip().upper() == LEFT_HAND_RULE,
        elevation=_profile(element, "elevationProfile", "elevation", left_out=left_out),
        superelevation=lateral("superelevation"),
        crossfall_left=sides["left"],
        crossfall_right=sides["right"],
        lane_offset=_profile(element, "lanes", "laneOffset", left_out=left_out),
        shapes=_shapes(element, left_out),
        sections=sections,
        types=_types(element, left_out),
        predecessor=_road_link(element, "predecessor", left_out),
        successor=_road_link(element, "successor", left_out),
        spans=tuple(_each(element.all("objects", "bridge") + element.all("objects", "tunnel"), _span, left_out)),
        objects=tuple(element.all("objects", "object")),
        signals=tuple(
            signal for signal in _each(signals_in(element), partial(read_signal, left_out=left_out), left_out) if signal
        ),
    )


def _each(elements: Iterable[Element], read: Callable[[Element], Read], left_out: Counts) -> list[Read]:
    """Return the value that is read of each element; those with wrong values are counted."""
    found: list[Read] = []
    for element in elements:
        try:
            found.append(read(element))
        except WrongValue as reason:
            left_out[str(reason)] += 1
    return found


# ---- reference line and profiles


def _plan_view(element: Element, left_out: Counts) -> PlanView:
    geometries: list[Geometry] = []
    for each in element.all("planView", "geometry"):
        geometry = _geometry(each)
        if geometry.length < SHORTEST_CURVE:
            left_out["curves without a length"] += 1
        else:
            geometries.append(geometry)
    if not geometries:
        raise WrongValue("no reference line")
    plan = PlanView(tuple(sorted(geometries, key=lambda geometry: geometry.start)))
    if plan.geometries[0].start > LENGTH_TOLERANCE:
        raise WrongValue("the reference line begins after s = 0")
    if not 0.0 < plan.length <= LONGEST_ROAD:
        raise WrongValue(f"a reference line longer than {LONGEST_ROAD / 1000.0:g} km")
    return plan


def _geometry(element: Element) -> Geometry:
    start, x, y, heading = (element.number(name) for name in ("s", "x", "y", "hdg"))
    length = element.number("length")
    if start < 0.0 or length < 0.0:
        raise WrongValue("<geometry> with a negative s or length")
    curve = next(
        (_curve(child, max(length, SHORTEST_CURVE)) for child in element.children if child.tag in CURVES), None
    )
    if curve is None:
        raise WrongValue("<geometry> of an unknown kind")
    return Geometry(start, x, y, math.remainder(heading, math.tau), length, curve)


def _curve(element: Element, length: float) -> Curve:
    curve, sharpest = CURVES[element.tag](element, length)
    if sharpest * length > MOST_TURN:
        raise WrongValue(f"<{element.tag}> that turns by more than {MOST_TURN:g} rad")
    return curve


def _line(element: Element, length: float) -> tuple[Curve, float]:
    return line, 0.0


def _arc(element: Element, length: float) -> tuple[Curve, float]:
    curvature = element.number("curvature")
    return partial(arc, curvature=curvature), abs(curvature)


def _spiral(element: Element, length: float) -> tuple[Curve, float]:
    start, end = element.number("curvStart"), element.number("curvEnd")
    return partial(spiral, curvature_start=start, curvature_end=end, length=length), max(abs(start), abs(end))


def _poly3(element: Element, length: float) -> tuple[Curve, float]:
    coefficients = np.array([element.number(name) for name in "abcd"])
    return partial(poly3, coefficients=coefficients, length=length), 0.0


def _param_poly3(element: Element, length: float) -> tuple[Curve, float]:
    u, v = (np.array([element.number(f"{name}{axis}") for name in "abcd"]) for axis in "UV")
    is_normalized = element.get("pRange").strip() != "arcLength"
    curve = partial(param_poly3, u_coefficients=u, v_coefficients=v, length=length, is_normalized=is_normalized)
    return curve, 0.0


CURVES: dict[str, Callable[[Element, float], tuple[Curve, float]]] = {
    "line": _line, "arc": _arc, "spiral": _spiral, "poly3": _poly3, "paramPoly3": _param_poly3
}  # fmt: skip


def _profile(
    road: Element, parent: str, tag: str, *, left_out: Counts, only: dict[str, tuple[str, ...]] | None = None
) -> CubicProfile:
    """Return the profile of a road's elements.

    Args:
        only: allowed texts of attributes; other elements do not belong to the profile.
    """
    chosen = [
        element
        for element in road.all(parent, tag)
        if all(element.get(name).strip() in texts for name, texts in (only or {}).items())
    ]
    return profile_of(_each(chosen, partial(_record, start="s"), left_out))


def _record(element: Element, *, start: str) -> tuple[float, ...]:
    """Return start, a, b, c, d of an element; missing coefficients are zero."""
    at = element.number(start)
    if at < 0.0:
        raise WrongValue(f"<{element.tag}> with a negative {start}")
    return at, element.number("a"), *(element.number(name, 0.0) for name in "bcd")


def _shapes(road: Element, left_out: Counts) -> tuple[LateralShape, ...]:
    records: dict[float, list[tuple[float, ...]]] = {}

    def add(element: Element) -> None:
        at = element.number("s")
        record = element.number("t"), element.number("a"), *(element.number(name, 0.0) for name in "bcd")
        records.setdefault(at, []).append(record)

    _each(road.all("lateralProfile", "shape"), add, left_out)
    return tuple(LateralShape(at, profile_of(records[at])) for at in sorted(records))


# ---- lanes


def _lane_sections(road: Element, length: float, left_out: Counts) -> tuple[LaneSection, ...]:
    found = _each(road.all("lanes", "laneSection"), lambda element: (element.number("s"), element), left_out)
    found.sort(key=lambda section: section[0])
    sections: list[LaneSection] = []
    for number, (start, element) in enumerate(found):
        start = max(start, 0.0)
        end = min(found[number + 1][0], length) if number + 1 < len(found) else length
        if end - start < SHORTEST_SECTION:
            left_out["lane sections without a length"] += 1
        else:
            lanes = _lanes(element, start, left_out)
            if sections and element.get("singleSide").strip() in ("true", "1"):
                lanes = _with_other_side(lanes, sections)
            sections.append(LaneSection(start, end, lanes))
    if not sections:
        raise WrongValue("no lane section")
    return tuple(sections)


def _with_other_side(lanes: tuple[Lane, ...], sections: list[LaneSection]) -> tuple[Lane, ...]:
    """Return the lanes of a section for one side, and those of the last section, which go on, on the other side.

    Source: ASAM OpenDRIVE 1.6, chapter 9.3, @singleSide. The last section's lanes that go on are linked to themselves.
    """
    last = sections[-1]
    sides = {lane.id > 0 for lane in lanes}
    if len(sides) == 2:
        return lanes
    going_on = [lane for lane in last.lanes if (lane.id > 0) not in sides]
    before = [lane._replace(successors=(lane.id,)) if (lane.id > 0) not in sides else lane for lane in last.lanes]
    sections[-1] = last._replace(lanes=tuple(before))
    after = [lane._replace(predecessors=(lane.id,)) for lane in going_on]
    return tuple(sorted([*lanes, *after], key=lambda lane: -lane.id))


def _lanes(section: Element, start: float, left_out: Counts) -> tuple[Lane, ...]:
    elements = section.all("left", "lane") + section.all("right", "lane")
    if len(elements) > MOST_LANES:
        raise WrongValue(f"more than {MOST_LANES} lanes in a section")
    lanes = {
        lane.id: lane for lane in reversed(_each(elements, partial(_lane, start=start, left_out=left_out), left_out))
    }
    if len(lanes) < len(elements):
        left_out["lanes without an id of their own"] += len(elements) - len(lanes)
    return tuple(lanes[number] for number in sorted(lanes, reverse=True) if number)


def _lane(element: Element, *, start: float, left_out: Counts) -> Lane:
    records = {tag: _each(element.all(tag), partial(_record, start="sOffset"), left_out) for tag in ("width", "border")}
    has_border = not records["width"]
    speeds = _each(element.all("speed"), lambda each: (start + each.number("sOffset"), _speed(each)), left_out)
    materials = element.all("material")
    heights = _each(element.all("height"), partial(_lane_height, start=start), left_out)
    return Lane(
        id=_lane_id(element),
        kind=element.get("type").strip(),
        widths=profile_of(records["border" if has_border else "width"], offset=start),
        has_border=has_border,
        predecessors=tuple(_each(element.all("link", "predecessor"), _lane_id, left_out)),
        successors=tuple(_each(element.all("link", "successor"), _lane_id, left_out)),
        speeds=tuple((at, speed) for at, speed in speeds if speed is not None),
        surface=materials[0].get("surface").strip().lower() if materials else "",
        direction=element.get("direction", "standard").strip(),
        heights=np.array(sorted(heights), np.float64).reshape(-1, 3),
        is_level=element.get("level").strip() in ("true", "1"),
    )


def _lane_height(element: Element, *, start: float) -> tuple[float, float, float]:
    return start + element.number("sOffset", 0.0), element.number("inner", 0.0), element.number("outer", 0.0)


def _lane_id(element: Element) -> int:
    number = element.number("id")
    if number != int(number):
        raise WrongValue(f"<{element.tag}> with a wrong id")
    return int(number)


# ---- types, links, bridges


def _types(road: Element, left_out: Counts) -> tuple[RoadType, ...]:
    def read(element: Element) -> RoadType:
        speed = element.first("speed")
        kind = printable(element.get("type").strip()[:LONGEST_NAME])
        return RoadType(element.number("s"), kind, None if speed is None else _speed(speed))

    return tuple(sorted(_each(road.all("type"), read, left_out), key=lambda each: each.start))


def _speed(element: Element) -> float | None:
    """Return a speed limit [m/s]; None if there is none."""
    if element.get("max").strip() in ("no limit", "undefined"):
        return None
    unit, speed = element.get("unit").strip(), element.number("max")
    if unit not in SPEED_UNITS:
        raise WrongValue("<speed> with an unknown unit")
    return speed * SPEED_UNITS[unit] if speed > 0.0 else None


def _road_link(road: Element, tag: str, left_out: Counts) -> RoadLink | None:
    element = road.first("link", tag)
    if element is None:
        return None
    kind, contact = element.get("elementType").strip(), element.get("contactPoint").strip()
    if kind == "junction":
        return RoadLink(True, element.get("elementId"), "")
    if "elementS" in element.attributes:
        left_out["links to the middle of a road"] += 1
    elif kind == "road" and contact in ("start", "end"):
        return RoadLink(False, element.get("elementId"), contact)
    else:
        left_out["links without a type or a contact point"] += 1
    return None


def _span(element: Element) -> Span:
    start, length = element.number("s"), element.number("length")
    return Span(start, start + length, element.tag == "tunnel")
