"""Observations of a driver: each entry is a number that a function computes from a view.

A task lists them by kind; an entry is divided by a scale and limited to -1..1. To add a kind, write its function here
and its line in ``OBSERVATIONS``. The first line of its docstring is its meaning in tables. A scan is no function of a
view: ``scanners`` computes its entries for all rows at once.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import ByteTable, FloatTable
from ..ground.objects.grid import Circles, nearest_in_cone
from ..ground.terrain.heightfield import Heightfield, sample_heightfield
from ..ground.terrain.surface import FIELDS, class_at
from ..models.fields import NonNegative, Positive, Range
from ..models.mathematics import PI, Real, maximum, select, sincos, sqrt, wrap_angle
from ..vehicles.sensor_kinds import Beams, Offset
from ..world.world import World
from .view import Errors, Group, View, bearing_of, circle_offset, other_of, side_slip, velocity_of

FRICTION = FIELDS.index("friction")


class SoilMap(NamedTuple):
    """Classes of the ground and their properties."""

    classes: ByteTable  # (rows, columns); row 0 is south
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # outer corner of cell (0, 0) [m]
    spacing: float  # side of a cell [m]
    table: FloatTable  # (classes, fields), units as ``surface.FIELDS``
    resistance: int  # field of the resistance of the vehicles' running gear


def soil_map(world: World) -> SoilMap:
    """Return the surface of a world of one fleet."""
    surface = world.surface
    west, south, spacing = float(surface.x_west), float(surface.y_south), float(surface.spacing)
    gear = "track_resistance" if world.fleets[0].kind == "tracked" else "wheel_resistance"
    return SoilMap(surface.classes, west, south, spacing, surface.table, FIELDS.index(gear))


Angle = Annotated[float, Range(low=-2.0 * math.pi, high=2.0 * math.pi, words="in -360..360 degrees")]


class Scan2d(NamedTuple):
    """Range of each beam of a planar laser scanner on the vehicle; ``max_range`` without a return."""

    beams: Beams  # number of beams, each of which is an entry [1]
    first_angle: Angle  # of the first beam, counter-clockwise from the vehicle's heading [rad]
    last_angle: Angle  # of the last beam [rad]
    max_range: Positive  # a longer distance is no return [m]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    x: Offset = 0.0  # of the scanner, ahead of the vehicle's reference point [m]
    y: Offset = 0.0  # to the left of it [m]
    z: Offset = 1.0  # above it [m]
    yaw: Angle = 0.0  # added to the angles of all beams [rad]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each range [m]

    @property
    def angles(self) -> NDArray[np.float64]:
        """Angles of the beams in the vehicle's x-y plane (beams,) [rad]."""
        return self.yaw + np.linspace(self.first_angle, self.last_angle, int(self.beams))


OPTIONAL = frozenset(Scan2d._field_defaults)


def range_problems(given: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield the name of each argument that is out of range, and the words for the allowed values.

    Args:
        given: arguments in SI, by name; those that are not given are not checked.
    """
    hints: dict[str, Any] = get_type_hints(Scan2d, include_extras=True)
    for name, value in given.items():
        allowed = next(each for each in hints[name].__metadata__ if isinstance(each, Range))
        if not allowed.contains(value) or (name == "beams" and value != int(value)):
            yield name, allowed.words
    if given.get("min_range", 0.0) > given.get("max_range", math.inf):
        yield "min_range", "at most max_range"


NEAREST = 0.1  # distance below which a direction has no meaning [m]


class Surroundings(NamedTuple):
    """Ground, objects and soils, for observations that look at them."""

    ground: Heightfield
    objects: Circles
    soils: SoilMap


def goal_distance(view: View, errors: Errors) -> Real:
    """Return the distance of the goal from the vehicle."""
    return _distance(view)


def goal_direction_sine(view: View, errors: Errors) -> Real:
    """Return the sine of the goal's direction from the vehicle, to the left of its heading positive."""
    sine, cosine = sincos(view.yaw)
    return (cosine * (view.goal_y - view.y) - sine * (view.goal_x - view.x)) / maximum(_distance(view), NEAREST)


def goal_direction_cosine(view: View, errors: Errors) -> Real:
    """Return the cosine of the goal's direction from the vehicle's heading."""
    sine, cosine = sincos(view.yaw)
    return (cosine * (view.goal_x - view.x) + sine * (view.goal_y - view.y)) / maximum(_distance(view), NEAREST)


def goal_height(view: View, errors: Errors, around: Surroundings) -> Real:
    """Return the height of the goal above the ground under the vehicle."""
    return _height(around, view.goal_x, view.goal_y) - _height(around, view.x, view.y)


def slope_around(view: View, errors: Errors, around: Surroundings, bearing: Real, distance: Real) -> Real:
    """Return the mean slope from the vehicle to a point at a bearing and a distance, rise over run."""
    sine, cosine = sincos(view.yaw + bearing)
    x, y = view.x + cosine * distance, view.y + sine * distance
    return (_height(around, x, y) - _height(around, view.x, view.y)) / distance


def friction_around(view: View, errors: Errors, around: Surroundings, bearing: Real, distance: Real) -> Real:
    """Return the friction of the soil map at a point at a bearing and a distance from the vehicle."""
    return _soil(view, around.soils, bearing, distance, FRICTION)


def resistance_around(view: View, errors: Errors, around: Surroundings, bearing: Real, distance: Real) -> Real:
    """Return the motion resistance over the load, by the soil map, at a point at a bearing and a distance."""
    return _soil(view, around.soils, bearing, distance, around.soils.resistance)


def _soil(view: View, soils: SoilMap, bearing: Real, distance: Real, field: int) -> Real:
    sine, cosine = sincos(view.yaw + bearing)
    x, y = view.x + cosine * distance, view.y + sine * distance
    kind = class_at(soils.classes, soils.x_west, soils.y_south, soils.spacing, x, y)
    return soils.table[kind, field]


def _height(around: Surroundings, x: Real, y: Real) -> Real:
    return sample_heightfield(around.ground, x, y)[0]


def _distance(view: View) -> Real:
    dx, dy = view.goal_x - view.x, view.goal_y - view.y
    return sqrt(dx * dx + dy * dy)


class Observation(NamedTuple):
    """One kind of observation."""

    function: Callable[..., Any]  # of view and errors, then of surroundings or group, then its arguments
    unit: str
    scale: float  # that an entry is divided by, unless a task gives another; in that unit
    arguments: tuple[str, ...] = ()  # further numbers, in SI, of which a task gives lists
    optional: frozenset[str] = frozenset()  # those arguments that a task may leave out
    is_scan: bool = False  # its function makes the arguments of a scan, whose beams are entries
    sees_surroundings: bool = False
    sees_group: bool = False  # its function takes the group and the own row in it
    needs_trailer: bool = False
    needs_goal: bool = True

    @property
    def meaning(self) -> str:
        """First line of the function's docstring."""
        return (self.function.__doc__ or "").split("\n")[0].removesuffix(".").removeprefix("Return ")


def ahead(view: View, errors: Errors) -> Real:
    """Return the distance of the part ahead of the goal, along the goal's heading."""
    return errors.ahead


def left(view: View, errors: Errors) -> Real:
    """Return the distance of the part to the left of the goal, seen along the goal's heading."""
    return errors.left


def heading_sine(view: View, errors: Errors) -> Real:
    """Return the sine of the part's heading error."""
    return sincos(errors.heading)[0]


def heading_cosine(view: View, errors: Errors) -> Real:
    """Return the cosine of the part's heading error."""
    return sincos(errors.heading)[1]


def goal_ahead(view: View, errors: Errors) -> Real:
    """Return the distance of the goal ahead of the vehicle."""
    sine, cosine = sincos(view.yaw)
    return cosine * (view.goal_x - view.x) + sine * (view.goal_y - view.y)


def goal_left(view: View, errors: Errors) -> Real:
    """Return the distance of the goal to the left of the vehicle."""
    sine, cosine = sincos(view.yaw)
    return cosine * (view.goal_y - view.y) - sine * (view.goal_x - view.x)


def goal_heading_sine(view: View, errors: Errors) -> Real:
    """Return the sine of the goal's heading, seen from the vehicle."""
    return sincos(view.goal_yaw - view.yaw)[0]


def goal_heading_cosine(view: View, errors: Errors) -> Real:
    """Return the cosine of the goal's heading, seen from the vehicle."""
    return sincos(view.goal_yaw - view.yaw)[1]


def speed(view: View, errors: Errors) -> Real:
    """Return the speed, forward positive."""
    return view.speed


def lateral_speed(view: View, errors: Errors) -> Real:
    """Return the lateral speed, left positive."""
    return view.lateral_speed


def yaw_rate(view: View, errors: Errors) -> Real:
    """Return the yaw rate, counter-clockwise positive."""
    return view.yaw_rate


def steer(view: View, errors: Errors) -> Real:
    """Return the steering command in effect, left positive."""
    return view.steer


def pitch(view: View, errors: Errors) -> Real:
    """Return the pitch, nose down positive."""
    return view.pitch


def roll(view: View, errors: Errors) -> Real:
    """Return the roll, right side down positive."""
    return view.roll


def is_blocked(view: View, errors: Errors) -> Real:
    """Return 1 while the vehicle touches an object, else 0."""
    return view.is_blocked


def hitch_sine(view: View, errors: Errors) -> Real:
    """Return the sine of the hitch angle: the trailer's yaw minus the vehicle's."""
    return sincos(view.hitch_angle)[0]


def hitch_cosine(view: View, errors: Errors) -> Real:
    """Return the cosine of the hitch angle."""
    return sincos(view.hitch_angle)[1]


def held(view: View, errors: Errors) -> Real:
    """Return the time for which the condition that an end waits for has been true without a break."""
    return view.held


def height_ahead(view: View, errors: Errors, around: Surroundings, ahead: Real, left: Real) -> Real:
    """Return the height of the ground at a point ahead and to the left of the vehicle, above that under it."""
    sine, cosine = sincos(view.yaw)
    x, y = view.x + cosine * ahead - sine * left, view.y + sine * ahead + cosine * left
    return sample_heightfield(around.ground, x, y)[0] - view.z


def free_way(view: View, errors: Errors, around: Surroundings, bearing: Real, half_angle: Real, reach: Real) -> Real:
    """Return the share of a cone's length that is free of objects, the cone at a bearing from the vehicle's heading.

    Source: the cone is that of document 003's search, ``objects.grid.nearest_in_cone``.
    """
    yaw = wrap_angle(view.yaw + bearing)
    found = nearest_in_cone(view.x, view.y, yaw, reach, half_angle, around.objects, view.half_width)
    return select(found[0] < 0, 1.0, found[1] / reach)


def goal_speed(view: View, errors: Errors, group: Group, own: int) -> Real:
    """Return the speed of the goal less that of the vehicle."""
    return group.goal_speed[own] - view.speed


def role(view: View, errors: Errors, group: Group, own: int) -> Real:
    """Return the index of the agent's role in the task's list."""
    return group.role[own] * 1.0


def field_ahead(view: View, errors: Errors) -> Real:
    """Return the distance of the map's origin ahead of the vehicle."""
    sine, cosine = sincos(view.yaw)
    return -(cosine * view.x + sine * view.y)


def field_left(view: View, errors: Errors) -> Real:
    """Return the distance of the map's origin to the left of the vehicle."""
    sine, cosine = sincos(view.yaw)
    return sine * view.x - cosine * view.y


def other_distance(view: View, errors: Errors, group: Group, own: int, number: Real) -> Real:
    """Return the distance of the nearest other agent, or of the second and so on, between the centres."""
    return bearing_of(group, own, other_of(group, own, number))[0]


def other_bearing_sine(view: View, errors: Errors, group: Group, own: int, number: Real) -> Real:
    """Return the sine of its bearing, left positive."""
    return bearing_of(group, own, other_of(group, own, number))[1]


def other_bearing_cosine(view: View, errors: Errors, group: Group, own: int, number: Real) -> Real:
    """Return the cosine of its bearing, ahead positive."""
    return bearing_of(group, own, other_of(group, own, number))[2]


def other_speed_ahead(view: View, errors: Errors, group: Group, own: int, number: Real) -> Real:
    """Return its velocity relative to the vehicle's, along the vehicle's heading."""
    return velocity_of(group, own, other_of(group, own, number))[0]


def other_speed_left(view: View, errors: Errors, group: Group, own: int, number: Real) -> Real:
    """Return its velocity to the left of the vehicle's heading."""
    return velocity_of(group, own, other_of(group, own, number))[1]


def _of_other(function: Callable[..., Real], unit: str, scale: float) -> Observation:
    return Observation(function, unit, scale, arguments=("number",), sees_group=True, needs_goal=False)


OBSERVATIONS = {
    "ahead": Observation(ahead, "m", 20.0),
    "left": Observation(left, "m", 20.0),
    "heading-sine": Observation(heading_sine, "1", 1.0),
    "heading-cosine": Observation(heading_cosine, "1", 1.0),
    "goal-ahead": Observation(goal_ahead, "m", 20.0),
    "goal-left": Observation(goal_left, "m", 20.0),
    "goal-heading-sine": Observation(goal_heading_sine, "1", 1.0),
    "goal-heading-cosine": Observation(goal_heading_cosine, "1", 1.0),
    "goal-distance": Observation(goal_distance, "m", 100.0),
    "goal-direction-sine": Observation(goal_direction_sine, "1", 1.0),
    "goal-direction-cosine": Observation(goal_direction_cosine, "1", 1.0),
    "goal-height": Observation(goal_height, "m", 20.0, sees_surroundings=True),
    "speed": Observation(speed, "m/s", 10.0, needs_goal=False),
    "lateral-speed": Observation(lateral_speed, "m/s", 10.0, needs_goal=False),
    "yaw-rate": Observation(yaw_rate, "rad/s", 1.0, needs_goal=False),
    "steer": Observation(steer, "1", 1.0, needs_goal=False),
    "pitch": Observation(pitch, "rad", 0.5 * PI, needs_goal=False),
    "roll": Observation(roll, "rad", 0.5 * PI, needs_goal=False),
    "is-blocked": Observation(is_blocked, "1", 1.0, needs_goal=False),
    "hitch-sine": Observation(hitch_sine, "1", 1.0, needs_trailer=True, needs_goal=False),
    "hitch-cosine": Observation(hitch_cosine, "1", 1.0, needs_trailer=True, needs_goal=False),
    "side-slip": Observation(side_slip, "rad", PI, needs_goal=False),
    "circle-offset": Observation(circle_offset, "m", 20.0, arguments=("radius",)),
    "held": Observation(held, "s", 10.0, needs_goal=False),
    "height-ahead": Observation(
        height_ahead, "m", 5.0, arguments=("ahead", "left"), sees_surroundings=True, needs_goal=False
    ),
    "slope-around": Observation(
        slope_around, "1", 1.0, arguments=("bearing", "distance"), sees_surroundings=True,
        needs_goal=False,
    ),
    "friction-around": Observation(
        friction_around, "1", 1.0, arguments=("bearing", "distance"), sees_surroundings=True,
        needs_goal=False,
    ),
    "resistance-around": Observation(
        resistance_around, "1", 0.4, arguments=("bearing", "distance"), sees_surroundings=True,
        needs_goal=False,
    ),
    "free-way": Observation(
        free_way, "1", 1.0, arguments=("bearing", "half_angle", "reach"), sees_surroundings=True, needs_goal=False
    ),
    "scan-2d": Observation(
        Scan2d, "m", 1.0, arguments=Scan2d._fields, optional=OPTIONAL, is_scan=True, sees_surroundings=True,
        needs_goal=False,
    ),
    "goal-speed": Observation(goal_speed, "m/s", 10.0, sees_group=True),
    "role": Observation(role, "1", 1.0, sees_group=True, needs_goal=False),
    "field-ahead": Observation(field_ahead, "m", 50.0, needs_goal=False),
    "field-left": Observation(field_left, "m", 50.0, needs_goal=False),
    "other-distance": _of_other(other_distance, "m", 50.0),
    "other-bearing-sine": _of_other(other_bearing_sine, "1", 1.0),
    "other-bearing-cosine": _of_other(other_bearing_cosine, "1", 1.0),
    "other-speed-ahead": _of_other(other_speed_ahead, "m/s", 10.0),
    "other-speed-left": _of_other(other_speed_left, "m/s", 10.0),
}  # fmt: skip
