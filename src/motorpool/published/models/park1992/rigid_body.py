"""Equations of document 003's chapters II and III that its program does not use, as published and corrected.

Each ``published_`` function has the correct one beside it.
Numbers are single components, vectors triples, in SI units and radians.
"""

import math

Vector = tuple[float, float, float]


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
