"""The avoidance rules by their numbers: a vehicle's ``avoidance_rule`` is the number of its rule.

Rules of extensions (group ``motorpool.avoidance_rules``) that have no number of their own get those after the last.
"""

from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from ...base import extensions
from ...base.errors import WorldError, unknown_name
from .columns import RuleTraits
from .dynamic_window import DynamicWindow
from .no_avoidance import NoAvoidance
from .orca_rule import Orca
from .rule import Rule
from .search_cone import SearchCone

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
