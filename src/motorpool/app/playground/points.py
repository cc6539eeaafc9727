"""Vehicles that are commanded by a direction of the world, as in document 001.

The red dot accelerates in the direction of the held keys; without a key it coasts.
"""

import math
from typing import Any

from ...models.registry import Model
from .input_mapping import HeldKeys

# Names of the two controls of such a model: acceleration -1..1 in a direction, and that direction [rad].
PUSH, DIRECTION = "acceleration", "acceleration_yaw"


def can_be_pointed(model: Model) -> bool:
    """Return whether a model is commanded by a direction of the world."""
    return {PUSH, DIRECTION} <= set(model.module.Control._fields)


def point(vehicle: Any, held_keys: HeldKeys) -> None:
    """Set the controls of such a vehicle; without a held key it keeps its direction and coasts."""
    is_held = held_keys.forward != 0.0 or held_keys.left != 0.0
    if is_held:
        setattr(vehicle, DIRECTION, math.atan2(held_keys.forward, -held_keys.left))
    setattr(vehicle, PUSH, 1.0 if is_held else -1.0)
