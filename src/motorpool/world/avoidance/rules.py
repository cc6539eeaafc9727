"""The avoidance rules by their numbers: a vehicle's ``avoidance_rule`` is the number of its rule.

Rules of extensions (group ``motorpool.avoidance_rules``) that have no number of their own get those after the last.
"""

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np

from ...base import extensions
from ...base.errors import WorldError, unknown_name
from ..neighbours.component import Neighbours
from ..scene import Scene
from .columns import RuleTraits
from .dynamic_window import DynamicWindow
from .rule import Options, Rule
from .search_cone import SearchCone


class NoAvoidance(Rule):
    """The avoidance rule ``none``: an autopilot keeps its course, and slows down for the obstacle that it sees."""

    name = "none"
    number = 0
    about = "keeps its course, and slows down for what it sees"

    def __init__(self, scene: Scene, options: Options, index: int):
        self._cone = SearchCone(scene, options, index, turns=False)

    def step(self) -> None:
        """Search the cone ahead of every vehicle under this rule, and set its course."""
        self._cone.step()


class Orca(Rule):
    """The avoidance rule ``orca``; its stage (``orca``) is imported when the first vehicle is under it."""

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


OWN = (NoAvoidance, SearchCone, DynamicWindow, Orca)
DEFAULT = DynamicWindow.name  # the fewest contacts and the least time for worlds of any size; see decision 0109


def by_number(rules: Iterable[type[Rule]]) -> dict[int, type[Rule]]:
    """Return rules by their numbers, in ascending order.

    Raises:
        WorldError: two rules have the same name or number.
    """
    rules = list(rules)
    found: dict[int, type[Rule]] = {}
    for rule in sorted(rules, key=lambda rule: rule.number is None):
        number = max(found, default=-1) + 1 if rule.number is None else rule.number
        if number in found or rule.name in (other.name for other in found.values()):
            raise WorldError(
                f"the avoidance rules {found[number].name if number in found else rule.name!r} and {rule.name!r} "
                "have the same name or number; choose another"
            )
        found[number] = rule
    return dict(sorted(found.items()))


RULES: Mapping[int, type[Rule]] = by_number(
    [*OWN, *(extensions.load(place) for place in extensions.provided(extensions.RULES).values())]
)
NAMES = tuple(rule.name for rule in RULES.values())


def index_of(name: str) -> int:
    """Return the number of a rule, as in ``vehicles.avoidance_rule``.

    Raises:
        WorldError: there is no such rule.
    """
    for number, rule in RULES.items():
        if rule.name == name:
            return number
    raise WorldError(unknown_name("", "avoidance rule", name, NAMES))


@cache
def rule_traits() -> RuleTraits:
    """Return the traits of each rule for other stages, in rows by the rules' numbers."""
    sets_speed, recovers = (column_of(trait) for trait in RuleTraits._fields)
    return RuleTraits(np.array(sets_speed, np.int8), np.array(recovers, np.int8))


def column_of(trait: str) -> list[bool]:
    """Return a trait of every rule, in a list indexed by the rules' numbers; False for a number without a rule."""
    return [number in RULES and getattr(RULES[number], trait) for number in range(max(RULES) + 1)]
