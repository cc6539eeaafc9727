"""Running gear: motion resistance on firm ground and in soil that is too soft to carry the vehicle.

Source: Wong, "Theory of Ground Vehicles", 4th ed., sections 2.5 (vehicle cone index) and 3.1 (rolling resistance).
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import NonNegative
from ..mathematics import Flag, Real, clamp
from . import surface

FAST = 44.0  # speed at which rolling resistance has doubled [m/s]


class State(NamedTuple):
    """Resistance met in the last step."""

    resistance: float = 0.0  # that wheels or tracks met in rolling [N]


class Params(NamedTuple):
    """Resistance and the soil that it needs."""

    rolling_factor: NonNegative = 1.0  # of its rolling resistance, over what the ground gives usual running gear [1]
    vehicle_cone_index: NonNegative = 0.0  # of soil, below which it is immobilised [1]


def is_immobilised(surface: surface.Ground, params: Params) -> Flag:
    """Return whether the soil is too soft for the vehicle."""
    return surface.cone_index < params.vehicle_cone_index


def rolling_resistance(load: Real, coefficient: Real, speed: Real) -> Real:
    """Return the rolling resistance [N], with a ``coefficient`` at low speed, growing with the speed [m/s] squared."""
    return load * coefficient * (1.0 + bounded_square(speed / FAST))


def bounded_square(ratio: Real) -> Real:
    """Return the square, up to nine: no wheel is tried beyond three times that speed."""
    bounded = clamp(ratio, -3.0, 3.0)
    return bounded * bounded
