"""Rays against solids: upright cylinders and boxes, and the beams of a sensor that may meet one.

All beams of a sensor have one origin. Therefore a solid is compared only with the beams in the range of azimuths and
elevations that bounds it, instead of each beam with the solids along its way.

The bound of a solid is a capsule: all points within a radius of a segment. Seen from the sensor's z axis, the azimuths
of a capsule are the hull of those of the discs around the segment's ends. The elevations are those of the sphere around
the capsule.
"""

from typing import NamedTuple

from ...models.mathematics import HALF_PI, PI, Real, atan, atan2, maximum, minimum, sqrt, wrap_angle
from .scan_ground import NEVER, between

MORE = 1e-6  # added to each side of a bound; covers rounding [rad]

Triple = tuple[Real, Real, Real]


class Solid(NamedTuple):
    """A solid in its own axes, with the sensor in them."""

    origin: Triple  # of the sensor [m]
    forward: Triple  # axes of the sensor, unit vectors
    left: Triple
    up: Triple
    size: Triple  # of a cylinder: radius, foot and top; of a box: half length, half width and height [m]


class Bound(NamedTuple):
    """Range of directions in the sensor's axes."""

    azimuth: Real  # at its right side [rad]
    width: Real  # to its left side, at most a turn [rad]
    lowest: Real  # elevation [rad]
    highest: Real  # elevation [rad]


def meet_cylinder(solid: Solid, to: Triple, first: Real, last: Real) -> Real:
    """Return the distance from ``first`` to ``last`` at which a ray is first in an upright cylinder, or NEVER.

    The cylinder's axis is the z axis. ``to`` is the ray's direction in the solid's axes.
    """
    x, y, z = solid.origin
    radius, foot, top = solid.size
    square = to[0] * to[0] + to[1] * to[1]
    if square > 0.0:
        along, across = x * to[0] + y * to[1], x * to[1] - y * to[0]
        discriminant = square * radius * radius - across * across
        if discriminant < 0.0:
            return NEVER
        root = sqrt(discriminant)
        first, last = maximum(first, (-along - root) / square), minimum(last, (root - along) / square)
    elif x * x + y * y > radius * radius:
        return NEVER
    first, last = between(z - foot, to[2], top - foot, first, last)
    return first if first <= last else NEVER


def meet_box(solid: Solid, to: Triple, first: Real, last: Real) -> Real:
    """Return the distance from ``first`` to ``last`` at which a ray is first in a box, or NEVER.

    The box stands on the middle of its base. ``to`` is the ray's direction in the solid's axes.

    Source: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986), for three pairs of planes.
    """
    half_length, half_width, height = solid.size
    x, y, z = solid.origin
    first, last = between(x + half_length, to[0], 2.0 * half_length, first, last)
    first, last = between(y + half_width, to[1], 2.0 * half_width, first, last)
    first, last = between(z, to[2], height, first, last)
    return first if first <= last else NEVER


def bound_of(start: Triple, end: Triple, radius: Real) -> Bound:
    """Return the directions that bound a capsule.

    Args:
        start, end: ends of its segment, in the sensor's axes [m].
        radius: radius of the capsule [m].
    """
    half_x, half_y, half_z = 0.5 * (end[0] - start[0]), 0.5 * (end[1] - start[1]), 0.5 * (end[2] - start[2])
    x, y, z = start[0] + half_x, start[1] + half_y, start[2] + half_z
    flat = sqrt(x * x + y * y)
    size = radius + sqrt(half_x * half_x + half_y * half_y + half_z * half_z)
    distance = sqrt(flat * flat + z * z)
    spread = _half_angle(size, distance) + MORE
    elevation = atan2(z, flat)
    azimuth, width = _azimuths(start, end, radius)
    return Bound(azimuth, width, elevation - spread, elevation + spread)


def _azimuths(start: Triple, end: Triple, radius: Real) -> tuple[Real, Real]:
    """Return the right side and the width of the azimuths of a capsule."""
    if _distance_from_axis(start, end) <= radius * (1.0 + MORE):
        return -PI, 2.0 * PI
    at_start, at_end = atan2(start[1], start[0]), atan2(end[1], end[0])
    turn = wrap_angle(at_end - at_start)
    start_half = _half_angle(radius, sqrt(start[0] * start[0] + start[1] * start[1]))
    end_half = _half_angle(radius, sqrt(end[0] * end[0] + end[1] * end[1]))
    right = minimum(-start_half, turn - end_half) - MORE
    left = maximum(start_half, turn + end_half) + MORE
    return wrap_angle(at_start + right), minimum(left - right, 2.0 * PI)


def _distance_from_axis(start: Triple, end: Triple) -> Real:
    """Return the distance between the sensor's z axis and a segment, seen along that axis."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = -(start[0] * dx + start[1] * dy) / square if square > 0.0 else 0.0
    share = minimum(maximum(share, 0.0), 1.0)
    x, y = start[0] + share * dx, start[1] + share * dy
    return sqrt(x * x + y * y)


def _half_angle(radius: Real, distance: Real) -> Real:
    """Return the half angle under which a circle or sphere is seen from a distance; pi from inside."""
    if distance <= radius:
        return PI
    return minimum(atan(radius / sqrt((distance - radius) * (distance + radius))), HALF_PI)
