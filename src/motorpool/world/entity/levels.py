"""Levels of vehicles: which are over or under each other; for compiled stages."""

from ...ground.objects.grid import Storey
from ...ground.terrain.levels import STOREY
from .columns import Pose

ON_RAMP = 0.03  # the same over their distance, for one that is still on the way up; larger values see too few [1]


def storey_of(i: int, pose: Pose) -> Storey:
    """Return height and level of a vehicle."""
    return Storey(pose.z[i], pose.level[i])


def are_on_other_levels(i: int, j: int, pose: Pose) -> bool:
    """Return whether two vehicles are over each other, so that they can neither touch nor hinder each other."""
    if pose.level[i] == pose.level[j]:
        return False
    apart = abs(pose.z[i] - pose.z[j]) - STOREY
    dx, dy = pose.x[i] - pose.x[j], pose.y[i] - pose.y[j]
    return apart > 0.0 and apart * apart > ON_RAMP * ON_RAMP * (dx * dx + dy * dy)
