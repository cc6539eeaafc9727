"""Levels of vehicles: which are over or under each other; for compiled stages."""

from .columns import Pose

STOREY = 2.5  # difference of height from which vehicles on two levels are over each other; a lower one touches them [m]
ON_RAMP = 0.03  # the same over their distance, for one that is still on the way up; larger values see too few [1]


def are_on_other_levels(i: int, j: int, pose: Pose) -> bool:
    """Return whether two vehicles are over each other, so that they can neither touch nor hinder each other."""
    if pose.level[i] == pose.level[j]:
        return False
    apart = abs(pose.z[i] - pose.z[j]) - STOREY
    dx, dy = pose.x[i] - pose.x[j], pose.y[i] - pose.y[j]
    return apart > 0.0 and apart * apart > ON_RAMP * ON_RAMP * (dx * dx + dy * dy)
