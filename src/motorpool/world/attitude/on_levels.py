"""Stage for terrain with decks, imported where there are some."""

from ...ground.terrain.area import Bounds
from ...ground.terrain.heightfield import Heightfield, attitude
from ...ground.terrain.levels import Decks, stand
from ...models.mathematics import clamp
from ..columns import Whole
from ..entity.columns import Motion, Pose
from .columns import Suspension
from .component import OFF_MAP, OTHERS


def follow_levels(
    pose: Pose, motion: Motion, suspension: Suspension, ground: Whole[Heightfield], area: Whole[Bounds],
    decks: Whole[Decks], dt: float,
) -> None:  # fmt: skip
    """Do as ``follow_ground`` where the ground has decks: each vehicle stays on the surface nearest to its height."""
    for i in range(pose.x.size):
        x, y = clamp(pose.x[i], area.x_west, area.x_east), clamp(pose.y[i], area.y_south, area.y_north)
        is_out = x != pose.x[i] or y != pose.y[i]
        if is_out:
            pose.x[i], pose.y[i], motion.speed[i] = x, y, 0.0
        height, slope_x, slope_y, level = stand(ground, decks, x, y, pose.z[i] - suspension.heave[i])
        pitch, roll = attitude(slope_x, slope_y, pose.yaw[i])
        pose.z[i], pose.level[i] = height + suspension.heave[i], level
        pose.pitch[i] = pitch + suspension.body_pitch[i]
        pose.roll[i] = roll + suspension.body_roll[i] + suspension.rollover_angle[i]
        motion.odometer[i] += abs(motion.speed[i]) * dt
        motion.status[i] = (motion.status[i] & OTHERS) | (OFF_MAP if is_out else 0)
