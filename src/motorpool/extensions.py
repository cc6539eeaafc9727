"""Extensions: packages that add motion models, avoidance rules or comparisons.

``motorpool.published`` is an extension that ships with Motorpool and may be deleted. An installed package is an
extension if it has entry points of the same groups. Both refer to their objects as "package.module" or
"package.module:name".
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
    """Return the objects that shipped extensions add to a group: references by name."""
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
    """Return the objects that installed packages add to a group: references by the names of their entry points."""
    try:
        from importlib.metadata import entry_points
    except ImportError:  # missing in Python in a browser
        return {}
    return {point.name: point.value for point in entry_points(group=group)}


def provided(group: str) -> dict[str, str]:
    """Return the references of all objects in a group by name; shipped extensions come first."""
    return {**shipped(group), **{name: place for name, place in installed(group).items() if name not in shipped(group)}}


def load(place: str) -> Any:
    """Return the module, or the object in it, of a reference."""
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found
