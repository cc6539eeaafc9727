"""Fuel: what is left in the tank, and what the engine's work takes of it.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 3.
"""

from typing import NamedTuple

from ..fields import NonNegative, Positive
from ..mathematics import Real, select

SCALES = ("fuel_capacity",)


class State(NamedTuple):
    """Fuel that was burnt."""

    fuel_used: NonNegative = 0.0  # since the tank was full [kg]


class Params(NamedTuple):
    """Tank and consumption."""

    fuel_capacity: Positive = 40.0  # of the tank [kg]
    fuel_consumption: NonNegative = 6.9e-8  # per work of the engine [kg/J]


def is_running(fuel: State, engine_stop: Real, params: Params) -> Real:
    """Return 1 while the engine has ``fuel`` and is not stopped, else 0.

    Args:
        fuel: state of the tank.
        engine_stop: the driver's switch, 0 or 1.
        params: of the tank.
    """
    return select(fuel.fuel_used < params.fuel_capacity, 1.0, 0.0) * (1.0 - engine_stop)
