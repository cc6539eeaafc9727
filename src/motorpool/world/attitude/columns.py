"""Columns of attitude."""

from typing import NamedTuple

from ..columns import Floats


class Suspension(NamedTuple):
    """State of the suspension, by the vehicle's model; 0 of a model without one."""

    heave: Floats  # of the body above its height at rest [m]
    body_pitch: Floats  # of the body on its springs, nose down positive [rad]
    body_roll: Floats  # of the body on its springs, right side down positive [rad]
    rollover_angle: Floats  # onto one side, wheels or track off the ground, right side down positive [rad]
