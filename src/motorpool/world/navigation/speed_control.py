"""Speed control: an exact ramp to the desired speed, and the speed from which a vehicle can stop in a distance.

Both are exact for any ``dt``: two half steps are equal to one whole step.
"""

from ...models.mathematics import Real, maximum, minimum, select, sqrt

FULL_GRIP = 8.0  # lateral acceleration that leaves tyres on firm ground nothing for brakes and drive [m/s^2]
LEAST_GRIP = 1.0  # acceleration for which a vehicle that slides has grip; at 0 it would not stop [m/s^2]
DRIVEN_SHARE = 0.5  # share of the grip left that the driven wheels of a vehicle have; at 1 cars spin out of bends [1]


def keep_speed(speed: Real, desired_speed: Real, acceleration: Real, braking: Real, dt: Real) -> Real:
    """Return the speed [m/s] after ``dt`` on the way to a desired one; it never overshoots.

    For the other direction the vehicle brakes first, and accelerates in the remaining part of ``dt``.

    Speeds are forward positive; acceleration (from standstill) and braking (toward it) are not negative.

    Args:
        acceleration: away from standstill, not negative [m/s^2].
        braking: toward standstill, not negative [m/s^2].
    """
    direction = select(speed < 0.0, -1.0, 1.0)
    magnitude, target = abs(speed), direction * desired_speed
    faster = minimum(magnitude + acceleration * dt, target)
    slower = maximum(magnitude - braking * dt, maximum(target, 0.0))
    time_left = maximum(dt - time_to_stop(magnitude, braking), 0.0)
    turned = maximum(-acceleration * time_left, target)
    has_turned = select(target < 0.0, slower, 1.0) <= 0.0
    return direction * select(target >= magnitude, faster, select(has_turned, turned, slower))


def slow_for(distance: Real, desired_speed: Real, least_speed: Real, braking: Real) -> Real:
    """Return the speed [m/s] at which to approach something ahead: the desired one if there is room to stop.

    Else the speed that braking ends in that distance, v^2 = 2 a s, but never less than the least speed.

    Args:
        distance: infinite for nothing [m].
        least_speed: at which the vehicle can turn away [m/s].
        braking: deceleration, not negative [m/s^2].
    """
    room = maximum(distance, 0.0)
    return minimum(desired_speed, maximum(sqrt(2.0 * braking * room), least_speed))


def grip_left(lateral_acceleration: Real) -> Real:
    """Return the deceleration [m/s^2] for which a bend leaves grip; a car that brakes harder there spins.

    The sum of both accelerations is limited, not the root of their squares (the friction circle): brakes lock the
    unloaded rear wheels before the front ones.

    Args:
        lateral_acceleration: present one, of either sign [m/s^2].
    """
    return maximum(FULL_GRIP - abs(lateral_acceleration), LEAST_GRIP)


def time_to_stop(magnitude: Real, braking: Real) -> Real:
    """Time [s] in which ``braking`` [m/s^2] ends a speed of ``magnitude`` [m/s], not negative; 0 without brakes."""
    return magnitude / select(braking > 0.0, braking, 1.0) * select(braking > 0.0, 1.0, 0.0)
