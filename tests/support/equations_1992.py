"""Equations of document 003 that its program does not use, or its vehicles do not follow: as published and corrected.

Chapter II, the tensor of inertia and its inverse (``calc_inertia``, ``det`` and ``calc_inverse_inertia`` of Appendix B;
x along the vehicle, y up, z to the right), and equations 3.2 to 3.6, which it takes from Shiller and Gwo: ``angle`` is
that of the path to the vehicle's orientation, ``distance`` the displacement of the centre along the path,
``half_wheelbase`` the distance from the centre to an axle. Each ``published_`` function has the correct one beside it.
Numbers are single components, vectors triples, in SI units and radians.
"""

import math
from typing import NamedTuple

from motorpool.models.mathematics import wrap_angle

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]


def angular_momentum(arm: Vector, velocity: Vector, mass: float) -> Vector:
    """Return the angular momentum of a particle at an ``arm`` [m] from the centre: equation 2.8, corrected."""
    return _scaled(mass, _cross(arm, velocity))


def published_angular_momentum(arm: Vector, mass: float) -> Vector:
    """Return equation 2.8 as published: the cross product of a vector with itself, which is always zero."""
    return _scaled(mass, _cross(arm, arm))


def torque(inertia: Vector, angular_velocity: Vector, angular_acceleration: Vector) -> Vector:
    """Return the torque [N m] on a body, all in its principal axes: equations 2.14 to 2.16, correct as published."""
    (x, y, z), (wx, wy, wz), (ax, ay, az) = inertia, angular_velocity, angular_acceleration
    return x * ax + (z - y) * wy * wz, y * ay + (x - z) * wx * wz, z * az + (y - x) * wx * wy


def velocity_after(velocity: float, acceleration: float, dt: float) -> float:
    """Return the velocity [m/s] after a constant acceleration by equation 2.17, correct as published."""
    return velocity + acceleration * dt


def orientation_after(orientation: float, angular_velocity: float, angular_acceleration: float, dt: float) -> float:
    """Return the orientation [rad] by equation 2.18, corrected: half the acceleration times the squared time."""
    return orientation + angular_velocity * dt + 0.5 * angular_acceleration * dt * dt


def published_orientation_after(orientation: float, angular_velocity: float, dt: float) -> float:
    """Return the orientation by equation 2.18 as published: half the angular velocity times the squared time."""
    return orientation + angular_velocity * dt + 0.5 * angular_velocity * dt * dt


def position_after(position: float, velocity: float, acceleration: float, dt: float) -> float:
    """Return the position [m] by equation 2.19, correct as published with the velocity *before* the step."""
    return position + velocity * dt + 0.5 * acceleration * dt * dt


def sliding_force(mass: float, gravity: float, slope: float) -> float:
    """Return the force [N] down a slope [rad], as in the program; equation 3.15 gives ``normal_force`` this name."""
    return mass * gravity * math.sin(slope)


def normal_force(mass: float, gravity: float, slope: float) -> float:
    """Return the force normal to a slope [rad] in N: equation 3.15."""
    return mass * gravity * math.cos(slope)


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _scaled(factor: float, vector: Vector) -> Vector:
    return factor * vector[0], factor * vector[1], factor * vector[2]


# ---- inertia of a block


class Moments(NamedTuple):
    """Moments of inertia of a body about the axes through its centre [kg m^2]."""

    roll: float  # about the longitudinal axis
    yaw: float  # about the vertical axis
    pitch: float  # about the lateral axis


class Inertia(NamedTuple):
    """Moments and products of inertia in the document's axes [kg m^2]: ``inertia[6]``."""

    x: float
    y: float
    z: float
    xy: float
    xz: float
    yz: float


def box_inertia(mass: float, length: float, width: float, height: float) -> Moments:
    """Return the moments [kg m^2] of a block, x along its length, by eq. 2.12, correct as published in the text."""
    twelfth = mass / 12.0
    return Moments(
        twelfth * (width * width + height * height),
        twelfth * (length * length + width * width),
        twelfth * (length * length + height * height),
    )


def calc_inertia(mass: float, length: float, width: float, height: float) -> tuple[Inertia, Matrix]:
    """Return ``calc_inertia`` as published: areas for squares, wrong products, and a matrix that is not symmetric."""
    along, upright, across = length * height, width * length, width * height
    i = Inertia(*(mass * area / 12.0 for area in (along, upright, across)),
                *(mass * area / 2.0 for area in (across, upright, along)))  # fmt: skip
    return i, ((i.x, -i.xy, -i.xz), (-i.xy, i.y, i.yz), (-i.xz, -i.yz, i.z))


def determinant(a: Matrix) -> float:
    """Return ``det``, correct as published."""
    return (
        a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
        + a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2])
        + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
    )


def calc_inverse_inertia(a: Matrix) -> Matrix:
    """Return ``calc_inverse_inertia``, correct as published.

    Raises:
        ZeroDivisionError: the matrix is singular, which the document does not check.
    """
    d = determinant(a)
    return (
        (
            (a[1][1] * a[2][2] - a[1][2] * a[2][1]) / d,
            (a[2][1] * a[0][2] - a[2][2] * a[0][1]) / d,
            (a[0][1] * a[1][2] - a[0][2] * a[1][1]) / d,
        ),
        (
            (a[1][2] * a[2][0] - a[1][0] * a[2][2]) / d,
            (a[2][2] * a[0][0] - a[2][0] * a[0][2]) / d,
            (a[0][2] * a[1][0] - a[0][0] * a[1][2]) / d,
        ),
        (
            (a[1][0] * a[2][1] - a[1][1] * a[2][0]) / d,
            (a[2][0] * a[0][1] - a[2][1] * a[0][0]) / d,
            (a[0][0] * a[1][1] - a[0][1] * a[1][0]) / d,
        ),
    )


# ---- path of a wheeled vehicle


def wheel_angle_of_turn(half_wheelbase: float, radius: float) -> float:
    """Return the front wheel angle [rad] for a turn with the centre at a distance ``radius`` [m]: equation 3.2.

    Raises:
        ValueError: the radius is smaller than half the wheelbase.
    """
    return math.atan2(2.0 * half_wheelbase, math.sqrt(radius * radius - half_wheelbase * half_wheelbase))


def rear_advance(angle: float, distance: float, half_wheelbase: float) -> float:
    """Return the distance of the old centre ahead of the new rear axle [m]: equation 3.5, corrected.

    It follows from equation 3.4 and a new orientation of length one.
    """
    across = distance * math.sin(angle)
    return -distance * math.cos(angle) + math.sqrt(half_wheelbase * half_wheelbase - across * across)


def published_rear_advance(angle: float, distance: float, half_wheelbase: float, advance: float) -> float:
    """Return the result of equation 3.5 as published: the root ends too early, and it depends on its own result.

    The ``advance`` is the result of the corrected equation [m].
    """
    root = math.sqrt(half_wheelbase * half_wheelbase - distance * distance)
    return -distance * math.cos(angle) + root * advance * math.sin(angle)


def next_orientation(angle: float, distance: float, half_wheelbase: float, advance: float) -> tuple[float, float]:
    """Return the new orientation, along the path and to its side, by equations 3.3 and 3.4: of length one with 3.5."""
    share = advance / half_wheelbase
    return share * math.cos(angle) + distance / half_wheelbase, -share * math.sin(angle)


def next_angle(angle: float, distance: float, half_wheelbase: float, *, path_turn: float = 0.0) -> float:
    """Return the new angle [rad] of the path to the vehicle's orientation, with its sign: equation 3.6, corrected.

    Args:
        path_turn: turn of the path over that distance [rad].
    """
    advance = rear_advance(angle, distance, half_wheelbase)
    along, across = next_orientation(angle, distance, half_wheelbase, advance)
    return wrap_angle(math.atan2(-across, along) + path_turn)


def published_next_angle(angle: float, distance: float, half_wheelbase: float) -> float:
    """Return the new angle by equation 3.6 as published, for a straight path: an arc cosine loses the sign."""
    advance = rear_advance(angle, distance, half_wheelbase)
    return math.acos(min(1.0, next_orientation(angle, distance, half_wheelbase, advance)[0]))
