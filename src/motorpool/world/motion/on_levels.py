"""Ground that models read in worlds whose terrain has decks; imported there."""

from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...compile.ground import NOWHERE, SAMPLE_DISTANCE, Rasters
from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import Decks, stand
from ...models.mathematics import sincos
from ...vehicles.fleet import Fleet
from ..columns import Whole
from ..entity.columns import Pose
from ..scene import Scene


class LevelGround(NamedTuple):
    """The ground that models read under each vehicle, by the names of their fields."""

    height: Floats  # [m]
    slope_x: Floats  # rise over run towards east [1]
    slope_y: Floats  # towards north [1]
    height_ahead: Floats  # 2 m ahead [m]
    height_right: Floats  # 2 m to the right [m]


class GroundOnLevels:
    """The ground under each vehicle of one world, on its level, in columns in place of rasters."""

    def __init__(self, scene: Scene):
        self._scene, self._is_read = scene, any(map(_fields_of, scene.fleets))
        self._found = LevelGround(*np.zeros((len(LevelGround._fields), scene.vehicles.count)))
        for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True):
            for name in _fields_of(fleet):
                fleet.attach_ground(name, getattr(self._found, name)[rows])

    def sample(self, rasters: Rasters) -> Rasters:
        """Find the ground under all vehicles; return rasters without heights."""
        scene = self._scene
        if self._is_read:
            scene.run(sample_levels, scene.vehicles.pose, self._found, scene.ground, scene.decks)
        return rasters._replace(heights=NOWHERE.heights)

    def give(self, fleet: Fleet, ids: Any) -> None:
        """Set the ground of a fleet to that under some vehicles, for a step without a terrain.

        Args:
            fleet: fleet with only these vehicles, in the order of ``ids``.
            ids: rows of the vehicle table.
        """
        for name in _fields_of(fleet):
            getattr(fleet.ground, name)[:] = getattr(self._found, name)[ids]


def _fields_of(fleet: Fleet) -> list[str]:
    return [name for name in LevelGround._fields if name in dir(fleet.ground)]


def sample_levels(pose: Pose, found: LevelGround, ground: Whole[Heightfield], decks: Whole[Decks]) -> None:
    """Set the ground that models read under each vehicle, on its level."""
    for i in range(pose.x.size):
        x, y, z = pose.x[i], pose.y[i], pose.z[i]
        found.height[i], found.slope_x[i], found.slope_y[i], _ = stand(ground, decks, x, y, z)
        sine, cosine = sincos(pose.yaw[i])
        to_x, to_y = SAMPLE_DISTANCE * cosine, SAMPLE_DISTANCE * sine
        found.height_ahead[i], _, _, _ = stand(ground, decks, x + to_x, y + to_y, z)
        found.height_right[i], _, _, _ = stand(ground, decks, x + to_y, y - to_x, z)
