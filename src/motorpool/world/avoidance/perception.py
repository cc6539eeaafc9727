"""Kinds of obstacles that an autopilot sees ahead: the values of the ``seen`` column."""

from ...ground.objects.grid import FAR
from .columns import Perception

NOTHING = 0  # no obstacle within range
OBJECT = 1  # something that never moves
VEHICLE = 2  # another vehicle, or its trailer


def clear_perception(i: int, perception: Perception) -> None:
    """Clear the perception of a vehicle."""
    if perception.seen[i] != NOTHING or perception.seen_distance[i] != FAR:
        perception.seen[i], perception.seen_index[i], perception.seen_distance[i] = NOTHING, -1, FAR
        perception.seen_right[i], perception.seen_radius[i] = 0.0, 0.0
