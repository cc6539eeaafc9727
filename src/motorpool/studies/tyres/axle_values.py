"""Parameters of an axle, as Motorpool's dynamic models take them, from a tyre."""

from typing import NamedTuple

import numpy as np

from ...ground.terrain.surface import rows_of
from .magic_formula import forces_of
from .tyre_file import Tyre

STEP = 1e-4  # slip angle over which a slope is measured [rad]
MOST_SLIP = 0.5  # slip up to which the greatest force is looked for [1], [rad]
TESTED_ON = "dry-asphalt"


class AxleValues(NamedTuple):
    """Values at a load of one tyre."""

    load: float  # [N]
    cornering_coefficient: float  # cornering stiffness over the load [1/rad]
    lateral_friction: float  # greatest side force over the load [1]
    longitudinal_friction: float  # greatest drive force over the load [1]
    trail: float  # pneumatic trail at small slip angles [m]
    tyre_grip: float  # lateral friction over that of dry asphalt, on which the tyre is taken to be measured [1]
    load_sensitivity: float  # share of the grip lost when the load doubles [1]


def axle_values_of(tyre: Tyre, load: float) -> AxleValues:
    """Return the parameters of an axle at a static ``load`` of one tyre [N]; both sides together, without shifts."""
    low, high = (forces_of(tyre, load=load, slip_angle=angle) for angle in (-STEP, STEP))
    stiffness = float(low.lateral - high.lateral) / (2.0 * STEP)
    moment = float(high.aligning - low.aligning) / (2.0 * STEP)
    friction = _friction(tyre, load)
    usual = float(rows_of([TESTED_ON])[0, 0])  # its friction [1]
    return AxleValues(
        load=load,
        cornering_coefficient=stiffness / load,
        lateral_friction=friction,
        longitudinal_friction=_greatest(tyre, load, "slip_ratio", "longitudinal"),
        trail=moment / stiffness if stiffness else 0.0,
        tyre_grip=friction / usual,
        load_sensitivity=min(max(1.0 - _friction(tyre, 2.0 * load) / friction, 0.0), 1.0),
    )


def _friction(tyre: Tyre, load: float) -> float:
    return _greatest(tyre, load, "slip_angle", "lateral")


def _greatest(tyre: Tyre, load: float, slip: str, force: str) -> float:
    """Return the greatest force over the load, the mean of both directions [1]."""
    slips = np.linspace(-MOST_SLIP, MOST_SLIP, 1001)
    found = getattr(forces_of(tyre, **{"load": load, slip: slips}), force)
    return float(found.max() - found.min()) / (2.0 * load)
