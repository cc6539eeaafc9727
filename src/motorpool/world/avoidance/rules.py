"""The avoidance rules, in one list: a vehicle's ``avoidance_rule`` is the index of its rule here."""

from functools import cache

import numpy as np

from ...errors import WorldError, unknown_name
from .as_published import AsPublished
from .columns import RuleTraits
from .dynamic_window import DynamicWindow
from .no_avoidance import NoAvoidance
from .orca import Orca
from .park1992.program import Program1992
from .rule import Rule
from .search_cone import SearchCone

RULES: tuple[type[Rule], ...] = (
    NoAvoidance, SearchCone, AsPublished, DynamicWindow, Program1992, Orca,
)  # fmt: skip
NAMES = tuple(rule.name for rule in RULES)
DEFAULT = SearchCone.name


def index_of(name: str) -> int:
    """Return the index of a rule, which is what ``vehicles.avoidance_rule`` holds.

    Raises:
        WorldError: there is no such rule.
    """
    if name not in NAMES:
        raise WorldError(unknown_name("", "avoidance rule", name, NAMES))
    return NAMES.index(name)


@cache
def rule_traits() -> RuleTraits:
    """Return how other stages treat a vehicle under each rule."""
    sets_speed, recovers = ([getattr(rule, trait) for rule in RULES] for trait in RuleTraits._fields)
    return RuleTraits(np.array(sets_speed, np.int8), np.array(recovers, np.int8))
