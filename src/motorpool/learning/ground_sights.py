"""Observations of the ground: slopes and soils around a vehicle, and the way to the goal.

They are functions like those of ``observations``, whose table lists them.
"""

from typing import NamedTuple

from ..models.mathematics import Real, maximum, sincos, sqrt
from ..objects.grid import Circles
from ..terrain.heightfield import Heightfield, sample_heightfield
from ..terrain.surface import class_at
from .soil_map import FRICTION, SoilMap
from .view import Errors, View

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
