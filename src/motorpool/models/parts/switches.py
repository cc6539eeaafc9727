"""Switches of a driver: the parking brake, and the one that stops the engine."""

from typing import NamedTuple

from ..fields import Switch


class Control(NamedTuple):
    """Driver inputs that are on or off."""

    parking_brake: Switch = 0.0  # locks all wheels or tracks [1]
    engine_stop: Switch = 0.0  # does not drive; the brakes remain [1]
