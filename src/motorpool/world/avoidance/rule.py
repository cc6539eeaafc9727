"""Avoidance rule: how autopilots get round what is in their way; a class in a file of its own.

To add a rule, write its file and add the class to ``rules.RULES``; scenario files, the command line, the courses and
tables know it from there. ``search_cone.SearchCone`` is the shortest example, ``orca.Orca`` one of its own speed.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from ..scene import Scene
from .park1992.defects import AS_PUBLISHED, Defects


class Options:
    """Options of the rules of one world, which may be set while it runs.

    Attributes:
        published_defects: which defects of 1992 stand, for ``as-published`` and ``program-1992``.
    """

    def __init__(self) -> None:
        self.published_defects: Defects = AS_PUBLISHED


class Rule:
    """An avoidance rule of one world: ``Rule(scene, options, index)``; abstract.

    It sets ``desired_yaw`` and ``is_avoiding`` of autopilots whose ``avoidance_rule`` is its index, and what they see.

    Attributes:
        name: in scenario files and on the command line.
        about: a sentence for tables.
        columns: its own structures of columns, by the name that each has in the vehicle table.
        sets_speed: it writes ``avoidance_speed``; else vehicles slow down for what they see.
        recovers: it finds a way out by itself; else guidance backs off what stopped a vehicle.
        may_be_freed: ``world.recovery`` moves its vehicles when they make no headway.
        model_states: ``State`` structures of the models whose vehicles it can drive; empty for all models.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    columns: ClassVar[Mapping[str, Any]] = {}
    sets_speed: ClassVar[bool] = False
    recovers: ClassVar[bool] = False
    may_be_freed: ClassVar[bool] = True
    model_states: ClassVar[tuple[Any, ...]] = ()

    def __init__(self, scene: Scene, options: Options, index: int) -> None:
        raise NotImplementedError

    def step(self) -> None:
        """Decide for every vehicle under this rule; called while there is one, and once after."""
        raise NotImplementedError

    def snapshot(self) -> Any:
        """Return a copy of what the next step depends on, beside columns; None for nothing."""

    def restore(self, snapshot: Any) -> None:
        """Set that as it was."""
