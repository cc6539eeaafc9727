"""Avoidance rule of the 1992 thesis as published, with its defects."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from ....world.avoidance.rule import Options, Rule, Variant
from ....world.scene import Scene
from .defects import AS_PUBLISHED


class AsPublished(Rule):
    """Avoidance rule ``as-published``; the option ``published_defects`` selects its defects."""

    name = "as-published"
    number = 2
    about = "the search and the choice of a direction of 1992 as they are published, defects included"
    sets_speed = True
    may_be_freed = False
    options: ClassVar[Mapping[str, Any]] = {"published_defects": AS_PUBLISHED}
    variants: ClassVar[Mapping[str, Variant]] = {
        "as-published-seeing": Variant(
            "as-published without false detections and added directions",
            {"published_defects": AS_PUBLISHED._replace(false_detection=False, added_directions=False)},
        )
    }

    def __init__(self, scene: Scene, options: Options, index: int):
        self._scene, self._options, self._index = scene, options, index

    @cached_property
    def _stage(self) -> Callable[..., None]:
        """Stage of its vehicles, imported when there are some."""
        from .stage import turn_as_published

        return turn_as_published

    def step(self) -> None:
        """Compute the heading of every vehicle under this rule."""
        vehicles = self._scene.vehicles
        self._scene.run(
            self._stage, vehicles.pose, vehicles.motion, vehicles.inputs, vehicles.autopilot,
            self._options.published_defects, self._scene.obstacles, self._index,
        )  # fmt: skip
