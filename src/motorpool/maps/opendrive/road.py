"""Roads of an OpenDRIVE file: reference line, profiles, lane sections, links and positions.

Elevation, superelevation, widths and offsets along a road are cubic polynomials, each from a start on.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .plan_view import PlanView
from .xml_elements import Element

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CubicProfile:
    """Piecewise cubic a + b ds + c ds^2 + d ds^3 with ds = s - start; zero before the first start.

    Source: ASAM OpenDRIVE 1.6, elements <elevation>, <superelevation>, <laneOffset>, <width> and <border>.
    """

    starts: Floats = field(default_factory=lambda: np.zeros(0))  # (records,): ascending [m]
    coefficients: Floats = field(default_factory=lambda: np.zeros((0, 4)))  # (records, 4): a, b, c, d

    @property
    def is_zero(self) -> bool:
        """Return whether all values are zero."""
        return not self.coefficients.any()

    def value(self, s: Floats) -> Floats:
        """Return the values at positions [m]; shape as ``s``."""
        if not len(self.starts):
            return np.zeros_like(s)
        ds, (a, b, c, d) = self._at(s)
        return a + ds * (b + ds * (c + ds * d))

    def slope(self, s: Floats) -> Floats:
        """Return the derivatives by s at positions [m]; shape as ``s``."""
        if not len(self.starts):
            return np.zeros_like(s)
        ds, (_, b, c, d) = self._at(s)
        return b + ds * (2.0 * c + ds * 3.0 * d)

    def raised(self, height: float) -> "CubicProfile":
        """Return the profile with all values higher, from s = 0 on."""
        if height == 0.0:
            return self
        starts, coefficients = self.starts, self.coefficients + np.array([height, 0.0, 0.0, 0.0])
        if not len(starts) or starts[0] > 0.0:
            starts, coefficients = np.append(0.0, starts), np.vstack([[height, 0.0, 0.0, 0.0], coefficients])
        return CubicProfile(starts, coefficients)

    def _at(self, s: Floats) -> tuple[Floats, tuple[Floats, Floats, Floats, Floats]]:
        """Return the distances from the starts, and the four coefficients, each in the shape of ``s``."""
        index = np.searchsorted(self.starts, s, side="right") - 1
        after = np.maximum(index, 0)
        found = self.coefficients[after]
        if (index < 0).any():
            found = found * (index >= 0)[..., None]
        return s - self.starts[after], (found[..., 0], found[..., 1], found[..., 2], found[..., 3])


def profile_of(records: list[tuple[float, ...]], *, offset: float = 0.0) -> CubicProfile:
    """Return the profile of records (start, a, b, c, d), sorted; of equal starts the last record applies.

    Args:
        offset: distance of the starts from the road's beginning [m].
    """
    if not records:
        return CubicProfile()
    table = np.array(sorted(records, key=lambda record: record[0]), np.float64)
    return CubicProfile(table[:, 0] + offset, table[:, 1:])


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
    heights: Floats = np.zeros((0, 3))  # (records, 3): starts along the road, offsets at the inner and outer border [m]
    is_level: bool = False  # level beside a superelevated road


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


class Signal(NamedTuple):
    """Sign or traffic light of a road, or a reference to one of another road."""

    id: str
    s: float  # [m]
    kind: str  # of ``signals.KINDS``; empty for a reference
    is_for: tuple[bool, ...]  # directions of traffic: True along s, False against it


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
    signals: tuple[Signal, ...] = ()

    @property
    def length(self) -> float:
        """Return the length of the reference line [m]."""
        return self.plan.length

    @property
    def is_flat(self) -> bool:
        """Return whether all heights are zero."""
        profiles = self.elevation, self.superelevation, self.crossfall_left, self.crossfall_right
        lanes_are_flat = not any(lane.heights[:, 1:].any() for section in self.sections for lane in section.lanes)
        return lanes_are_flat and not self.shapes and all(profile.is_zero for profile in profiles)


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
        t: to the left [m]; of the shape of ``s``, or of more points for each distance, as NumPy broadcasts.
    """
    line = reference_line(road, np.asarray(s, np.float64))
    (x, y, z), bank = points_beside(road, line, np.asarray(t, np.float64))
    return RoadPosition(x, y, z, *(np.broadcast_to(each, x.shape) for each in (line.heading, line.grade, bank)))


class ReferenceLine(NamedTuple):
    """Points of a road's reference line; arrays of one shape."""

    s: Floats  # distance along the line in the plane [m]
    x: Floats  # [m]
    y: Floats  # [m]
    z: Floats  # [m]
    heading: Floats  # counter-clockwise from east [rad]
    grade: Floats  # rise per length in the plane [1]
    superelevation: Floats  # [rad]


def reference_line(road: Road, s: Floats) -> ReferenceLine:
    """Return the points of a road's reference line at distances along it [m]."""
    x, y, heading = (values.reshape(s.shape) for values in road.plan.points(s.ravel()))
    elevation = road.elevation
    return ReferenceLine(s, x, y, elevation.value(s), heading, elevation.slope(s), road.superelevation.value(s))


def points_beside(road: Road, line: ReferenceLine, t: Floats) -> tuple[tuple[Floats, Floats, Floats], Floats]:
    """Return x, y, z [m] and the bank [rad] at t to the left of points of a reference line (``road_position``)."""
    s, bank = line.s, line.superelevation
    if len(road.crossfall_left.starts) or len(road.crossfall_right.starts):
        left, right = -road.crossfall_left.value(s), road.crossfall_right.value(s)
        bank = bank + np.where(t > 0.0, left, np.where(t < 0.0, right, 0.0))
    cosine, sine = np.cos(bank), np.sin(bank)
    left, normal = t * cosine, t * sine
    if road.shapes:
        height = _shape_height(road.shapes, s, np.broadcast_to(t, np.broadcast_shapes(s.shape, t.shape)))
        left, normal = left - height * sine, normal + height * cosine
    slope = np.arctan(line.grade)
    forward = -normal * np.sin(slope)
    cosine, sine = np.cos(line.heading), np.sin(line.heading)
    x, y = line.x + cosine * forward - sine * left, line.y + sine * forward + cosine * left
    return (x, y, line.z + normal * np.cos(slope)), bank


def _shape_height(shapes: tuple[LateralShape, ...], s: Floats, t: Floats) -> Floats:
    """Return the heights of the lateral shapes above the cross section's line, linear in s between two shapes."""
    if s.ndim != 1:
        return _shape_height(shapes, np.broadcast_to(s, t.shape).ravel(), np.ravel(t)).reshape(t.shape)
    starts = np.array([shape.start for shape in shapes])
    after = np.clip(np.searchsorted(starts, s, side="right"), 0, len(shapes) - 1)
    before = np.maximum(after - 1, 0)
    step = starts[after] - starts[before]
    fraction = np.clip((s - starts[before]) / np.where(step > 0.0, step, 1.0), 0.0, 1.0)
    low, high = (_heights_of(shapes, index, t) for index in (before, after))
    return low + fraction * (high - low)


def _heights_of(shapes: tuple[LateralShape, ...], index: NDArray[np.intp], t: Floats) -> Floats:
    """Return the heights of the shapes with these numbers (positions,) at t (…, positions)."""
    heights = np.empty(t.shape)
    order = np.argsort(index, kind="stable")
    ends: NDArray[np.intp] = np.cumsum(np.bincount(index, minlength=len(shapes)))
    numbers: list[int] = np.unique(index).tolist()
    for number in numbers:
        chosen = order[ends[number - 1] if number else 0 : ends[number]]
        heights[..., chosen] = shapes[number].heights.value(t[..., chosen])
    return heights


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


def lane_surfaces(road: Road, section: LaneSection, line: ReferenceLine, borders: Floats) -> Floats:
    """Return the left edge, the middle and the right edge of each lane, as (3 lanes, positions, 3) [m].

    Offsets of a lane are linear between its borders and along it, and are added to z. A level lane has the height of
    its inner border.

    Source: ASAM OpenDRIVE 1.6, chapters 9.5.7 (lane height) and 9.5.8 (lanes without superelevation); 1.4, <height>.

    Args:
        borders: t of the borders of lanes (lanes + 1, positions) [m].
    """
    left, right = borders[:-1], borders[1:]
    t = np.stack([left, 0.5 * (left + right), right], axis=1).reshape(-1, len(line.s))
    points = np.stack(points_beside(road, line, t)[0], axis=-1)
    beside = {lane.id: points[3 * number : 3 * number + 3] for number, lane in enumerate(section.lanes)}
    for lane in sorted(section.lanes, key=lambda lane: abs(lane.id)):
        edges = beside[lane.id]
        inner = 2 if lane.id > 0 else 0
        if lane.is_level:
            within = beside.get(lane.id - (1 if lane.id > 0 else -1))
            edges[..., 2] = edges[inner, :, 2] if within is None else within[2 - inner, :, 2]
        if len(lane.heights):
            offsets = [np.interp(line.s, lane.heights[:, 0], lane.heights[:, column]) for column in (1, 2)]
            first, last = offsets if lane.id < 0 else offsets[::-1]
            edges[..., 2] += np.stack([first, 0.5 * (first + last), last])
    return points


def _outer_border(lane: Lane, inner: Floats, centre: Floats, s: Floats) -> Floats:
    """Return the t of a lane's outer border, never inside its inner one."""
    side = 1.0 if lane.id > 0 else -1.0
    value = lane.widths.value(s)
    if lane.has_border:  # writers disagree on the sign to the right of the reference line
        return np.where(
            side > 0.0, np.maximum(inner, centre + np.abs(value)), np.minimum(inner, centre - np.abs(value))
        )
    return inner + side * np.maximum(value, 0.0)
