"""Avoidance rule: a class, in its own file, by which autopilots avoid obstacles.

To add a rule, write its file and add the class to ``rules.OWN``, or name it in an extension (``base.extensions``,
group ``motorpool.avoidance_rules``); scenario files, the command line, the courses and tables read that list.
``search_cone.SearchCone`` is the shortest example, ``orca.Orca`` one that sets the speed, too.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from ...base.errors import WorldError, unknown_name
from ..scene import Scene


class Options:
    """Options of the rules of one world by their names, which may be set while it runs."""

    def __init__(self, defaults: Mapping[str, Any]) -> None:
        vars(self).update(defaults)

    def __getattr__(self, name: str) -> Any:
        raise WorldError(unknown_name("", "option of avoidance rules", name, vars(self)))

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in vars(self):
            raise WorldError(unknown_name("", "option of avoidance rules", name, vars(self)))
        vars(self)[name] = value


class Variant(NamedTuple):
    """A rule with other options, which the courses score beside it."""

    about: str
    options: Mapping[str, Any]


class Rule:
    """An avoidance rule of one world: ``Rule(scene, options, number)``; abstract.

    It sets ``desired_yaw`` and ``is_avoiding`` of autopilots whose ``avoidance_rule`` is its number, and what they see.

    Attributes:
        name: in scenario files and on the command line.
        about: a sentence for tables.
        number: in ``vehicles.avoidance_rule`` and recordings; None for the next that is free.
        columns: its own structures of columns, by the name that each has in the vehicle table.
        sets_speed: it writes ``avoidance_speed``; otherwise vehicles slow down for the obstacle that they see.
        recovers: it frees a vehicle from an obstruction itself; otherwise guidance backs off.
        may_be_freed: ``world.recovery`` moves its vehicles when they make no headway.
        is_local: what it does with a vehicle depends on what is near it; else its world cannot be divided into regions.
        options: names and defaults of the options that it reads.
        variants: the rule with other options, by name.
        model_states: ``State`` structures of the models whose vehicles it can drive; empty for all models.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    number: ClassVar[int | None] = None
    columns: ClassVar[Mapping[str, Any]] = {}
    sets_speed: ClassVar[bool] = False
    recovers: ClassVar[bool] = False
    may_be_freed: ClassVar[bool] = True
    is_local: ClassVar[bool] = True
    options: ClassVar[Mapping[str, Any]] = {}
    variants: ClassVar[Mapping[str, Variant]] = {}
    model_states: ClassVar[tuple[Any, ...]] = ()

    def __init__(self, scene: Scene, options: Options, index: int) -> None:
        raise NotImplementedError

    def enter(self, rows: Any) -> None:
        """Set the initial values of vehicles in its columns, which are zero; called when they come into the world.

        A world that grows makes its rules anew, and restores their columns and their ``snapshot``.

        Args:
            rows: a slice, or an array of ids.
        """

    def step(self) -> None:
        """Decide for every vehicle under this rule; called while there is one, and once after."""
        raise NotImplementedError

    def snapshot(self) -> Any:
        """Return a copy of the data that the next step depends on, besides columns; None if there is none."""

    def restore(self, snapshot: Any) -> None:
        """Restore the data of a snapshot."""
