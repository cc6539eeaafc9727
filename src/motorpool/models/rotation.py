"""Rotations in space: quaternions, Euler angles, rotation vectors, in the vocabulary of ``mathematics``.

Euler angles are taken in the order yaw, pitch, roll, each about the axis that the ones before have left:
R = Rz(yaw) Ry(pitch) Rx(roll) turns body axes into the axes of the world. That holds for ours (world x east, y north,
z up; body x forward, y left, z up: ISO 8855) and for DIS (world geocentric; body x forward, y right, z down), whose
psi, theta and phi are yaw, pitch and roll here.

A quaternion (w, x, y, z) of length 1 is used because nothing there is singular: Euler angles of a body that looks
straight up or down are not unique, and what comes out is one of the triples that make the same rotation.

Source: Diebel, "Representing Attitude" (2006), with R(q) as the rotation from body to world axes.
"""

from typing import Generic, NamedTuple, Protocol, TypeVar

from .mathematics import Real, atan2, select, sincos, sqrt

SMALLEST_SQUARE = 1e-280  # a sum of squares below is that of no direction


Number = TypeVar("Number", covariant=True)


class Vector(NamedTuple, Generic[Number]):
    """Three components along x, y and z; each a number, or a column of them."""

    x: Number
    y: Number
    z: Number


class EulerAngles(NamedTuple):
    """An attitude as three angles."""

    yaw: Real  # about z [rad]
    pitch: Real  # about the y axis that yaw has left [rad]
    roll: Real  # about the x axis that both have left [rad]


class Angles(Protocol):
    """Anything with the three angles of an attitude: ``EulerAngles``, a pose."""

    @property
    def yaw(self) -> Real:
        """Angle about z [rad]."""
        ...

    @property
    def pitch(self) -> Real:
        """Angle about the y axis that yaw has left [rad]."""
        ...

    @property
    def roll(self) -> Real:
        """Angle about the x axis that both have left [rad]."""
        ...


class Quaternion(NamedTuple):
    """An attitude as a quaternion of length 1: the cosine of half the angle, and the axis times its sine."""

    w: Real
    x: Real
    y: Real
    z: Real


def quaternion_of(angles: Angles) -> Quaternion:
    """Return the quaternion of Euler angles; anything with ``yaw``, ``pitch`` and ``roll`` [rad] will do."""
    sine_yaw, cosine_yaw = sincos(0.5 * angles.yaw)
    sine_pitch, cosine_pitch = sincos(0.5 * angles.pitch)
    sine_roll, cosine_roll = sincos(0.5 * angles.roll)
    return Quaternion(
        cosine_roll * cosine_pitch * cosine_yaw + sine_roll * sine_pitch * sine_yaw,
        sine_roll * cosine_pitch * cosine_yaw - cosine_roll * sine_pitch * sine_yaw,
        cosine_roll * sine_pitch * cosine_yaw + sine_roll * cosine_pitch * sine_yaw,
        cosine_roll * cosine_pitch * sine_yaw - sine_roll * sine_pitch * cosine_yaw,
    )


def euler_angles_of(q: Quaternion) -> EulerAngles:
    """Return the Euler angles [rad] of a quaternion: yaw and roll in [-pi, pi], pitch in [-pi/2, pi/2]."""
    return euler_angles_of_axes(*axes_of(q))


def axes_of(q: Quaternion) -> tuple[Vector[Real], Vector[Real], Vector[Real]]:
    """Return the body's x, y and z axes along those of the world."""
    return (
        Vector(
            q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z,
            2.0 * (q.x * q.y + q.w * q.z),
            2.0 * (q.x * q.z - q.w * q.y),
        ),
        Vector(
            2.0 * (q.x * q.y - q.w * q.z),
            q.w * q.w - q.x * q.x + q.y * q.y - q.z * q.z,
            2.0 * (q.y * q.z + q.w * q.x),
        ),
        Vector(
            2.0 * (q.x * q.z + q.w * q.y),
            2.0 * (q.y * q.z - q.w * q.x),
            q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z,
        ),
    )


def euler_angles_of_axes(x_axis: Vector[Real], y_axis: Vector[Real], z_axis: Vector[Real]) -> EulerAngles:
    """Return the Euler angles [rad] of these orthonormal axes: yaw, roll in [-pi, pi], pitch in [-pi/2, pi/2].

    Roll is taken from the rotation that is left when yaw is undone. So the three make the rotation to the last digits
    where the body looks straight up or down, too; yaw is 0 there.
    """
    square = x_axis.x * x_axis.x + x_axis.y * x_axis.y
    is_level = square > SMALLEST_SQUARE
    length = sqrt(select(is_level, square, 1.0))
    cosine, sine = select(is_level, x_axis.x / length, 1.0), select(is_level, x_axis.y / length, 0.0)
    return EulerAngles(
        atan2(sine, cosine),
        atan2(-x_axis.z, cosine * x_axis.x + sine * x_axis.y),
        atan2(sine * z_axis.x - cosine * z_axis.y, cosine * y_axis.y - sine * y_axis.x),
    )


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the rotation ``q`` followed by ``p``, both about the axes of the world."""
    return Quaternion(
        p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
        p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
    )


def conjugate(q: Quaternion) -> Quaternion:
    """Return the rotation back."""
    return Quaternion(q.w, -q.x, -q.y, -q.z)


def rotate(q: Quaternion, v: Vector[Real]) -> Vector[Real]:
    """Return a vector of the body in the axes of the world; by ``conjugate(q)``, one of the world in the body's."""
    twice_x, twice_y, twice_z = (
        2.0 * (q.y * v.z - q.z * v.y),
        2.0 * (q.z * v.x - q.x * v.z),
        2.0 * (q.x * v.y - q.y * v.x),
    )
    return Vector(
        v.x + q.w * twice_x + (q.y * twice_z - q.z * twice_y),
        v.y + q.w * twice_y + (q.z * twice_x - q.x * twice_z),
        v.z + q.w * twice_z + (q.x * twice_y - q.y * twice_x),
    )


def cross(u: Vector[Real], v: Vector[Real]) -> Vector[Real]:
    """Return the cross product of two vectors."""
    return Vector(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)


def rotation_by(vector: Vector[Real]) -> Quaternion:
    """Return the rotation about a vector by its length [rad]."""
    square = vector.x * vector.x + vector.y * vector.y + vector.z * vector.z
    turns = square > SMALLEST_SQUARE
    angle = sqrt(select(turns, square, 1.0))
    sine, cosine = sincos(0.5 * angle)
    scale = select(turns, sine / angle, 0.5)
    return Quaternion(select(turns, cosine, 1.0), scale * vector.x, scale * vector.y, scale * vector.z)


def rotation_vector_of(q: Quaternion) -> Vector[Real]:
    """Return the vector about which, and by whose length in [0, pi] [rad], a quaternion turns: the shortest way."""
    square = q.x * q.x + q.y * q.y + q.z * q.z
    turns = square > SMALLEST_SQUARE
    sine = sqrt(select(turns, square, 1.0))
    sign = select(q.w < 0.0, -1.0, 1.0)
    scale = sign * select(turns, 2.0 * atan2(sine, abs(q.w)) / sine, 2.0)
    return Vector(scale * q.x, scale * q.y, scale * q.z)


def angle_between(p: Quaternion, q: Quaternion) -> Real:
    """Return the angle of the one rotation that turns the attitude ``p`` into ``q``, in [0, pi] [rad]."""
    turn = product(conjugate(p), q)
    return 2.0 * atan2(sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), abs(turn.w))
