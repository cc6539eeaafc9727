"""Attitude component: height, pitch and roll of every vehicle, from the ground and from suspensions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...base.errors import Status
from ...ground.terrain.area import Bounds
from ...ground.terrain.heightfield import Heightfield, attitude, sample_heightfield
from ...models.mathematics import clamp
from ..columns import InVectors, Whole
from ..component import Component, Settings
from ..entity.columns import Motion, Pose
from ..model_switching.component import ModelSwitching
from ..scene import Scene
from ..vehicle_table import StateField
from .columns import Suspension

if TYPE_CHECKING:
    from .on_levels import Before

OFF_MAP = int(Status.OFF_MAP)
OTHERS = 0xFFFFFFFF & ~OFF_MAP  # all other bits of the status; unsigned, as NumPy's integers ask for


class Attitude(Component):
    """Height and attitude of one world's vehicles."""

    name = "attitude"
    columns: ClassVar[Mapping[str, Any]] = {"suspension": Suspension}
    state_columns: ClassVar[Mapping[str, StateField]] = {
        name: StateField(name, part="body") for name in Suspension._fields
    }

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self._switching = scene, scene.of(ModelSwitching)
        self._before: Before | None = None  # where the terrain has decks

    def step(self) -> None:
        """Set height, pitch and roll from ground and suspension, and stop vehicles at the edge of the map."""
        self.place_on_ground(self._scene.dt)

    def place_on_ground(self, dt: float) -> None:
        """Set height and attitude after ``dt`` [s] of driving, which the odometers count."""
        scene, vehicles = self._scene, self._scene.vehicles
        known = vehicles.pose, vehicles.motion, vehicles.suspension, scene.ground, scene.map_bounds
        if not scene.has_levels:
            scene.run(follow_ground, *known, dt)
        else:
            from .on_levels import Before, note_heights, stand_on_decks

            if self._before is None or self._before.height.size != vehicles.count:
                self._before = Before(np.zeros(vehicles.count))
            standing = vehicles.pose, vehicles.suspension, self._before
            scene.run(note_heights, *standing)
            scene.run(follow_ground, *known, dt)
            scene.run(stand_on_decks, *standing, scene.ground, scene.decks)
        self._switching.adopt()


def follow_ground(
    pose: Pose, motion: Motion, suspension: Suspension, ground: Whole[Heightfield], area: Whole[Bounds], dt: float
) -> InVectors:
    """Set height and attitude from ground and suspension; a vehicle that would leave the map stops at its edge.

    Args:
        suspension: suspension of each vehicle; added to the height and attitude of the ground.
    """
    x, y, speed = pose.x, pose.y, motion.speed
    for i in range(x.size):
        flags = 0
        inside_x, inside_y = clamp(x[i], area.x_west, area.x_east), clamp(y[i], area.y_south, area.y_north)
        if inside_x != x[i] or inside_y != y[i]:
            x[i], y[i], speed[i] = inside_x, inside_y, 0.0
            flags |= OFF_MAP
        pose.z[i], slope_x, slope_y = sample_heightfield(ground, x[i], y[i])
        pose.pitch[i], pose.roll[i] = attitude(slope_x, slope_y, pose.yaw[i])
        motion.odometer[i] += abs(speed[i]) * dt
        motion.status[i] = (motion.status[i] & OTHERS) | flags
    for i in range(x.size):
        pose.z[i] += suspension.heave[i]
        pose.pitch[i] += suspension.body_pitch[i]
        pose.roll[i] += suspension.body_roll[i] + suspension.rollover_angle[i]
