"""Conversion of states of motion between a map's grid and the geocentric axes of DIS, in ``models.mathematics`` terms.

The grid's axes in space are central differences of the geocentric positions of four grid points, 50 m east, west, north
and south of the vehicle at its height. This holds for every map projection, at a pole and at the date line, and
includes meridian convergence, point scale and the effect of height, to 1 in 10^10.

* Velocity is converted by these differences, so that dead reckoning leads to the same position in both frames: 1 m/s in
  the grid is 1/k m/s in space, where k is the point scale.
* Acceleration is converted in the same way; a path that is level in the grid also curves down with the Earth, by
  speed^2 / radius.
* Attitude is converted by the orthonormalised axes of the grid, because scale does not rotate a body. DIS's body axes
  have y to the right and z down.
* Angular velocity is in body axes: the signs of y and z change. The rotation of the horizon along a path, 5e-6 rad/s
  at 30 m/s, is neglected.

Sizes of bodies and parts are not scaled: the error is at most 4 in 10 000 on a UTM map, 3 mm for a tank.
"""

from typing import Generic, NamedTuple

import numpy as np

from ....base.arrays import Words
from ....models.dead_reckoning import Motion, Pose
from ....models.mathematics import Flag, Real, select, sincos, sqrt
from ....models.rotation import Number, Vector, axes_of, cross, euler_angles_of_axes, quaternion_of
from .columns import Floats, InVectors, Motions, Vectors, empty_motion, empty_vector, motion_at

SEMI_MAJOR_AXIS = 6378137.0  # WGS 84 [m]
FLATTENING = 1.0 / 298.257223563  # WGS 84 [1]
ECCENTRICITY_SQUARED = FLATTENING * (2.0 - FLATTENING)
MEAN_RADIUS = 6371008.8  # of the Earth, for the curvature of level paths [m]
REACH = 50.0  # half-width of the differences; truncation error 1e-11, rounding error 3e-11 [m]


class Place(NamedTuple, Generic[Number]):
    """Position on the ellipsoid."""

    longitude: Number  # [rad]
    latitude: Number  # [rad]


class Neighbourhood(NamedTuple, Generic[Number]):
    """Positions of a vehicle and of four points at a distance of ``REACH`` on the grid."""

    centre: Place[Number]
    east: Place[Number]
    west: Place[Number]
    north: Place[Number]
    south: Place[Number]
    height: Number  # of the vehicle above the ellipsoid [m]


class GridFrame(NamedTuple):
    """Axes of the grid at a position, in geocentric coordinates."""

    per_x: Vector[Real]  # displacement in space per metre of the grid eastward
    per_y: Vector[Real]  # displacement in space per metre of the grid northward
    east: Vector[Real]  # grid east, unit length
    north: Vector[Real]  # grid north, unit length
    up: Vector[Real]  # normal of the ellipsoid, unit length
    radius: Real  # of the Earth at the vehicle's height [m]


def geocentric_of(place: Place[Real], height: Real) -> Vector[Real]:
    """Return geocentric (ECEF) WGS 84 coordinates [m]: x to longitude 0, y to 90 degrees east, z to the north pole.

    Longitude and latitude are in radians, the height above the ellipsoid in metres.
    """
    sine, cosine = sincos(place.latitude)
    sine_longitude, cosine_longitude = sincos(place.longitude)
    normal = SEMI_MAJOR_AXIS / sqrt(1.0 - ECCENTRICITY_SQUARED * sine * sine)
    ring = (normal + height) * cosine
    return Vector(
        ring * cosine_longitude,
        ring * sine_longitude,
        (normal * (1.0 - ECCENTRICITY_SQUARED) + height) * sine,
    )


def up_at(place: Place[Real]) -> Vector[Real]:
    """Return the unit normal of the ellipsoid in geocentric coordinates."""
    sine, cosine = sincos(place.latitude)
    sine_longitude, cosine_longitude = sincos(place.longitude)
    return Vector(cosine * cosine_longitude, cosine * sine_longitude, sine)


def grid_frame(around: Neighbourhood[Real]) -> GridFrame:
    """Return the axes of the grid at the centre of a ``Neighbourhood``."""
    height = around.height
    per_x = _scaled(0.5 / REACH, _minus(geocentric_of(around.east, height), geocentric_of(around.west, height)))
    per_y = _scaled(0.5 / REACH, _minus(geocentric_of(around.north, height), geocentric_of(around.south, height)))
    up = up_at(around.centre)
    # On a conformal map both summands are grid east; elsewhere their mean rotates both axes equally.
    sum_of_easts = _plus(_unit(per_x), _unit(cross(per_y, up)))
    east = _unit(_minus(sum_of_easts, _scaled(_dot(sum_of_easts, up), up)))
    return GridFrame(per_x, per_y, east, cross(up, east), up, MEAN_RADIUS + height)


def to_geocentric(frame: GridFrame, motion: Motion[Real], algorithm: Real, place: Vector[Real]) -> Motion[Real]:
    """Convert a state of motion to geocentric axes, with DIS's body axes.

    Args:
        place: geocentric coordinates of the vehicle [m].
    """
    is_body = algorithm > 5.5
    forward, left, upward = axes_of(quaternion_of(motion.pose))
    grid_velocity = _chosen(is_body, _combined(motion.velocity, forward, left, upward), motion.velocity)
    grid_acceleration = _chosen(is_body, _combined(motion.acceleration, forward, left, upward), motion.acceleration)
    velocity = _combined(grid_velocity, frame.per_x, frame.per_y, frame.up)
    level = _combined(grid_acceleration, frame.per_x, frame.per_y, frame.up)
    acceleration = _minus(level, _scaled(_bend(frame, velocity), frame.up))
    x_axis = _combined(forward, frame.east, frame.north, frame.up)
    y_axis = _scaled(-1.0, _combined(left, frame.east, frame.north, frame.up))
    z_axis = _scaled(-1.0, _combined(upward, frame.east, frame.north, frame.up))
    angles = euler_angles_of_axes(x_axis, y_axis, z_axis)
    rates = motion.angular_velocity
    return Motion(
        Pose(place.x, place.y, place.z, angles.yaw, angles.pitch, angles.roll),
        _chosen(is_body, _components(velocity, x_axis, y_axis, z_axis), velocity),
        _chosen(is_body, _components(acceleration, x_axis, y_axis, z_axis), acceleration),
        Vector(rates.x, -rates.y, -rates.z),
    )


def to_grid(frame: GridFrame, motion: Motion[Real], algorithm: Real, place: Vector[Real]) -> Motion[Real]:
    """Convert a state of motion to the grid, with body axes forward, left and up; inverse of ``to_geocentric``.

    Args:
        place: grid position of the vehicle [m].
    """
    is_body = algorithm > 5.5
    x_axis, y_axis, z_axis = axes_of(quaternion_of(motion.pose))
    velocity = _chosen(is_body, _combined(motion.velocity, x_axis, y_axis, z_axis), motion.velocity)
    bent = _chosen(is_body, _combined(motion.acceleration, x_axis, y_axis, z_axis), motion.acceleration)
    acceleration = _plus(bent, _scaled(_bend(frame, velocity), frame.up))
    forward = _components(x_axis, frame.east, frame.north, frame.up)
    left = _scaled(-1.0, _components(y_axis, frame.east, frame.north, frame.up))
    upward = _scaled(-1.0, _components(z_axis, frame.east, frame.north, frame.up))
    angles = euler_angles_of_axes(forward, left, upward)
    grid_velocity, grid_acceleration = _per_grid(frame, velocity), _per_grid(frame, acceleration)
    rates = motion.angular_velocity
    return Motion(
        Pose(place.x, place.y, place.z, angles.yaw, angles.pitch, angles.roll),
        _chosen(is_body, _components(grid_velocity, forward, left, upward), grid_velocity),
        _chosen(is_body, _components(grid_acceleration, forward, left, upward), grid_acceleration),
        Vector(rates.x, -rates.y, -rates.z),
    )


# ---- stages


class Conversion(NamedTuple):
    """Columns of a conversion: inputs and result."""

    source: Motions
    algorithm: Words  # dead reckoning algorithm
    place: Vectors  # in the target's coordinates [m]
    target: Motions  # written


class Work(NamedTuple):
    """Columns of a conversion stage."""

    conversion: Conversion
    around: Neighbourhood[Floats]


def empty_work(count: int) -> Work:
    """Return columns for the conversion of ``count`` states."""
    centre, east, west, north, south = (Place(np.zeros(count), np.zeros(count)) for _ in range(5))
    algorithm = np.zeros(count, np.int8)
    conversion = Conversion(empty_motion(count), algorithm, empty_vector(count), empty_motion(count))
    return Work(conversion, Neighbourhood(centre, east, west, north, south, np.zeros(count)))


def to_geocentric_rows(conversion: Conversion, around: Neighbourhood[Floats]) -> InVectors:
    """Write states of motion in geocentric axes, converted from the grid."""
    place, target = conversion.place, conversion.target
    for i in range(around.height.size):
        motion, algorithm = motion_at(conversion.source, i), float(conversion.algorithm[i])
        here = Vector(place.x[i], place.y[i], place.z[i])
        _write(target, i, to_geocentric(grid_frame(_row(around, i)), motion, algorithm, here))


def to_grid_rows(conversion: Conversion, around: Neighbourhood[Floats]) -> InVectors:
    """Write states of motion in the grid, converted from geocentric axes."""
    place, target = conversion.place, conversion.target
    for i in range(around.height.size):
        motion, algorithm = motion_at(conversion.source, i), float(conversion.algorithm[i])
        here = Vector(place.x[i], place.y[i], place.z[i])
        _write(target, i, to_grid(grid_frame(_row(around, i)), motion, algorithm, here))


def _row(around: Neighbourhood[Floats], i: int) -> Neighbourhood[Real]:
    return Neighbourhood(
        Place(around.centre.longitude[i], around.centre.latitude[i]),
        Place(around.east.longitude[i], around.east.latitude[i]),
        Place(around.west.longitude[i], around.west.latitude[i]),
        Place(around.north.longitude[i], around.north.latitude[i]),
        Place(around.south.longitude[i], around.south.latitude[i]),
        around.height[i],
    )


def _write(target: Motions, i: int, motion: Motion[Real]) -> None:
    pose, velocity, acceleration, rate = target.pose, target.velocity, target.acceleration, target.angular_velocity
    pose.x[i], pose.y[i], pose.z[i] = motion.pose.x, motion.pose.y, motion.pose.z
    pose.yaw[i], pose.pitch[i], pose.roll[i] = motion.pose.yaw, motion.pose.pitch, motion.pose.roll
    velocity.x[i], velocity.y[i], velocity.z[i] = motion.velocity.x, motion.velocity.y, motion.velocity.z
    acceleration.x[i], acceleration.y[i] = motion.acceleration.x, motion.acceleration.y
    acceleration.z[i] = motion.acceleration.z
    rate.x[i], rate.y[i], rate.z[i] = motion.angular_velocity.x, motion.angular_velocity.y, motion.angular_velocity.z


# ---- vectors


def _bend(frame: GridFrame, velocity: Vector[Real]) -> Real:
    climb = _dot(velocity, frame.up)
    return (_dot(velocity, velocity) - climb * climb) / frame.radius


def _per_grid(frame: GridFrame, v: Vector[Real]) -> Vector[Real]:
    a, b = _dot(frame.per_x, frame.east), _dot(frame.per_y, frame.east)
    c, d = _dot(frame.per_x, frame.north), _dot(frame.per_y, frame.north)
    east, north = _dot(v, frame.east), _dot(v, frame.north)
    determinant = a * d - b * c
    return Vector((d * east - b * north) / determinant, (a * north - c * east) / determinant, _dot(v, frame.up))


def _combined(v: Vector[Real], x_axis: Vector[Real], y_axis: Vector[Real], z_axis: Vector[Real]) -> Vector[Real]:
    return Vector(
        v.x * x_axis.x + v.y * y_axis.x + v.z * z_axis.x,
        v.x * x_axis.y + v.y * y_axis.y + v.z * z_axis.y,
        v.x * x_axis.z + v.y * y_axis.z + v.z * z_axis.z,
    )


def _components(v: Vector[Real], x_axis: Vector[Real], y_axis: Vector[Real], z_axis: Vector[Real]) -> Vector[Real]:
    return Vector(_dot(v, x_axis), _dot(v, y_axis), _dot(v, z_axis))


def _chosen(condition: Flag, u: Vector[Real], v: Vector[Real]) -> Vector[Real]:
    return Vector(select(condition, u.x, v.x), select(condition, u.y, v.y), select(condition, u.z, v.z))


def _dot(u: Vector[Real], v: Vector[Real]) -> Real:
    return u.x * v.x + u.y * v.y + u.z * v.z


def _plus(u: Vector[Real], v: Vector[Real]) -> Vector[Real]:
    return Vector(u.x + v.x, u.y + v.y, u.z + v.z)


def _minus(u: Vector[Real], v: Vector[Real]) -> Vector[Real]:
    return Vector(u.x - v.x, u.y - v.y, u.z - v.z)


def _scaled(factor: Real, v: Vector[Real]) -> Vector[Real]:
    return Vector(factor * v.x, factor * v.y, factor * v.z)


def _unit(v: Vector[Real]) -> Vector[Real]:
    return _scaled(1.0 / sqrt(_dot(v, v)), v)
