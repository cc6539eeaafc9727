"""Doors: groups of objects that subjects and installed packages add to Motorpool.

A subject declares an object of a door's class, such as ``COMMAND = Command("fit", …)`` in its own folder, and
``make generate`` lists it in ``base/shipped.py``; an installed package has an entry point of the same group. Both name
the object as "package.module:NAME" or "package.module". Programs import only the objects that they use.
"""

import importlib
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from .shipped import SHIPPED

MODELS = "motorpool.models"  # modules with State, Control, Params and step
RULES = "motorpool.avoidance_rules"  # subclasses of world.avoidance.rule.Rule
FINDERS = "motorpool.finders"  # sources of named vehicles, ``models.finder.Finder``
COMPARISONS = "motorpool.comparisons"  # functions that return compare.ready_made.Comparison objects
COMMANDS = "motorpool.commands"  # commands of ``motorpool``, base.command_line.command.Command
SENSORS = "motorpool.sensors"  # kinds of sensors, ``SensorKind``
IMPORTERS = "motorpool.importers"  # readers of maps, maps.importer.Importer
PARTS = "motorpool.parts"  # parts of a run, ``Part``
RECORDERS = "motorpool.recorders"  # formats of recordings, ``RecorderKind``
SERVICES = "motorpool.services"  # what a room does for an option of a command below it, base.command_line.Service
TOPICS = "motorpool.topics"  # subclasses of app.viewer.topics.Topic
DOORS = {  # class of the objects that a subject declares, and their group
    "Command": COMMANDS,
    "SensorKind": SENSORS,
    "Importer": IMPORTERS,
    "Part": PARTS,
    "RecorderKind": RECORDERS,
    "Service": SERVICES,
}
GROUPS = (MODELS, RULES, FINDERS, COMPARISONS, TOPICS, *DOORS.values())


@cache
def shipped(group: str) -> Mapping[str, str]:
    """Return the objects of a group that ship: references by name, without those whose folder was removed."""
    return {name: place for name, place in SHIPPED.get(group, {}).items() if _places_in(_package_of(place)) is not None}


@cache
def installed(group: str) -> Mapping[str, str]:
    """Return the objects that installed packages add to a group: references by the names of their entry points."""
    try:
        from importlib.metadata import entry_points
    except ImportError:  # missing in Python in a browser
        return {}
    return {point.name: point.value for point in entry_points(group=group)}


def provided(group: str) -> dict[str, str]:
    """Return the references of all objects in a group by name; those that ship come first."""
    return {**shipped(group), **{name: place for name, place in installed(group).items() if name not in shipped(group)}}


def load(place: str) -> Any:
    """Return the module, or the object in it, of a reference."""
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found


def _package_of(place: str) -> str:
    return place.partition(":")[0].rpartition(".")[0]


@cache
def _places_in(package: str) -> tuple[str, ...] | None:
    """Return the folders of a package, without importing it; None if it is missing."""
    above = package.rpartition(".")[0]
    path = _places_in(above) if above else None
    is_blocked = package in sys.modules and not sys.modules[package]
    if (above and path is None) or is_blocked:
        return None
    for finder in sys.meta_path:
        try:
            spec = finder.find_spec(package, path)
        except ModuleNotFoundError:
            return None
        if spec is not None:
            return tuple(spec.submodule_search_locations or ())
    return None
