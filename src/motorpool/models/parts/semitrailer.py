"""Semitrailer: one axle, one centre of mass, brakes; its front end rests on the hitch.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, car and trailer; Althoff and Wuersching,
"CommonRoad: Vehicle Models" (2020), for the sizes.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import NonNegative, Positive
from . import inertia


class State(NamedTuple):
    """Rotation of the trailer."""

    yaw_rate: float = 0.0  # of the trailer, counter-clockwise positive [rad/s]


class Params(NamedTuple):
    """Mass and size of the trailer."""

    inertia: inertia.Params = inertia.Params(mass=28e3, yaw_inertia=430e3, centre_height=1.9)
    length: Positive = 8.1  # hitch to the trailer's axle [m]
    centre_offset: Positive = 5.6  # of the trailer's centre of mass behind the hitch [m]
    cornering_coefficient: Positive = 8.0  # side force for each radian of slip, over the axle's load [1/rad]
    max_brake_force: NonNegative = 125e3  # of the trailer's wheels together [N]
