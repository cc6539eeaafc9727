"""Semitrailer: one axle, one centre of mass, brakes; its front end rests on the hitch.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, car and trailer; Althoff and Wuersching,
"CommonRoad: Vehicle Models" (2020), for the sizes.
"""

from typing import NamedTuple

from ...fields import NonNegative, Positive

SCALES = ("mass",)


class State(NamedTuple):
    """Rotation of the trailer."""

    yaw_rate: float = 0.0  # of the trailer, counter-clockwise positive [rad/s]


class Params(NamedTuple):
    """Mass and size of the trailer."""

    mass: Positive = 28e3  # loaded [kg]
    yaw_inertia: Positive = 430e3  # about the vertical through the centre of mass [kg m^2]
    centre_height: NonNegative = 1.9  # of the centre of mass above the ground [m]
    length: Positive = 8.1  # hitch to the trailer's axle [m]
    centre_offset: Positive = 5.6  # of the trailer's centre of mass behind the hitch [m]
    cornering_coefficient: Positive = 8.0  # side force for each radian of slip, over the axle's load [1/rad]
    max_brake_force: NonNegative = 125e3  # of the trailer's wheels together [N]
