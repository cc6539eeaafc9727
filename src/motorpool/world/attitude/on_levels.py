"""Stages for terrain with decks, imported where there are some: all follow the ground, then those on decks theirs."""

from typing import NamedTuple

from ...base.arrays import Floats
from ...ground.terrain.heightfield import Heightfield, attitude
from ...ground.terrain.levels import GROUND, Decks, stand
from ..columns import InVectors, Whole
from ..entity.columns import Pose
from .columns import Suspension


class Before(NamedTuple):
    """Heights of the surfaces that vehicles stood on at the end of the last step."""

    height: Floats  # [m]


def note_heights(pose: Pose, suspension: Suspension, before: Before) -> InVectors:
    """Note the height that each vehicle stands at, before it follows the ground."""
    for i in range(pose.x.size):
        before.height[i] = pose.z[i] - suspension.heave[i]


def stand_on_decks(
    pose: Pose, suspension: Suspension, before: Before, ground: Whole[Heightfield], decks: Whole[Decks]
) -> None:
    """Put each vehicle on the surface nearest to its height before, where decks are; all others are on the ground."""
    for i in range(pose.x.size):
        pose.level[i] = GROUND
        u, v = (pose.x[i] - decks.x_west) / decks.cell, (pose.y[i] - decks.y_south) / decks.cell
        if not (0.0 <= u < decks.columns and 0.0 <= v < decks.rows):  # true for NaN
            continue
        cell = int(v) * decks.columns + int(u)
        if decks.first[cell] == decks.first[cell + 1]:
            continue
        height, slope_x, slope_y, level = stand(ground, decks, pose.x[i], pose.y[i], before.height[i])
        if level != GROUND:
            pitch, roll = attitude(slope_x, slope_y, pose.yaw[i])
            pose.z[i], pose.level[i] = height + suspension.heave[i], level
            pose.pitch[i] = pitch + suspension.body_pitch[i]
            pose.roll[i] = roll + suspension.body_roll[i] + suspension.rollover_angle[i]
