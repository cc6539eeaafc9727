"""The equations of document 003's chapters II and III that its program does not follow, as printed and as they are.

Each ``printed_`` function has beside it the one that is right. Numbers are single components, vectors triples.
"""

import math

Vector = tuple[float, float, float]


def angular_momentum(arm: Vector, velocity: Vector, mass: float) -> Vector:
    """Equation 2.8 mended: of a particle, ``arm`` [m] from the centre, about which it moves at ``velocity`` [m/s].

    Args:
        arm: from the centre to the particle [m].
        velocity: of the particle [m/s].
        mass: of the particle [kg].
    """
    return _scaled(mass, _cross(arm, velocity))


def printed_angular_momentum(arm: Vector, mass: float) -> Vector:
    """Equation 2.8 as printed: a vector times itself, which is zero for every particle of every body."""
    return _scaled(mass, _cross(arm, arm))


def torque(inertia: Vector, angular_velocity: Vector, angular_acceleration: Vector) -> Vector:
    """Equations 2.14 to 2.16, right as printed: the torque [N m] that turns a body, in its principal axes.

    Args:
        inertia: principal moments [kg m^2].
        angular_velocity: about the principal axes [rad/s].
        angular_acceleration: about the principal axes [rad/s^2].
    """
    (x, y, z), (wx, wy, wz), (ax, ay, az) = inertia, angular_velocity, angular_acceleration
    return x * ax + (z - y) * wy * wz, y * ay + (x - z) * wx * wz, z * az + (y - x) * wx * wy


def velocity_after(velocity: float, acceleration: float, dt: float) -> float:
    """Equation 2.17, right as printed [m/s].

    Args:
        velocity: before [m/s].
        acceleration: constant meanwhile [m/s^2].
        dt: time step [s].
    """
    return velocity + acceleration * dt


def orientation_after(orientation: float, angular_velocity: float, angular_acceleration: float, dt: float) -> float:
    """Equation 2.18 mended [rad]: half the angular acceleration times the square of the time.

    Args:
        orientation: before [rad].
        angular_velocity: before [rad/s].
        angular_acceleration: constant meanwhile [rad/s^2].
        dt: time step [s].
    """
    return orientation + angular_velocity * dt + 0.5 * angular_acceleration * dt * dt


def printed_orientation_after(orientation: float, angular_velocity: float, dt: float) -> float:
    """Equation 2.18 as printed: half the angular velocity times the square of the time, a time too much.

    Args:
        orientation: before [rad].
        angular_velocity: before [rad/s].
        dt: time step [s].
    """
    return orientation + angular_velocity * dt + 0.5 * angular_velocity * dt * dt


def position_after(position: float, velocity: float, acceleration: float, dt: float) -> float:
    """Equation 2.19, right as printed [m], with the velocity *before* the step; the program takes the one after.

    Args:
        position: before [m].
        velocity: before [m/s].
        acceleration: constant meanwhile [m/s^2].
        dt: time step [s].
    """
    return position + velocity * dt + 0.5 * acceleration * dt * dt


def sliding_force(mass: float, gravity: float, slope: float) -> float:
    """Force down a slope [N], as the program has it; equation 3.15 gives ``normal_force`` that name.

    Args:
        mass: of the vehicle [kg].
        gravity: acceleration [m/s^2].
        slope: angle of the ground [rad].
    """
    return mass * gravity * math.sin(slope)


def normal_force(mass: float, gravity: float, slope: float) -> float:
    """Equation 3.15: what presses on a slope [N].

    Args:
        mass: of the vehicle [kg].
        gravity: acceleration [m/s^2].
        slope: angle of the ground [rad].
    """
    return mass * gravity * math.cos(slope)


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _scaled(factor: float, vector: Vector) -> Vector:
    return factor * vector[0], factor * vector[1], factor * vector[2]
