"""Extensions: packages that add motion models, avoidance rules or comparisons to those of Motorpool.

``motorpool.published`` is an extension that ships with Motorpool and may be deleted; an installed package is one by
entry points of the same groups. Both name what they add by its place, "package.module" or "package.module:name".
"""

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any

MODELS = "motorpool.models"  # modules with State, Control, Params and step
RULES = "motorpool.avoidance_rules"  # subclasses of world.avoidance.rule.Rule
COMPARISONS = "motorpool.comparisons"  # functions that return compare.comparison.Comparison objects

_SHIPPED = ("motorpool.published",)


@cache
def shipped(group: str) -> Mapping[str, str]:
    """Return the places of what shipped extensions add to a group, by name."""
    found: dict[str, str] = {}
    for package in _SHIPPED:
        try:
            found |= importlib.import_module(package).PROVIDES.get(group, {})
        except ModuleNotFoundError as error:
            if error.name != package:
                raise
    return found


@cache
def installed(group: str) -> Mapping[str, str]:
    """Return the places of what installed packages add to a group, by the names of their entry points."""
    try:
        from importlib.metadata import entry_points
    except ImportError:  # Python in a browser has neither packages nor this module
        return {}
    return {point.name: point.value for point in entry_points(group=group)}


def provided(group: str) -> dict[str, str]:
    """Return the places of all that extensions add to a group, by name; shipped extensions come first."""
    return {**shipped(group), **{name: place for name, place in installed(group).items() if name not in shipped(group)}}


def load(place: str) -> Any:
    """Return the module, or the object in it, at a place."""
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found
