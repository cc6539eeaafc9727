"""Analytic results of manoeuvres: textbook formulas, independent of the code of the models."""

import math

from ...base.errors import require

GRAVITY = 9.81  # [m/s^2]


def slope_angle(grade: float) -> float:
    """Return the angle [rad] of a grade [1]."""
    return math.atan(grade)


def hill_speed(
    *, power: float, mass: float, resistance: float, drag: float, grade: float, fastest: float, growth: float = 44.0
) -> float:
    """Return the speed [m/s] at which ``power`` balances a slope: P = v (W (sin + f cos) + D v^2); 0 if there is none.

    Args:
        resistance: rolling resistance over load, at rest [1].
        drag: force over speed squared [kg/m].
        growth: speed at which rolling resistance has doubled [m/s].
    """
    angle = slope_angle(grade)
    weight = mass * GRAVITY

    def surplus(speed: float) -> float:
        rolling = resistance * (1.0 + (speed / growth) ** 2) * math.cos(angle)
        return power - speed * (weight * (math.sin(angle) + rolling) + drag * speed * speed)

    if surplus(fastest) >= 0.0:
        return fastest
    optimize = require("scipy.optimize", extra="app", purpose="the balance of power on a slope")
    return float(optimize.brentq(surplus, 1e-3, fastest))


def coast_down(*, mass: float, constant: float, quadratic: float, start: float, end: float) -> tuple[float, float]:
    """Return time [s] and distance [m] in which a force A + C v^2 (``constant``, ``quadratic``) slows a vehicle down.

    The mass [kg] has the inertia of rotating parts; A [N] and C [kg/m] are positive, ``start``
    and ``end`` speeds [m/s].

    Source: the road load of SAE J1263; the integral of m dv / (A + C v^2) is an arc tangent.
    """
    root, ratio = math.sqrt(constant * quadratic), math.sqrt(quadratic / constant)
    time = mass / root * (math.atan(start * ratio) - math.atan(end * ratio))
    square = (constant + quadratic * start**2) / (constant + quadratic * end**2)
    return time, mass / (2.0 * quadratic) * math.log(square)


def stopping_distance(speed: float, deceleration: float) -> float:
    """Return the stopping distance [m] from ``speed`` [m/s]."""
    return speed * speed / (2.0 * deceleration)


def slide(*, grade: float, friction: float) -> float:
    """Return the acceleration [m/s^2] of a body that slides down a slope: g (sin - mu cos)."""
    angle = slope_angle(grade)
    return GRAVITY * (math.sin(angle) - friction * math.cos(angle))
