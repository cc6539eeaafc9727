"""The exact response of a mass on a spring and a damper, for any step: pitch, roll and heave of a body.

y'' + 2 zeta w y' + w^2 (y - target) = 0 with a constant target, solved by its own exponential; a step of any length is
as good as many short ones.

Source: Ogata, "Modern Control Engineering", 5th ed., section 5-3, second-order systems.
"""

from typing import NamedTuple

from ..kinematic.arc import sinc
from ..mathematics import Real, cos, exp, maximum, sqrt


class Response(NamedTuple):
    """Response of a spring in a step: its deflection and rate at the end."""

    loss: Real  # of the distance, by itself: its share that is gone, negative [1]
    from_rate: Real  # distance gained for each unit of the rate [s]
    to_rate: Real  # rate gained for each unit of the distance [1/s]
    kept_rate: Real  # share of the rate that remains [1]


def response(frequency: Real, damping: Real, dt: Real) -> Response:
    """Return the response after ``dt`` [s]; frequency [rad/s] is undamped, damping relative to the critical one.

    Args:
        damping: over the critical one, 0..1 [1].
    """
    rate = damping * frequency
    own = frequency * sqrt(maximum(1.0 - damping * damping, 0.0)) * dt
    decay = exp(-rate * dt)
    from_rate = decay * dt * sinc(own)
    oscillation = decay * cos(own)
    return Response(
        loss=oscillation + rate * from_rate - 1.0,
        from_rate=from_rate,
        to_rate=-frequency * frequency * from_rate,
        kept_rate=oscillation - rate * from_rate,
    )


def respond(place: Real, rate: Real, target: Real, by: Response) -> tuple[Real, Real]:
    """Place and rate after the step, on the way to ``target``.

    Args:
        place: an angle [rad] or a height [m].
        rate: rate of ``place`` [rad/s] or [m/s].
    """
    distance = place - target
    return place + by.loss * distance + by.from_rate * rate, by.kept_rate * rate + by.to_rate * distance
