"""Laws of document 001 for turning, braking and speed, one small function each, with every choice it offers.

Source: "Using Polar Coordinates for Movement in a Game" (document 001). Symbols there: ``angleDelta`` the angle from
the speed to the acceleration vector, "percent" what is a fraction here, TOP_SPEED or MAX_SPEED, TURN_RATE.
"""

from typing import Annotated

from ...fields import Names, Range
from ...mathematics import PI, Real, clamp, select

TurnLaw = Annotated[
    float,
    Range(low=0.0, high=2.0, words="0, 1 or 2"),
    Names((("sine", 0.0), ("linear", 1.0), ("fixed", 2.0)), is_choice=True),
]
BrakeLaw = Annotated[
    float,
    Range(low=0.0, high=3.0, words="0, 1, 2 or 3"),
    Names((("none", 0.0), ("full", 1.0), ("linear", 2.0), ("cosine", 3.0)), is_choice=True),
]
PrintedBrakeLaw = Annotated[
    float,
    Range(low=0.0, high=4.0, words="0, 1, 2, 3 or 4"),
    Names((("none", 0.0), ("full", 1.0), ("linear", 2.0), ("cosine", 3.0), ("signed", 4.0)), is_choice=True),
]
SpeedLaw = Annotated[
    float,
    Range(low=0.0, high=2.0, words="0, 1 or 2"),
    Names((("one", 0.0), ("cosine", 1.0), ("capped", 2.0)), is_choice=True),
]
AngularVelocity = Annotated[
    float, Range(low=0.0, high=1.0, words="0 or 1"), Names((("kept", 0.0), ("none", 1.0)), is_choice=True)
]

LINEAR_TURN, FIXED_TURN = 1.0, 2.0  # code of the law of turning
NO_BRAKE, FULL_BRAKE, LINEAR_BRAKE, SIGNED_BRAKE = 0.0, 1.0, 2.0, 4.0  # code of the law of braking
ONE_SPEED, CAPPED_SPEED = 0.0, 2.0  # code of the law of speed
KEPT = 0.0  # code of the angular velocity that is kept


def turn_fraction(law: Real, angle: Real, sine: Real, ease: Real) -> Real:
    """Share of the turn rate, left positive, for the ``angle`` [rad] that is still to turn.

    ``ease`` is ``1 - speed / TOP_SPEED``: "the higher the speed the more difficult". *sine* is the code's: zero at 0
    and at 180 degrees, most at 90. *linear* is ``angleDelta / 180``, most at 180. *fixed* is the "simple way": "some
    set amount of change per second", whatever the speed.

    Args:
        angle: from the speed vector to the acceleration vector, left positive [rad].
        ease: 1 at rest, 0 at top speed.
    """
    sign = select(angle > 0.0, 1.0, select(angle < 0.0, -1.0, 0.0))
    return select(law == FIXED_TURN, sign, select(law == LINEAR_TURN, angle / PI, sine) * ease)


def brake_fraction(law: Real, angle: Real, cosine: Real) -> Real:
    """Share of the angular velocity that is taken off, for the ``angle`` [rad] that is still to turn.

    *cosine* is the code's: above 90 degrees it is negative, and reinforces. *linear* is ``1 - |angleDelta| / 180``;
    the text prints it without the bars (*signed*), and so it exceeds 1 where the turn is to the right. *full* is
    all of it.

    Args:
        angle: from the speed vector to the acceleration vector, left positive [rad].
    """
    linear = 1.0 - abs(angle) / PI
    signed = 1.0 - angle / PI
    straight = select(law == NO_BRAKE, 0.0, 1.0)
    slanted = select(law == LINEAR_BRAKE, linear, select(law == SIGNED_BRAKE, signed, cosine))
    return select(law <= FULL_BRAKE, straight, slanted)


def speed_fraction(law: Real, cosine: Real, fraction: Real) -> Real:
    """Share of the acceleration ("accelerationPercent") at a ``fraction`` of the top speed.

    *one* is ``1 - speed / TOP_SPEED``. *cosine*, the code's, puts the cosine of the angle for the 1: -2 in a reversal
    at top speed. *capped* is the "easy way": all of it.

    Args:
        cosine: cosine of the angle from the velocity to the acceleration.
    """
    return select(law == CAPPED_SPEED, 1.0, select(law == ONE_SPEED, 1.0, cosine) - fraction)


def pushed_speed(
    law: Real, speed: Real, cosine: Real, acceleration: Real, max_speed: Real, max_acceleration: Real, dt: Real
) -> Real:
    """Return the speed [m/s] after ``dt`` at so much of the acceleration, -1..1; negative for one to be turned about.

    *capped* checks "that it never exceeded some fixed number"; the others regulate themselves.

    Args:
        acceleration: share of the greatest acceleration, -1..1.
        max_speed: towards which it regulates itself [m/s].
        max_acceleration: at rest [m/s^2].
    """
    fraction = speed_fraction(law, cosine, speed / max_speed)
    pushed = speed + fraction * dt * acceleration * max_acceleration
    is_beyond = (law == CAPPED_SPEED) & (pushed > max_speed) & (pushed > speed)
    return select(is_beyond, select(speed > max_speed, speed, max_speed), pushed)


def turn_without_overshoot(rate: Real, angle: Real, dt: Real) -> Real:
    """Return the turn [rad] of a step at a rate [rad/s], up to ``angle`` [rad]: "preventing overshoot".

    Args:
        rate: turn rate, left positive [rad/s].
        angle: still to turn, left positive [rad].
    """
    return clamp(rate * dt, -abs(angle), abs(angle))


def turn_rate_of(turn: Real, dt: Real, before: Real) -> Real:
    """Return the mean turn rate [rad/s] of a ``turn`` [rad], or the one before if the step takes no time."""
    return select(dt > 0.0, turn / select(dt > 0.0, dt, 1.0), before)


def share_of(gap: Real, gain: Real) -> Real:
    """Share of a ``gain``, of either sign, that closes a ``gap``: -1..1, and all of it where it gains nothing."""
    sign = select(gap > 0.0, 1.0, select(gap < 0.0, -1.0, 0.0))
    return select(gain * gain > 0.0, clamp(gap / select(gain * gain > 0.0, gain, 1.0), -1.0, 1.0), sign)
