"""The avoidance rule ``orca``; its stage (``orca``) is imported when the first vehicle is under it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..neighbours.component import Neighbours
from ..scene import Scene
from .rule import Options, Rule


class Orca(Rule):
    """The avoidance rule ``orca``."""

    name = "orca"
    number = 5
    about = "optimal reciprocal collision avoidance: each of two takes half of the smallest change of velocity"
    sets_speed: ClassVar[bool] = True
    columns: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, scene: Scene, options: Options, index: int):
        self._scene, self._index = scene, index

    @cached_property
    def _stage(self) -> Any:
        from . import orca

        return orca

    @cached_property
    def _surroundings(self) -> Any:
        scene, vehicles = self._scene, self._scene.vehicles
        return self._stage.Surroundings(
            vehicles.entity, vehicles.convoys, vehicles.driver, vehicles.avoidance_rule, vehicles.course_speed,
            scene.of(Neighbours).circles, scene.obstacles, self._index,
        )  # fmt: skip

    def step(self) -> None:
        """Choose the velocity of every vehicle under this rule."""
        vehicles, stage = self._scene.vehicles, self._stage
        self._scene.of(Neighbours).refresh()
        self._scene.run(
            stage.avoid_reciprocally, vehicles.entity, vehicles.inputs, vehicles.autopilot, self._surroundings
        )
