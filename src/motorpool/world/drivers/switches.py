"""Switches of a driver: parking brake, engine stop and cruise control modify throttle and brake.

The parking brake holds the vehicle; with the engine stopped only the brakes act. The cruise control holds the speed at
which the throttle was released, or at which it was switched on. The throttle overrides it, and any braking switches it
off: if a driver disconnects, the vehicle is braked and does not continue.

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
    cruise_speed: Real  # speed that it holds [m/s]


def pedals(speed: Real, throttle: Real, brake: Real, parking_brake: Real, engine_stop: Real) -> Pedals:
    """Return the effective throttle and brake after the switches.

    Args:
        speed: forward positive [m/s].
        throttle: -1..1; against the motion it is a brake.
        parking_brake, engine_stop: 1 while set, else 0.
        brake: 0..1.
    """
    against = select(throttle * speed < 0.0, abs(throttle), 0.0)
    is_driving = (1.0 - parking_brake) * (1.0 - engine_stop)
    held = maximum(brake, maximum(parking_brake, (1.0 - is_driving) * against))
    return Pedals(is_driving * throttle, clamp(held, 0.0, 1.0))


def cruise_control(speed: Real, pressed: Pedals, engine_stop: Real, before: Cruising) -> Cruising:
    """Return the cruise control after this step: braking switches it off, the throttle overrides it.

    Args:
        speed: forward positive [m/s].
    """
    brakes = (pressed.brake > 0.0) | (pressed.throttle * speed < 0.0) | (engine_stop > 0.5)
    cruise = select(brakes, 0.0, before.cruise)
    is_cruising = select(pressed.throttle == 0.0, cruise, 0.0)
    return Cruising(cruise, is_cruising, select(before.is_cruising > 0.5, before.cruise_speed, speed))
