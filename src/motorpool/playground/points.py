"""Vehicles without a front, moved as in document 001: the keys are directions of the world.

The red dot accelerates towards where the keys point; without a key it coasts.
"""

import math
from typing import Any

from ..models.registry import Model
from .input_mapping import HeldKeys

# What such a model calls its two controls: -1..1 along the wanted direction, and that direction [rad].
PUSH, DIRECTION = "acceleration", "acceleration_yaw"


def can_be_pointed(model: Model) -> bool:
    """Return whether a model takes a direction of the world."""
    return {PUSH, DIRECTION} <= set(model.module.Control._fields)


def point(vehicle: Any, held_keys: HeldKeys) -> None:
    """Set the controls of such a vehicle; with no key held the direction stays and it coasts."""
    is_held = held_keys.forward != 0.0 or held_keys.left != 0.0
    if is_held:
        setattr(vehicle, DIRECTION, math.atan2(held_keys.forward, -held_keys.left))
    setattr(vehicle, PUSH, 1.0 if is_held else -1.0)
