"""Roads of an OpenDRIVE file: reference line, profiles, lane sections, links and positions."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cubic_profile import CubicProfile
from .plan_view import PlanView
from .xml_elements import Element

Floats = NDArray[np.float64]


class Lane(NamedTuple):
    """Lane of a lane section."""

    id: int  # positive to the left of the reference line, negative to its right
    kind: str  # "driving", "sidewalk", …
    widths: CubicProfile  # [m]; with ``has_border``, distances of the outer border from the road's centre lane
    has_border: bool
    predecessors: tuple[int, ...]  # ids of lanes in the section before
    successors: tuple[int, ...]
    speeds: tuple[tuple[float, float], ...]  # starts along the road [m], and limits [m/s]
    surface: str  # of its first material; empty if none is given
    direction: str  # "standard", "reversed" or "both"


class LaneSection(NamedTuple):
    """Part of a road with the same lanes."""

    start: float  # along the road [m]
    end: float  # [m]
    lanes: tuple[Lane, ...]  # from left to right, without the centre lane


class RoadLink(NamedTuple):
    """Link of a road's beginning or end to another element."""

    is_junction: bool
    id: str
    contact: str  # "start" or "end" of the other road; empty for a junction


class RoadType(NamedTuple):
    """Type of a road from a position on."""

    start: float  # [m]
    kind: str  # "motorway", "town", …; empty if none is given
    speed: float | None  # limit [m/s]; None if none is given


class Span(NamedTuple):
    """Bridge or tunnel along a road."""

    start: float  # [m]
    end: float  # [m]
    is_tunnel: bool


class LateralShape(NamedTuple):
    """Heights of the road's cross section at one position (<shape>)."""

    start: float  # along the road [m]
    heights: CubicProfile  # over t [m]


@dataclass(frozen=True, eq=False, kw_only=True)
class Road:
    """Road, in the coordinates s along and t to the left of its reference line."""

    id: str
    plan: PlanView
    name: str = ""
    junction: str = ""  # id of the junction that it belongs to; empty if it is no connecting road
    drives_on_left: bool = False
    elevation: CubicProfile = field(default_factory=CubicProfile)  # [m]
    superelevation: CubicProfile = field(default_factory=CubicProfile)  # [rad], left side up
    crossfall_left: CubicProfile = field(default_factory=CubicProfile)  # [rad], outer side down
    crossfall_right: CubicProfile = field(default_factory=CubicProfile)
    lane_offset: CubicProfile = field(default_factory=CubicProfile)  # of the centre lane [m]
    shapes: tuple[LateralShape, ...] = ()
    sections: tuple[LaneSection, ...] = ()
    types: tuple[RoadType, ...] = ()
    predecessor: RoadLink | None = None
    successor: RoadLink | None = None
    spans: tuple[Span, ...] = ()
    objects: tuple[Element, ...] = ()

    @property
    def length(self) -> float:
        """Return the length of the reference line [m]."""
        return self.plan.length

    @property
    def is_flat(self) -> bool:
        """Return whether all heights are zero."""
        profiles = self.elevation, self.superelevation, self.crossfall_left, self.crossfall_right
        return not self.shapes and all(profile.is_zero for profile in profiles)


class RoadPosition(NamedTuple):
    """Points on a road's surface; arrays of one shape."""

    x: Floats  # [m]
    y: Floats  # [m]
    z: Floats  # [m]
    heading: Floats  # of the reference line, counter-clockwise from east [rad]
    grade: Floats  # rise of the reference line per length in the plane [1]
    bank: Floats  # rotation of the cross section about the reference line, left side up [rad]


def road_position(road: Road, s: Floats, t: Floats) -> RoadPosition:
    """Return the points of a road's surface at s along and t to the left of its reference line.

    The cross section is normal to the tangent of the reference line in space, and turned about it by superelevation
    and crossfall: with the heading h, the slope angle e and the bank b, its direction to the left is
    cos b (-sin h, cos h, 0) + sin b (-sin e cos h, -sin e sin h, cos e).

    Source: ASAM OpenDRIVE 1.6, chapters 5 (coordinate systems) and 8.4 (elevation); crossfall: 1.4, <crossfall>.

    Args:
        s: distances along the reference line in the plane [m].
        t: shape as ``s``, to the left [m].
    """
    s, t = np.broadcast_arrays(np.asarray(s, np.float64), np.asarray(t, np.float64))
    x, y, heading = (values.reshape(s.shape) for values in road.plan.points(s.ravel()))
    grade = road.elevation.slope(s)
    crossfall = np.where(t > 0.0, -road.crossfall_left.value(s), np.where(t < 0.0, road.crossfall_right.value(s), 0.0))
    bank = road.superelevation.value(s) + crossfall
    along, up, height = t * np.cos(bank), t * np.sin(bank), _shape_height(road.shapes, s, t)
    left, normal = along - height * np.sin(bank), up + height * np.cos(bank)
    slope = np.arctan(grade)
    forward = -normal * np.sin(slope)
    cosine, sine = np.cos(heading), np.sin(heading)
    return RoadPosition(
        x + cosine * forward - sine * left,
        y + sine * forward + cosine * left,
        road.elevation.value(s) + normal * np.cos(slope),
        heading,
        grade,
        bank,
    )


def _shape_height(shapes: tuple[LateralShape, ...], s: Floats, t: Floats) -> Floats:
    """Return the heights of the lateral shapes above the cross section's line, linear in s between two shapes."""
    if not shapes:
        return np.zeros_like(s)
    starts = np.array([shape.start for shape in shapes])
    heights = np.stack([shape.heights.value(t) for shape in shapes])
    after = np.clip(np.searchsorted(starts, s, side="right"), 0, len(shapes) - 1)
    before = np.maximum(after - 1, 0)
    step = starts[after] - starts[before]
    fraction = np.clip((s - starts[before]) / np.where(step > 0.0, step, 1.0), 0.0, 1.0)
    low, high = (np.take_along_axis(heights, index[None], 0)[0] for index in (before, after))
    return low + fraction * (high - low)


def lane_borders(road: Road, section: LaneSection, s: Floats) -> Floats:
    """Return the t of the borders of a section's lanes, from left to right; shape (lanes + 1, positions) [m].

    Args:
        s: (positions,): distances along the reference line [m].
    """
    inside = np.clip(
        s, section.start, np.nextafter(section.end, section.start)
    )  # records of the next section begin there
    centre = road.lane_offset.value(inside)
    left, right = [centre], [centre]
    for lane in section.lanes[::-1]:
        if lane.id > 0:
            left.append(_outer_border(lane, left[-1], centre, inside))
    for lane in section.lanes:
        if lane.id < 0:
            right.append(_outer_border(lane, right[-1], centre, inside))
    return np.stack(left[::-1] + right[1:])


def _outer_border(lane: Lane, inner: Floats, centre: Floats, s: Floats) -> Floats:
    """Return the t of a lane's outer border, never inside its inner one."""
    side = 1.0 if lane.id > 0 else -1.0
    value = lane.widths.value(s)
    if lane.has_border:  # writers disagree on the sign to the right of the reference line
        return np.where(
            side > 0.0, np.maximum(inner, centre + np.abs(value)), np.minimum(inner, centre - np.abs(value))
        )
    return inner + side * np.maximum(value, 0.0)
