"""Drivers' aids: antilock brakes, traction control, and stability control that brakes single wheels.

Stability control compares the yaw rate with that of a steady bend at this speed and steer angle,

    r_t = V (tan front - tan rear) / (L + K_us V^2),    |r_t| <= 0.85 mu g / V.

A car that turns too fast, with rear tyres that slide, is braked at the outer front wheel; one that turns too slowly,
with front tyres that slide, at the inner rear wheel. The driver's brake lets go of the other side by the same force,
and the engine drives less or not at all meanwhile. The moment takes back the difference beyond ``THRESHOLD`` in
``RESPONSE`` seconds. A tyre begins to slide where its slip takes ``USED_FRICTION`` of what it can give, by Fiala's
curve (``parts.tyre``), and slides from ``SLIDING_FRICTION`` of it on. Traction control keeps driven wheels at their
greatest force where they would spin. Both know the friction, and antilock brakes hold the greatest force: they are
ideal.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., chapter 8, differential braking, and section 2.6.2
(understeer gradient). Symbols there: K_us understeer gradient, L wheelbase; threshold, response and the condition of
sliding tyres are ours.
"""

from typing import Annotated, NamedTuple

from ..fields import OPTIONAL, Switch
from ..mathematics import Real, clamp, maximum, minimum, select
from .attitude import GRAVITY
from .body import State as Body
from .tyre import TINY

LEAST_SPEED = 5.0  # forward, below which stability control does nothing [m/s]
USED_FRICTION, SLIDING_FRICTION = 0.85, 0.95  # shares of the friction: what a steady bend may use, and a slide [1]
USED_SLIP = 3.0 * (1.0 - (1.0 - USED_FRICTION) ** (1.0 / 3.0))  # slip there, over friction by stiffness over load [1]
SLIDING_SLIP = 3.0 * (1.0 - (1.0 - SLIDING_FRICTION) ** (1.0 / 3.0))  # likewise [1]
THRESHOLD = 0.07  # difference of yaw rates that is left to the driver, about 4 degrees a second [rad/s]
RESPONSE = 0.25  # in which the brakes take back what is beyond it; several of the longest steps [s]


class Params(NamedTuple):
    """Aids that a vehicle has."""

    antilock: Annotated[Switch, OPTIONAL] = 1.0  # ideal antilock brakes; 0: wheels braked beyond their grip lock [1]
    traction_control: Annotated[Switch, OPTIONAL] = 0.0  # driven wheels do not spin [1]
    stability_control: Annotated[Switch, OPTIONAL] = 0.0  # brakes single wheels of a vehicle that leaves its course [1]


class SteeredAxle(NamedTuple):
    """An axle where the driver steers it."""

    offset: Real  # of the axle ahead of the centre of mass [m]
    cornering_coefficient: Real  # [1/rad]
    tangent: Real  # of the angle of its wheels, left positive [1]


class Intervention(NamedTuple):
    """Forces that stability control adds to those of the brakes; below 0 the brakes let go."""

    drive_share: Real  # of the engine's force that it leaves [1]
    front_left: Real  # [N]
    front_right: Real  # [N]
    rear_left: Real  # [N]
    rear_right: Real  # [N]


def intervention_of(
    front: SteeredAxle, rear: SteeredAxle, body: Body, friction: Real, yaw_inertia: Real, half_track: Real, is_on: Real
) -> Intervention:
    """Return the brake forces that bring a vehicle back on the course of its axles.

    Args:
        friction: greatest, of its tyres [1].
        yaw_inertia: yaw inertia of the vehicle [kg m^2].
        half_track: distance of its wheels from the middle [m].
        is_on: 1 with stability control, 0 without.
    """
    moving = maximum(body.speed, LEAST_SPEED)
    target = steady_yaw_rate(front, rear, moving, friction)
    difference = target - body.yaw_rate
    beyond = difference - clamp(difference, -THRESHOLD, THRESHOLD)
    on_left = select(body.speed > LEAST_SPEED, is_on * yaw_inertia * beyond / (RESPONSE * half_track), 0.0)
    is_oversteering = on_left * body.yaw_rate < 0.0
    at_front = select(is_oversteering, sliding(rear, body, moving, friction) * on_left, 0.0)
    at_rear = select(is_oversteering, 0.0, sliding(front, body, moving, friction) * on_left)
    total = at_front + at_rear
    drive_share = 1.0 - minimum(abs(total) * RESPONSE * half_track / (yaw_inertia * THRESHOLD), 1.0)
    let_go_left, let_go_right = minimum(total, 0.0), minimum(-total, 0.0)
    return Intervention(
        drive_share,
        maximum(at_front, 0.0) + let_go_left,
        maximum(-at_front, 0.0) + let_go_right,
        maximum(at_rear, 0.0) + let_go_left,
        maximum(-at_rear, 0.0) + let_go_right,
    )


def steady_yaw_rate(front: SteeredAxle, rear: SteeredAxle, speed: Real, friction: Real) -> Real:
    """Return the yaw rate [rad/s] of a steady bend at a ``speed`` [m/s] above 0, within the friction."""
    gradient = (1.0 / front.cornering_coefficient - 1.0 / rear.cornering_coefficient) / GRAVITY
    wheelbase = front.offset - rear.offset
    rate = speed * (front.tangent - rear.tangent) / (wheelbase + maximum(gradient, 0.0) * speed * speed)
    most = USED_FRICTION * friction * GRAVITY / speed
    return clamp(rate, -most, most)


def sliding(axle: SteeredAxle, body: Body, speed: Real, friction: Real) -> Real:
    """Return the slide of the tyres of an axle: 0 within the friction that a steady bend may use, 1 in a slide."""
    slip = axle.tangent - (body.lateral_speed + axle.offset * body.yaw_rate) / speed
    use = abs(slip) * axle.cornering_coefficient / maximum(friction, TINY)
    return clamp((use - USED_SLIP) / (SLIDING_SLIP - USED_SLIP), 0.0, 1.0)
