"""Variation of the soil: factors on its properties under each vehicle, drawn for each episode.

A world samples the surface under all vehicles alike. Here a source of the world does it before each step, with a factor
of each row, and the motion models read what it wrote.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.arrays import Floats
from ..base.errors import ScenarioError
from ..ground.terrain import surface as surfaces
from ..ground.terrain.surface import FACTOR_OF, class_at
from ..world.columns import InVectors, Whole
from ..world.entity.columns import Pose
from ..world.world import World
from .observations import SoilMap, soil_map
from .starts import Draw, Rows
from .task import Task

FRICTION, SLIDING_FRICTION, WHEEL_RESISTANCE, TRACK_RESISTANCE, CONE_INDEX = (
    surfaces.FIELDS.index(name) for name in FACTOR_OF
)
SHEAR_LENGTH = surfaces.FIELDS.index("shear_length")


class Soil(NamedTuple):
    """Columns of the soil under each vehicle, of its model; a column that the model does not read is of no use."""

    friction: Floats  # [1]
    sliding_friction: Floats  # [1]
    wheel_resistance: Floats  # [1]
    track_resistance: Floats  # [1]
    cone_index: Floats  # [lb/in^2]
    shear_length: Floats  # [m]


class Factors(NamedTuple):
    """Columns of the factors of each row."""

    friction: Floats  # on friction and sliding friction [1]
    resistance: Floats  # on the resistance of wheels and tracks [1]
    cone_index: Floats  # [1]


class VariedSoil:
    """The soil under the vehicles of a task that varies it.

    Args:
        world: whose motion models read the soil that this source writes from now on, if the task varies any.

    Raises:
        ScenarioError: the vehicles' model does not read such a property.
    """

    def __init__(self, task: Task, world: World):
        self._content, self._world = task.content, world
        fleet = world.fleets[0]
        read = dir(fleet.ground)
        for name in self._content.vary_soil:
            if not any(key == name and field in read for field, key in FACTOR_OF.items()):
                raise ScenarioError(
                    f"{task.where}: vary_soil.{name}: the model {fleet.model.name} does not read the soil's "
                    f"{name.replace('_', ' ')}; choose a model that does, such as double-track or skid-steer"
                )
        if not self._content.vary_soil:
            return
        nothing = np.zeros(fleet.count)
        columns: list[Any] = [getattr(fleet.ground, name) if name in read else nothing.copy() for name in Soil._fields]
        self._soil = Soil(*columns)
        self._factors = Factors(*np.ones((len(Factors._fields), fleet.count)))
        self._map = soil_map(world)
        world.motion.reads_surface = False
        world.sources.append(self)

    def draw(self, rows: Rows, draw: Draw) -> None:
        """Set the factors of these rows, each drawn evenly."""
        for name, (least, most) in self._content.vary_soil.items():
            column: NDArray[np.float64] = getattr(self._factors, name)
            column[rows] = least + (most - least) * draw([f"vary_soil.{name}"])[:, 0]

    def factors(self, row: int) -> dict[str, float]:
        """Return the factors of a row, by the keys of the task's ``vary_soil``."""
        return {name: float(getattr(self._factors, name)[row]) for name in self._content.vary_soil}

    def read(self, world: World) -> None:
        """Set the soil under every vehicle, before a step."""
        world.run_stage(set_soil, world.vehicles.pose, self._soil, self._map)
        world.motion.sample_sides()
        world.run_stage(vary_soil, self._soil, self._factors)


def set_soil(pose: Pose, soil: Soil, around: Whole[SoilMap]) -> None:
    """Set the soil under each vehicle to that of its place."""
    for i in range(pose.x.size):
        kind = class_at(around.classes, around.x_west, around.y_south, around.spacing, pose.x[i], pose.y[i])
        soil.friction[i] = around.table[kind, FRICTION]
        soil.sliding_friction[i] = around.table[kind, SLIDING_FRICTION]
        soil.wheel_resistance[i] = around.table[kind, WHEEL_RESISTANCE]
        soil.track_resistance[i] = around.table[kind, TRACK_RESISTANCE]
        soil.cone_index[i] = around.table[kind, CONE_INDEX]
        soil.shear_length[i] = around.table[kind, SHEAR_LENGTH]


def vary_soil(soil: Soil, factors: Factors) -> InVectors:
    """Multiply the soil under each vehicle by the factors; a split of the friction stays."""
    for i in range(soil.friction.size):
        soil.friction[i] *= factors.friction[i]
        soil.sliding_friction[i] *= factors.friction[i]
        soil.wheel_resistance[i] *= factors.resistance[i]
        soil.track_resistance[i] *= factors.resistance[i]
        soil.cone_index[i] *= factors.cone_index[i]
