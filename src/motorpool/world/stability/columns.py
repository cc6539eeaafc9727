"""Columns of stability."""

from typing import NamedTuple

from ..columns import Floats, Words


class Upset(NamedTuple):
    """Loss of ground contact or of shape, as the model that moves a vehicle computes it; 0 of a model without."""

    is_airborne: Floats  # 1 while it flies, else 0
    is_jack_knifed: Floats  # 1 while the trailer lies against the tractor, else 0
    stability_condition: Words  # sum of bits of ``stability.component``: AIRBORNE, LIFTING, FALLEN, FOLDED
