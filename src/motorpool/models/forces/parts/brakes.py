"""What slows a vehicle down, as one impulse that can stop it but never turn it round; and the driver's feet.

Source: ``park.friction``; Wong, "Theory of Ground Vehicles", 4th ed., sections 3.1 (air, rolling resistance) and 3.8.
"""

from typing import Any, NamedTuple

from ...mathematics import clamp, maximum, select, sin
from ...park.attitude import GRAVITY
from .engine import throttle_for
from .standing import stopped_by

FAST = 44.0  # speed at which rolling resistance has doubled [m/s]
FIRM = 0.05  # of the brakes, more than it takes: so it comes to a stop and not nearly so [1]
HARD_ROAD = 0.015  # rolling resistance that a driver reckons with at least [1]
TINY = 1e-12
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Slowed(NamedTuple):
    """The speed that is left, and what took the rest."""

    speed: Any  # [m/s]
    share: Any  # of all that could have slowed it, what did: 1 while it rolls on; with the sign of the force [1]


def held_back(speed: Any, force: Any, drag: Any, mass: Any, dt: Any) -> Slowed:
    """A ``speed`` [m/s] less what brakes and rolling resistance, a ``force`` [N] together, and the air take of it.

    Args:
        speed: that the step would end with otherwise [m/s].
        force: the greatest, against the motion [N].
        drag: of the air, over speed squared [kg/m].
        mass: that moves, turning wheels included [kg].
        dt: [s].
    """
    able = dt * force / mass
    left = stopped_by(speed, able)
    share = (left - speed) / maximum(able, TINY)
    return Slowed(left / (1.0 + dt * drag / mass * abs(left)), share)


def rolls_along(wheel_speed: Any, speed: Any) -> Any:
    """1 where a wheel rolls as the vehicle goes, fading to 0 where it rolls not or the other way, as in a slide.

    So the part across the body of a steered wheel's brake force never adds energy.
    """
    return clamp(select(speed < 0.0, -wheel_speed, wheel_speed), 0.0, 1.0)


def rolling(load: Any, coefficient: Any, speed: Any) -> Any:
    """The rolling resistance [N] of wheels under a ``load`` [N]: growing with the square of the speed."""
    pace = speed / FAST
    return load * coefficient * (1.0 + bounded_square(pace))


def bounded_square(pace: Any) -> Any:
    """The square, up to nine: no wheel is tried beyond three times that speed."""
    bounded = clamp(pace, -3.0, 3.0)
    return bounded * bounded


class Pedals(NamedTuple):
    """What a driver's feet and hand do."""

    throttle: Any
    brake: Any
    parking_brake: Any


def pedals(wish: Any, state: Any, params: Any, dt: Any) -> Pedals:
    """Throttle, brake and parking brake that take a vehicle to the speed ``wish`` [m/s] at the end of the step.

    The driver feels the slope, the air, and how heavily it rolls; at first as on a hard road.
    """
    mass = params.mass * params.rotating_mass_factor
    way = select(wish == 0.0, state.speed, wish)
    sign = select(way > 0.0, 1.0, select(way < 0.0, -1.0, 0.0))
    resisting = maximum(
        state.resistance, params.mass * GRAVITY * HARD_ROAD
    ) * sign + params.air_drag * state.speed * abs(state.speed)
    force = mass * (wish - state.speed) / maximum(dt, SHORTEST) + resisting
    force = force - params.mass * GRAVITY * sin(state.pitch - state.body_pitch)
    brakes = force * select(state.speed == 0.0, wish, state.speed) < 0.0
    stands = select((state.speed == 0.0) & (wish == 0.0), 1.0, 0.0)
    stops = wish == 0.0
    throttle = select(brakes | stops, 0.0, throttle_for(force, state, params))
    brake = select(brakes, abs(force) / params.max_brake_force, 0.0) + select(stops, FIRM, 0.0)
    return Pedals(throttle, clamp(brake, 0.0, 1.0) * (1.0 - stands), stands)
