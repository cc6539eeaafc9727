"""Inertia of a rigid body: mass, yaw inertia, and the height of its centre.

Source: ISO 8855 for the axes through the centre of mass.
"""

from typing import NamedTuple

from ..fields import NonNegative, Positive

SCALES = ("mass",)


class Params(NamedTuple):
    """Mass and its distribution."""

    mass: Positive = 1500.0  # loaded [kg]
    yaw_inertia: Positive = 2500.0  # about the vertical through the centre of mass [kg m^2]
    centre_height: NonNegative = 0.55  # of the centre of mass above the ground [m]
