"""A driver's switches: parking brake, engine stop and cruise control change what throttle and brake do.

The parking brake holds the vehicle; with the engine stopped only the brakes are left. The cruise control holds the
speed at which the throttle was let go, or at which it was switched on: the throttle goes before it, and whatever
brakes switches it off. So a driver who vanishes, whose vehicle is braked, does not leave one that drives on.

Source: the switches of document 003, chapter V; there braking did not end the cruising.
"""

from typing import NamedTuple

from ...models.mathematics import Real, clamp, maximum, select

SWITCHES = ("cruise", "parking_brake", "engine_stop")  # columns of a world's vehicles: 1 on, 0 off


class Pedals(NamedTuple):
    """Effective throttle and brake."""

    throttle: Real  # -1..1
    brake: Real  # 0..1


class Cruising(NamedTuple):
    """State of the cruise control."""

    cruise: Real  # 1 while it is switched on
    is_cruising: Real  # 1 while it drives
    cruise_speed: Real  # that it holds [m/s]


def pedals(speed: Real, throttle: Real, brake: Real, parking_brake: Real, engine_stop: Real) -> Pedals:
    """Return throttle and brake as the switches let them act.

    Args:
        speed: forward positive [m/s].
        throttle: -1..1; against the motion it is a brake.
        brake: 0..1.
        parking_brake: 1 while the parking brake is set, else 0.
        engine_stop: 1 while the engine is stopped, else 0.
    """
    against = select(throttle * speed < 0.0, abs(throttle), 0.0)
    is_driving = (1.0 - parking_brake) * (1.0 - engine_stop)
    held = maximum(brake, maximum(parking_brake, (1.0 - is_driving) * against))
    return Pedals(is_driving * throttle, clamp(held, 0.0, 1.0))


def cruise_control(speed: Real, pressed: Pedals, engine_stop: Real, before: Cruising) -> Cruising:
    """Return the cruise control after this step: off once something brakes, aside while there is throttle.

    Args:
        speed: forward positive [m/s].
        pressed: the pedals as they act.
        engine_stop: 1 while the engine is stopped, which ends cruising.
        before: the cruise control before this step.
    """
    brakes = (pressed.brake > 0.0) | (pressed.throttle * speed < 0.0) | (engine_stop > 0.5)
    cruise = select(brakes, 0.0, before.cruise)
    is_cruising = select(pressed.throttle == 0.0, cruise, 0.0)
    return Cruising(cruise, is_cruising, select(before.is_cruising > 0.5, before.cruise_speed, speed))
